-- Control of a message while it is under way, its progress, and rates that all nodes share.

alter table messages
  -- Texts a minute at most, whatever the gateway allows; null: as fast as the gateway.
  add column rate_per_minute integer check (rate_per_minute > 0),
  -- Its counts by state are rolled up (message_totals) because counting its deliveries would be slow.
  add column rolled_up boolean not null default false,
  add column schedule_id uuid;

-- Progress: deltas are appended by every batch and folded each second, as those of the log are.
create table message_deltas (
  id         bigint generated always as identity primary key,
  message_id uuid not null,
  state      delivery_state not null,
  -- Why, for states that are failures.
  reason     text not null default '',
  count      integer not null
);
create index message_deltas_message on message_deltas (message_id);
create table message_totals (
  message_id uuid not null,
  state      delivery_state not null,
  reason     text not null default '',
  count      bigint not null,
  primary key (message_id, state, reason)
);
-- Texts that each fold found to have left the queue, for the speed of the last seconds. Thrown away after a minute.
create table message_paces (
  at         timestamptz not null default now(),
  message_id uuid not null,
  count      integer not null
);
create index message_paces_message on message_paces (message_id, at);

-- Messages whose unsent texts are being taken out of the queue: one row per message, gone when done.
create table withdrawals (
  message_id uuid primary key,
  -- What its texts become: canceled, expired.
  verdict    delivery_state not null,
  -- Last number looked at; null: none yet.
  cursor     text collate "C",
  due        timestamptz not null default now(),
  token      integer not null default 0,
  owner      text
);

-- What waits for a paused message to be resumed.
create index retries_parked on retries (message_id, phone) where due = 'infinity';

-- Theoretical arrival time (GCRA) of the next unit by key: "gateway:main", "message:<id>". Nodes reserve slices of it.
create table throttles (
  key  text primary key,
  next timestamptz not null
) with (fillfactor = 50);
