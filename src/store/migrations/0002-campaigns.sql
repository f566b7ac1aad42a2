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
create table message_totals (
  message_id uuid not null,
  state      delivery_state not null,
  reason     text not null default '',
  count      bigint not null,
  primary key (message_id, state, reason)
);

-- Theoretical arrival time (GCRA) of the next unit by key: "gateway:main", "message:<id>". Nodes reserve slices of it.
create table throttles (
  key  text primary key,
  next timestamptz not null
) with (fillfactor = 50);
