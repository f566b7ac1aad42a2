-- When a message or a schedule with this file was last checked: until it is stored, nothing else refers to the file. Nodes
-- of the previous release neither write nor read it.
alter table media add column used_at timestamptz;
