-- What the operator defines about subscribers (fields, segments), where they are, and who cannot be reached.
-- Why the columns and not tables of their own: docs/decisions/0036-people.md.

alter table subscribers
  add column locale text,
  add column time_zone text,
  -- Set while the number counts as unreachable: nothing from the newsletter is sent to it.
  add column bounced_at timestamptz,
  -- Failures of messages from before count no more: a new opt-in, a START, or somebody reactivated the person.
  add column reachable_since timestamptz;
create index subscribers_bounced on subscribers (phone) where bounced_at is not null;
create index subscribers_custom_fields on subscribers using gin (custom_fields);
create index subscribers_created on subscribers (created_at, id);
create index subscribers_locale on subscribers (locale, id) where locale is not null;

create table subscriber_fields (
  key         text primary key,
  label       text not null,
  type        text not null check (type in ('text', 'number', 'date', 'choice', 'yes_no')),
  choices     text[] not null default '{}',
  required    boolean not null default false,
  archived_at timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);

create table segments (
  id         bigint generated always as identity primary key,
  name       text not null,
  filter     jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index segments_name on segments (lower(name));

-- Numbers of which a delivery just ended: a worker looks at the log and decides whether they bounce. Not unique: an entry
-- must be visible exactly when the change that it reports is.
create table bounce_checks (
  id    bigint generated always as identity primary key,
  phone text not null collate "C"
);
