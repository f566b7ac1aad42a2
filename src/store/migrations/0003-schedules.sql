-- Messages sent later, once or again and again. Why one transaction per batch of runs: docs/decisions/0012-schedules.md.

create type schedule_state as enum ('active', 'paused', 'waiting_license', 'completed', 'canceled');

create table schedules (
  -- UUIDv7: the order of creation.
  id         uuid primary key,
  state      schedule_state not null default 'active',
  -- What is sent: text, sender, media, category, route, numbers, audience, who asked.
  message    jsonb not null,
  -- Its own zone: the site's may change.
  zone       text not null,
  start_at   timestamptz not null,
  -- What the clock on the wall showed at the start: a repeat counts from it.
  start_wall text not null,
  -- null: once.
  every      integer,
  unit       text,
  until      timestamptz,
  -- The next occurrence; null where there is none any more.
  next_run   timestamptz,
  -- When the scheduler looks at it: the next occurrence, later where it could not be run.
  due        timestamptz,
  if_late    text not null check (if_late in ('send', 'skip')),
  -- Seconds.
  late_after integer not null,
  -- Recipients that were resolved when the schedule was made; null: resolved at each run.
  frozen_set uuid,
  runs       integer not null default 0,
  last_run   timestamptz,
  -- Why the last try to run it was broken off.
  last_error text,
  version    integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index schedules_due on schedules (due) where state = 'active';
create index schedules_open on schedules (id) where state in ('active', 'paused', 'waiting_license');

-- What became of each occurrence. The key is what keeps any node, restart or second claim from sending one twice.
create table schedule_runs (
  schedule_id uuid not null,
  run_at      timestamptz not null,
  at          timestamptz not null default now(),
  outcome     text not null check (outcome in ('sent', 'skipped', 'failed')),
  reason      text,
  message_id  uuid,
  -- Occurrences before this one that went by while nothing ran.
  missed      integer not null default 0,
  primary key (schedule_id, run_at)
);

-- Frozen audiences. A set is never changed: an occurrence may still be read from it when the schedule has a newer one.
create table schedule_recipients (
  set_id    uuid not null,
  phone     text not null collate "C",
  -- Known by a newsletter group alone: whoever has left it since gets nothing.
  via_group boolean not null,
  primary key (set_id, phone)
);
