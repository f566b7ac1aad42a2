-- Statistics. Deltas are appended by whatever changes deliveries and folded each second, like those of the log.

create table stat_deltas (
  id          bigint generated always as identity primary key,
  -- The quarter hour in which the message was accepted; that of a reply or an opt-out is when it came.
  bucket      timestamptz not null,
  category    text not null,
  -- Only of messages whose progress is rolled up.
  message_id  uuid,
  gateway     text not null,
  -- The calling code; for +1 with the area code, for +7 with one more digit. The fold makes a country of it.
  area        text not null,
  -- A state of deliveries, or accepted, reply, opt_out.
  state       text not null,
  from_unknown boolean not null default false,
  -- The latency's place in the histogram: bucket n ends at 10 ^ (n / 4 - 1) seconds, 0 is below 0.1 s and 25 is the rest.
  lag         smallint,
  count       integer not null,
  segments    integer not null default 0
);

-- Hours and days of the site's time zone, by one dimension each: two years of a country are 730 rows, where the product
-- of all dimensions would be summed up from a hundred thousand. Hours are kept for 90 days; days stay.
create table stat_hours (
  -- all, gateway, country or category. Each delta counts once in every dimension.
  dimension text not null,
  starts_at timestamptz not null,
  -- Empty: all, or nothing that can be named. The gateway of what never left; the country of a number that belongs to none.
  part text not null,
  accepted integer not null default 0,
  sent integer not null default 0,
  delivered integer not null default 0,
  undelivered integer not null default 0,
  failed integer not null default 0,
  unknown integer not null default 0,
  suppressed integer not null default 0,
  expired integer not null default 0,
  canceled integer not null default 0,
  segments integer not null default 0,
  opt_outs integer not null default 0,
  replies integer not null default 0,
  -- Acceptance to sending, and sending to delivery: null is none.
  s0 integer, s1 integer, s2 integer, s3 integer, s4 integer, s5 integer, s6 integer, s7 integer, s8 integer,
  s9 integer, s10 integer, s11 integer, s12 integer, s13 integer, s14 integer, s15 integer, s16 integer, s17 integer,
  s18 integer, s19 integer, s20 integer, s21 integer, s22 integer, s23 integer, s24 integer, s25 integer,
  d0 integer, d1 integer, d2 integer, d3 integer, d4 integer, d5 integer, d6 integer, d7 integer, d8 integer,
  d9 integer, d10 integer, d11 integer, d12 integer, d13 integer, d14 integer, d15 integer, d16 integer, d17 integer,
  d18 integer, d19 integer, d20 integer, d21 integer, d22 integer, d23 integer, d24 integer, d25 integer,
  primary key (dimension, starts_at, part)
) with (fillfactor = 50);

create table stat_days (
  -- all, gateway, country or category. Each delta counts once in every dimension.
  dimension text not null,
  starts_at timestamptz not null,
  -- Empty: all, or nothing that can be named. The gateway of what never left; the country of a number that belongs to none.
  part text not null,
  accepted integer not null default 0,
  sent integer not null default 0,
  delivered integer not null default 0,
  undelivered integer not null default 0,
  failed integer not null default 0,
  unknown integer not null default 0,
  suppressed integer not null default 0,
  expired integer not null default 0,
  canceled integer not null default 0,
  segments integer not null default 0,
  opt_outs integer not null default 0,
  replies integer not null default 0,
  -- Acceptance to sending, and sending to delivery: null is none.
  s0 integer, s1 integer, s2 integer, s3 integer, s4 integer, s5 integer, s6 integer, s7 integer, s8 integer,
  s9 integer, s10 integer, s11 integer, s12 integer, s13 integer, s14 integer, s15 integer, s16 integer, s17 integer,
  s18 integer, s19 integer, s20 integer, s21 integer, s22 integer, s23 integer, s24 integer, s25 integer,
  d0 integer, d1 integer, d2 integer, d3 integer, d4 integer, d5 integer, d6 integer, d7 integer, d8 integer,
  d9 integer, d10 integer, d11 integer, d12 integer, d13 integer, d14 integer, d15 integer, d16 integer, d17 integer,
  d18 integer, d19 integer, d20 integer, d21 integer, d22 integer, d23 integer, d24 integer, d25 integer,
  primary key (dimension, starts_at, part)
) with (fillfactor = 50);

-- One large message by gateway and country. Smaller ones are counted on request.
create table message_splits (
  message_id uuid not null,
  gateway text not null,
  country text not null,
  accepted integer not null default 0,
  sent integer not null default 0,
  delivered integer not null default 0,
  undelivered integer not null default 0,
  failed integer not null default 0,
  unknown integer not null default 0,
  suppressed integer not null default 0,
  expired integer not null default 0,
  canceled integer not null default 0,
  segments integer not null default 0,
  primary key (message_id, gateway, country)
) with (fillfactor = 50);

create index stat_hours_start on stat_hours (starts_at);
