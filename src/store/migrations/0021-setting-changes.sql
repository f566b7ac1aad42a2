-- Settings that change at run time: who changed what, and when.

alter table settings add column updated_by text;

create table setting_changes (
  id      bigint generated always as identity primary key,
  section text not null,
  at      timestamptz not null default now(),
  by      text not null,
  -- The values of the section before and after, as stored.
  before  jsonb not null,
  after   jsonb not null
);
