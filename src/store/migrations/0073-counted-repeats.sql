-- The most that the spend cap has counted for a delivery that went on to a cheaper gateway: docs/decisions/0048-spending.md.
create table spending_repeats (
  delivery_id bigint primary key,
  -- Millionths.
  counted     bigint not null,
  at          timestamptz not null default now()
);
create index spending_repeats_at on spending_repeats (at);
