-- Long work that a caller started and whose progress they can read: one row for each, leased by one worker at a time.
create table jobs (
  id          uuid primary key,
  kind        text not null,
  state       text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'canceled')),
  -- What to do; cleared when the job ends. Never a phone number.
  params      jsonb not null default '{}',
  -- Where the next step begins, committed with the work of the step before; null: at the beginning.
  position    jsonb,
  done        bigint not null default 0,
  total       bigint,
  result      jsonb,
  error       text,
  created_by  text not null,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  finished_at timestamptz,
  due         timestamptz not null default now(),
  token       bigint not null default 0,
  -- The token of the last step that committed: the difference is the number of claims that achieved nothing.
  advanced    bigint not null default 0,
  owner       text
) with (fillfactor = 70);
create index jobs_due on jobs (due) where state in ('queued', 'running');
create index jobs_creator on jobs (created_by, id);

-- A file that is being imported: its text in parts, encrypted under a key that is deleted at the end of the import. The
-- id is its job's; the upload comes before the job.
create table imports (
  id         uuid primary key,
  sealed_key bytea not null,
  created_at timestamptz not null default now()
);
create table import_parts (
  import_id uuid not null references imports (id) on delete cascade,
  nth       integer not null,
  content   bytea not null,
  primary key (import_id, nth)
);

-- The people of a file, once each, until they are merged in the order of their numbers. No reference to imports: it would
-- be checked a million times, and its cascade would delete a million rows in one statement.
create table import_people (
  import_id       uuid not null,
  phone           text not null collate "C",
  row             integer not null,
  name            text not null,
  fields          jsonb not null,
  state           text not null,
  consent_at      timestamptz,
  consent_source  text,
  consent_wording text,
  primary key (import_id, phone)
);

-- Who was erased since the import began: rows of the file that name them are passed over.
create table import_erasures (
  import_id  uuid not null references imports (id) on delete cascade,
  phone_hash bytea not null,
  primary key (import_id, phone_hash)
);

-- Rows that were left out, without their values; kept with the job.
create table import_issues (
  import_id uuid not null references jobs (id) on delete cascade,
  row       integer not null,
  col       integer not null,
  target    text not null,
  reason    text not null,
  primary key (import_id, row)
);

-- What the columns of a file were said to contain, for the next file with the same headings.
create table import_mappings (
  headings   bytea primary key,
  mapping    jsonb not null,
  updated_at timestamptz not null default now()
);

-- An import writes plain rows, which the sealing job moves into the ledger with their kind. Not valid: the rows that are
-- there satisfied the narrower check.
alter table consents drop constraint consents_kind_check,
  add constraint consents_kind_check check (kind in ('requested', 'confirmed', 'subscribed', 'imported', 'left')) not valid;
