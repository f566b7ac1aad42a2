-- Calls of the API, for those who write programs against it: docs/decisions/0066-request-log.md.

create table request_log (
  -- A UUIDv7 of the instant at which the call began.
  id          uuid primary key,
  request_id  text,
  method      text not null,
  route       text not null,
  path        text not null,
  status      smallint not null,
  code        text,
  parameters  text[] not null,
  duration_ms integer not null,
  principal   text,
  password_id text,
  replayed    boolean not null,
  original_at timestamptz,
  message_ids uuid[] not null
);
create index request_log_caller on request_log (principal, id) where principal is not null;
create index request_log_request on request_log (request_id) where request_id is not null;
create index request_log_failed on request_log (id) where status >= 400;
create index request_log_replayed on request_log (id) where replayed;

-- Calls that were not recorded, by minute.
create table request_log_skips (
  minute    timestamptz primary key,
  succeeded bigint not null,
  failed    bigint not null
);
