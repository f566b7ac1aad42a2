-- When an endpoint was last enabled again: what it answered to earlier attempts says nothing about it any more. Nodes of
-- the previous release neither read nor change it.
alter table webhooks add column enabled_at timestamptz;
