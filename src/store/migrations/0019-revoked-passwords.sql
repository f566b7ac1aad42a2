-- Application passwords that were revoked a few minutes ago: whoever revoked the wrong one takes that back. Nothing looks
-- here when a call comes in.
create table revoked_application_passwords (
  uuid         uuid primary key,
  user_id      bigint not null references users (id) on delete cascade,
  app_id       uuid,
  name         text not null,
  hash         bytea not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  last_ip      text,
  revoked_at   timestamptz not null default now()
);
create index revoked_application_passwords_user on revoked_application_passwords (user_id);
