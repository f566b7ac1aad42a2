-- One row for each code that was sent to a number, for two days: the limits on codes are counted from it. Numbers and
-- addresses are keyed hashes; the key is not in the database. Why: docs/decisions/0042-one-time-passwords.md.
create table code_requests (
  id           bigint generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  purpose      text not null,
  -- null: erased.
  number_hash  bytea,
  -- The number without its last four digits.
  prefix_hash  bytea not null,
  -- null: a trusted caller asked and named nobody's address.
  address_hash bytea,
  -- ISO 3166, or a country code of several countries where the number belongs to none of them.
  country      text not null collate "C",
  verified_at  timestamptz
);
create index code_requests_number on code_requests (number_hash, at) where number_hash is not null;
create index code_requests_prefix on code_requests (prefix_hash, at);
create index code_requests_address on code_requests (address_hash, at) where address_hash is not null;
create index code_requests_country on code_requests (country, at);
create index code_requests_at on code_requests (at);

-- One-time passwords that may still be typed. The code is not stored: it is computed from the id, the number and the
-- installation's key.
create table one_time_passwords (
  id          uuid primary key,
  -- Principal of the caller who requested it; no other caller's check finds it.
  owner       text not null,
  purpose     text not null default '',
  number_hash bytea not null,
  digits      smallint not null,
  -- When this code was made; it may have been sent again since.
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  tries       smallint not null default 0,
  unique (number_hash, owner, purpose)
);
create index one_time_passwords_expires on one_time_passwords (expires_at);
