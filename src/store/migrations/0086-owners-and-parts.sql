-- Who answers for the runs of a schedule; null: whoever created it, as before this release.
alter table schedules add column owner text;
-- Why the service itself paused it; null: a caller did, or it is not paused.
alter table schedules add column pause_reason text check (pause_reason in ('owner_gone', 'owner_may_not_send'));
create index schedules_ownerless on schedules (id) where pause_reason is not null;

-- Parts of long inbound messages that providers deliver one by one. A part whose message was passed on keeps no content: it
-- shows that a provider repeats it.
create table inbound_parts (
  -- SHA-256 of gateway, sender, recipient, the provider's reference and the number of parts.
  message     bytea not null,
  part        smallint not null,
  parts       smallint not null,
  gateway     text not null,
  -- The provider's id, otherwise a digest.
  identity    text not null,
  -- null once the message was passed on.
  sender      text,
  recipient   text,
  body        text,
  -- As the provider writes it.
  sent_at     text,
  received_at timestamptz not null default now(),
  joined_at   timestamptz,
  primary key (message, part)
);
create index inbound_parts_waiting on inbound_parts (received_at) where joined_at is null;
create index inbound_parts_sender on inbound_parts (sender) where sender is not null;
create index inbound_parts_joined on inbound_parts (joined_at) where joined_at is not null;
