-- What an operator must be told, and who was told: docs/decisions/0059-alerts.md.

create table alerts (
  id         uuid primary key,
  kind       text not null,
  -- What it is about: the name of a gateway, the id of a webhook, a country.
  subject    text not null,
  -- How bad it is, from 1; it only rises.
  level      smallint not null,
  data       jsonb not null,
  first_seen_at timestamptz not null default now(),
  -- null: the condition has not lasted long enough to be reported.
  opened_at  timestamptz,
  -- Since when the condition is not met; null: it is.
  cleared_at timestamptz,
  closed_at  timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text
);
-- One at a time for each subject.
create unique index alerts_open on alerts (kind, subject) where closed_at is null;
create index alerts_closed on alerts (kind, subject, closed_at) where closed_at is not null;
create index alerts_listed on alerts ((closed_at is null), id) where opened_at is not null;
create index alerts_old on alerts (closed_at) where closed_at is not null;

-- One row for each recipient of each thing to tell.
create table alert_notifications (
  id         uuid primary key,
  alert_id   uuid not null references alerts on delete cascade,
  event      text not null check (event in ('opened', 'closed')),
  level      smallint not null,
  channel    text not null check (channel in ('email', 'sms')),
  recipient  text not null,
  -- sending: it may have left, and is never sent again.
  state      text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  attempts   integer not null default 0,
  reason     text,
  message_id uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  due        timestamptz not null default now(),
  token      bigint not null default 0,
  owner      text,
  unique (alert_id, event, level, channel, recipient)
);
create index alert_notifications_due on alert_notifications (due) where state in ('waiting', 'sending');
create index alert_notifications_recent on alert_notifications (recipient, created_at);

-- One row: whoever leases it looks at all conditions.
create table alert_checks (
  id    uuid primary key,
  due   timestamptz not null default now(),
  token bigint not null default 0,
  owner text
);
insert into alert_checks (id) values ('00000000-0000-7000-8000-000000000059');
