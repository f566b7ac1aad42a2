-- Public forms, what people enter in them, and the links by which a person leaves or changes groups.

create table forms (
  slug            text collate "C" primary key,
  title           text not null,
  intro           text not null,
  group_ids       bigint[] not null,
  group_choice    text not null,
  name_field      text not null,
  fields          jsonb not null,
  wording_version integer not null,
  confirm         boolean not null,
  accent          text not null,
  logo_url        text,
  locale          text not null,
  success_url     text,
  origins         text[] not null,
  enabled         boolean not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);

-- Every consent text that a form has shown. Outlives the form: consents refer to it.
create table form_wordings (
  slug    text collate "C" not null,
  version integer not null,
  wording text not null,
  at      timestamptz not null default now(),
  primary key (slug, version)
);

-- What somebody entered and no worker has carried out yet. Kept for a day at most.
create table form_requests (
  id            bigint generated always as identity primary key,
  slug          text collate "C" not null,
  version       integer not null,
  phone         text collate "C" not null,
  name          text not null,
  group_ids     bigint[] not null,
  custom_fields jsonb not null,
  ip            text,
  at            timestamptz not null default now(),
  due           timestamptz not null default now()
);
create index form_requests_due on form_requests (due, id);
create index form_requests_phone on form_requests (phone);

-- Form tokens that were used, for as long as they are valid, with a keyed hash of the network that used them. Unlogged: a
-- crash of the database forgets two hours, and a repeated request is still limited to one code a minute.
create unlogged table form_nonces (
  nonce   bytea primary key,
  network bytea not null,
  used_at timestamptz not null default now()
);
create index form_nonces_network on form_nonces (network, used_at);

-- The random part of a person's links: replacing it invalidates those given out so far.
create table person_links (
  subscriber_id bigint primary key references subscribers (id) on delete cascade,
  secret        bytea not null,
  created_at    timestamptz not null default now()
);
