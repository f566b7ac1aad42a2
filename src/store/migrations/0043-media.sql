-- Files for MMS. Providers fetch them at /m/{token}, from any node.

create table media (
  id         bigint generated always as identity primary key,
  -- 128 random bits: whoever knows the address may read the file.
  token      text not null unique,
  type       text not null,
  -- The same file gets the same address.
  sha256     bytea not null unique,
  content    bytea not null,
  created_by text not null,
  -- The last upload of this file.
  at         timestamptz not null default now()
);
-- Pictures and films are compressed already.
alter table media alter column content set storage external;
create index media_age on media (at);
