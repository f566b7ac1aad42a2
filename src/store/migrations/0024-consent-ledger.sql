-- The consent ledger: appended, never changed. Why it has this form: docs/decisions/0039-consent-ledger.md.
--
-- `consents` stays: nodes of the previous release write into it, and a job moves its rows into the ledger.

-- A person by number, without the number. An erasure empties `lookup` and `sealed_key`: nobody can then say whose the
-- records are, and they still verify.
create table consent_people (
  id         bigint generated always as identity primary key,
  -- HMAC of the number under a key of the installation.
  lookup     bytea unique,
  -- The random key of the person's records, sealed by the installation's key.
  sealed_key bytea,
  -- The hash of the last record, and how many there are.
  head       bytea not null default '',
  length     integer not null default 0
) with (fillfactor = 50);

create table consent_records (
  id        bigint generated always as identity primary key,
  person_id bigint not null references consent_people (id),
  -- Position in the person's chain, from 1.
  seq       integer not null,
  -- null: all marketing.
  group_id  bigint,
  kind      text not null,
  source    text not null,
  at        timestamptz not null,
  -- Number, name, wording, actor and address, under the person's key.
  sealed    bytea not null,
  -- Over this row and the previous record's hash.
  hash      bytea not null,
  unique (person_id, seq)
);

-- Records that no seal lists yet. A queue: the order in which transactions commit does not matter.
create table consent_unsealed (
  record_id bigint primary key
);

-- Each lists the records that were added since the previous one.
create table consent_seals (
  number     bigint primary key,
  at         timestamptz not null default now(),
  record_ids bigint[] not null,
  -- Over the hashes of these records and the previous root.
  root       bytea not null,
  -- HMAC of the root under a key of the installation.
  mac        bytea not null
);

-- One row: the job that moves old rows and seals.
create table consent_sealings (
  id    uuid primary key,
  due   timestamptz not null default now(),
  token integer not null default 0,
  owner text
) with (fillfactor = 50);
insert into consent_sealings (id) values ('00000000-0000-7000-8000-000000000001');

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The consent ledger is append-only: % of % is refused.', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on consent_records
  for each row execute function refuse_ledger_change();
create trigger append_only before update or delete on consent_seals
  for each row execute function refuse_ledger_change();
create trigger append_only before delete on consent_people
  for each row execute function refuse_ledger_change();
-- A chain only grows, and a key is only destroyed.
create trigger grows_only before update on consent_people for each row
  when (new.id <> old.id or new.length < old.length or (new.length = old.length and new.head <> old.head)
    or (new.lookup is distinct from old.lookup and new.lookup is not null)
    or (new.sealed_key is distinct from old.sealed_key and new.sealed_key is not null))
  execute function refuse_ledger_change();
