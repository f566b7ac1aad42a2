-- The first schema. Kept to what PostgreSQL 15 knows. Forward only: a later change is a later file.
-- Why chunks and a ledger, why no index mentions a delivery's state: docs/decisions/0003-tables.md.

create table installation (
  singleton       boolean primary key default true check (singleton),
  id              uuid not null default gen_random_uuid(),
  -- Fingerprint of the key that seals secrets: a node with another key must not start.
  key_fingerprint bytea,
  created_at      timestamptz not null default now()
);
insert into installation default values;

create table settings (
  name       text primary key,
  value      jsonb not null,
  updated_at timestamptz not null default now()
);

-- People of the built-in host ------------------------------------------------------------------------

create table roles (
  name         text primary key,
  label        text not null,
  capabilities text[] not null
);
insert into roles (name, label, capabilities) values
  ('administrator', 'Administrator', '{svc_sendsms,svc_subscribers,svc_outbox,svc_inbox,svc_setting,svc_users}'),
  ('editor', 'Editor', '{svc_sendsms,svc_subscribers,svc_outbox,svc_inbox}'),
  ('author', 'Author', '{svc_sendsms}'),
  ('customer', 'Customer', '{}'),
  ('subscriber', 'Subscriber', '{}');

create table users (
  id            bigint generated always as identity primary key,
  username      text not null,
  email         text not null,
  name          text not null,
  phone         text collate "C",
  roles         text[] not null default '{}',
  locale        text not null default 'en',
  password_hash text,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
create index users_roles on users using gin (roles);

create table application_passwords (
  uuid         uuid primary key default gen_random_uuid(),
  user_id      bigint not null references users (id) on delete cascade,
  app_id       uuid,
  name         text not null,
  -- Keyed SHA-256 of 142 random bits: a slow hash would add nothing but a slow API.
  hash         bytea not null unique,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  last_ip      text,
  unique (user_id, name)
);

create table sessions (
  hash       bytea primary key,
  user_id    bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table customers (
  id         bigint generated always as identity primary key,
  name       text not null,
  phone      text not null collate "C" unique,
  country    text,
  created_at timestamptz not null default now()
);

-- Newsletter -----------------------------------------------------------------------------------------

create table groups (
  id            bigint generated always as identity primary key,
  name          text not null,
  -- null: as the site says.
  double_opt_in boolean,
  created_at    timestamptz not null default now()
);
create unique index groups_name on groups (lower(name));
-- Whoever subscribes without naming a group joins this one, so that nobody is in none.
insert into groups (name) values ('Newsletter');

create table subscribers (
  id            bigint generated always as identity primary key,
  phone         text not null collate "C" unique,
  name          text not null,
  custom_fields jsonb not null default '{}',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);

create type membership_state as enum ('pending', 'active', 'left');

create table memberships (
  group_id      bigint not null references groups (id) on delete cascade,
  subscriber_id bigint not null references subscribers (id) on delete cascade,
  -- The subscriber's number once more, so that fan-out reads a group in the order of numbers from one index.
  phone         text not null collate "C",
  state         membership_state not null,
  since         timestamptz not null default now(),
  primary key (group_id, subscriber_id)
);
create index memberships_subscriber on memberships (subscriber_id);
create index memberships_active on memberships (group_id, phone) where state = 'active';

-- One pending confirmation per person: a newer code replaces the older one.
create table opt_in_codes (
  subscriber_id bigint primary key references subscribers (id) on delete cascade,
  code_hash     bytea not null,
  expires_at    timestamptz not null,
  tries         smallint not null default 0,
  sent_at       timestamptz not null default now()
);

-- Who agreed to what, when and how: appended, never changed.
create table consents (
  id            bigint generated always as identity primary key,
  subscriber_id bigint not null references subscribers (id) on delete cascade,
  group_id      bigint,
  kind          text not null check (kind in ('requested', 'confirmed', 'subscribed', 'left')),
  at            timestamptz not null default now(),
  source        text not null,
  actor         text,
  ip            text,
  wording       text
);
create index consents_subscriber on consents (subscriber_id, id);

-- Numbers that get nothing any more. Read by the statement that marks a delivery, directly before the wire.
create table suppressions (
  phone  text collate "C" primary key,
  reason text not null,
  source text not null,
  at     timestamptz not null default now()
);

-- Messages and their ledger --------------------------------------------------------------------------

create type message_state as enum ('scheduled', 'resolving', 'running', 'paused', 'completed', 'canceled', 'failed');
create type delivery_state as enum (
  'queued', 'held', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'suppressed', 'expired', 'canceled'
);

create table messages (
  -- UUIDv7 from database time: its time is the log's date.
  id            uuid primary key,
  state         message_state not null,
  category      text not null check (category in ('otp', 'transactional', 'marketing')),
  lane          smallint not null,
  route         text not null,
  sender        text,
  body          text not null,
  flash         boolean not null default false,
  media         text[] not null default '{}',
  encoding      text not null,
  segments      smallint not null,
  valid_until   timestamptz not null,
  at_least_once boolean not null default false,
  -- What is resolved after the reply: {groups, roles, users, customers}. null: everybody was named in the call.
  audience      jsonb,
  -- While the audience is being resolved these are the counts so far.
  matched       integer not null default 0,
  accepted      integer not null default 0,
  duplicates    integer not null default 0,
  invalid       integer not null default 0,
  suppressed    integer not null default 0,
  reason        text,
  created_by    text not null,
  first_sent_at timestamptz,
  finished_at   timestamptz
) with (fillfactor = 80);
create index messages_open on messages (id) where state in ('scheduled', 'resolving', 'running', 'paused');

create sequence delivery_ids as bigint cache 1;

-- No index and no index predicate mentions the state: every change of state stays in its page (HOT).
create table deliveries (
  message_id   uuid not null,
  phone        text not null collate "C",
  id           bigint not null default nextval('delivery_ids'),
  state        delivery_state not null default 'queued',
  attempt      smallint not null default 0,
  -- The claim that marked it: chunk and fencing token.
  chunk_id     bigint,
  token        integer,
  gateway      text,
  segments     smallint,
  marked_at    timestamptz,
  sent_at      timestamptz,
  delivered_at timestamptz,
  response     text,
  -- Set on failure only, so that the partial index below costs nothing on the good path.
  failure      text,
  primary key (message_id, phone)
) partition by range (message_id);
create index deliveries_phone on deliveries (phone, message_id desc);
create index deliveries_id on deliveries (id);
create index deliveries_failed on deliveries (message_id, phone) where failure is not null;

-- The queue: some hundred recipients of one message, or the single recipients of many messages.
create table chunks (
  id          bigint generated always as identity primary key,
  -- null: a chunk shared by many small messages; then message_ids runs beside phones.
  message_id  uuid,
  route       text not null,
  lane        smallint not null,
  -- Fair order between messages: the n-th chunk of one comes before the (n+1)-th of another.
  turn        integer not null default 0,
  -- Not before this instant. A claim moves it to the end of its lease, so a dead worker's chunk comes back by itself.
  due         timestamptz not null default now(),
  token       integer not null default 0,
  owner       text,
  claimable   boolean not null default true,
  message_ids uuid[],
  phones      text[] not null
) with (fillfactor = 70);
create index chunks_claim on chunks (route, lane, turn, id) where claimable;
create index chunks_message on chunks (message_id) where message_id is not null;

-- Single recipients due again. Promoted into a chunk when their time comes.
create table retries (
  message_id uuid not null,
  phone      text not null collate "C",
  route      text not null,
  lane       smallint not null,
  due        timestamptz not null,
  primary key (message_id, phone)
);
create index retries_due on retries (due);

-- Audiences that are still being resolved: one row per message, gone when done.
create table fanouts (
  message_id uuid primary key,
  -- {source, cursor inside it, turn of the next chunk}
  progress   jsonb not null default '{}',
  due        timestamptz not null default now(),
  token      integer not null default 0,
  owner      text
);

create table provider_refs (
  at          timestamptz not null default now(),
  gateway     text not null,
  provider_id text not null collate "C",
  message_id  uuid not null,
  phone       text not null collate "C"
) partition by range (at);
create index provider_refs_lookup on provider_refs (gateway, provider_id, at desc);

-- A receipt is stored here before anything else happens to it, and leaves when it is applied or given up.
create table receipts (
  id          bigint generated always as identity primary key,
  gateway     text not null,
  provider_id text collate "C",
  message_id  uuid,
  phone       text collate "C",
  state       text not null check (state in ('sent', 'delivered', 'undelivered', 'failed')),
  code        text,
  detail      text,
  received_at timestamptz not null default now(),
  tries       smallint not null default 0,
  due         timestamptz not null default now()
);
create index receipts_due on receipts (due);
create index receipts_provider on receipts (gateway, provider_id);

create table inbox (
  id          bigint generated always as identity primary key,
  gateway     text not null,
  provider_id text,
  sender      text not null,
  recipient   text not null,
  body        text not null,
  media       text[] not null default '{}',
  keyword     text,
  at          timestamptz not null default now(),
  unique (gateway, provider_id)
);

-- Every change of state, appended in the transaction of the change.
create sequence event_ids as bigint;

create table events (
  id         bigint not null default nextval('event_ids'),
  at         timestamptz not null default now(),
  kind       text not null,
  message_id uuid,
  phone      text collate "C",
  data       jsonb not null default '{}'
) partition by range (at);
create index events_message on events (message_id) where message_id is not null;
create index events_id on events (id);

-- Roll-ups: deltas are appended by every batch and folded each second, so no counter row is ever a queue.
create table outbox_deltas (
  id         bigint generated always as identity primary key,
  bucket     timestamptz not null,
  total      integer not null,
  success    integer not null,
  failed     integer not null
);
create table outbox_totals (
  bucket  timestamptz primary key,
  total   bigint not null,
  success bigint not null,
  failed  bigint not null
);

create table idempotency_keys (
  key         bytea primary key,
  fingerprint bytea not null,
  status      smallint,
  body        text,
  created_at  timestamptz not null default now()
);
create index idempotency_keys_created on idempotency_keys using brin (created_at);

-- Webhooks -------------------------------------------------------------------------------------------

create table webhooks (
  id              uuid primary key default gen_random_uuid(),
  url             text not null unique,
  types           text[] not null,
  -- Sealed (lib/secret-box). During a rotation the last one signs beside it.
  secret          bytea not null,
  previous_secret bytea,
  previous_until  timestamptz,
  enabled         boolean not null default true,
  disabled_reason text,
  failing_since   timestamptz,
  created_by      text,
  created_at      timestamptz not null default now()
);

create table webhook_deliveries (
  id           bigint generated always as identity primary key,
  webhook_id   uuid not null references webhooks (id) on delete cascade,
  event_id     bigint not null,
  kind         text not null,
  state        text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempt      smallint not null default 0,
  due          timestamptz not null default now(),
  token        integer not null default 0,
  last_status  smallint,
  last_error   text,
  created_at   timestamptz not null default now(),
  delivered_at timestamptz
) with (fillfactor = 80);
-- By endpoint first: a claim takes a few of each, so that one slow endpoint holds up no other.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due) where state = 'pending';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id desc);

-- Gateways at run time -------------------------------------------------------------------------------

create table gateway_states (
  name          text primary key,
  paused_until  timestamptz,
  pause_code    text,
  pause_reason  text,
  credit        text,
  credit_unit   text,
  currency      text,
  checked_at    timestamptz
);
