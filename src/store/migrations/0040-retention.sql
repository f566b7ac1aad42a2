-- Texts of messages that are deleted before their entries in the log (retention.text_days).

-- One row: how far texts, and the events of incoming messages, are deleted. Messages that could not be at that time
-- are in `late_redactions`.
create table redactions (
  singleton  boolean primary key default true check (singleton),
  message_id uuid not null default '00000000-0000-7000-8000-000000000000',
  event_id   bigint not null default 0
);
insert into redactions default values;

create table late_redactions (message_id uuid primary key);
