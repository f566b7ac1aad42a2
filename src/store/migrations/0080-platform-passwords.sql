-- Application passwords of users of the program that runs the service as a library: it owns the users, and the service
-- their application passwords.
create table platform_application_passwords (
  uuid         uuid primary key default gen_random_uuid(),
  platform     text not null,
  user_id      bigint not null,
  -- Of the user, as the platform has it: some give the id of a deleted user to another one.
  user_since   text not null,
  app_id       uuid,
  name         text not null,
  -- As in application_passwords.
  hash         bytea not null unique,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  last_ip      text,
  -- It can be restored for some minutes.
  revoked_at   timestamptz
);
create unique index platform_application_passwords_name
  on platform_application_passwords (platform, user_id, name) where revoked_at is null;
