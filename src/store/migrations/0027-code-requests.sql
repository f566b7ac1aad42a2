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
  -- ISO 3166, or ZZ.
  country      text not null collate "C",
  verified_at  timestamptz
);
create index code_requests_number on code_requests (number_hash, at) where number_hash is not null;
create index code_requests_prefix on code_requests (prefix_hash, at);
create index code_requests_address on code_requests (address_hash, at) where address_hash is not null;
create index code_requests_country on code_requests (country, at);
create index code_requests_at on code_requests (at);
