-- What each delivery cost, as of the moment when its gateway accepted it: a later change of the prices rewrites nothing.

alter table deliveries
  -- Millionths of the currency per segment. Null: no gateway accepted it, it is in doubt, or there was no price.
  add column price bigint,
  add column currency text;

alter table stat_deltas
  -- Only of messages whose progress is rolled up.
  add column currency text,
  add column cost bigint not null default 0;

-- The cost of a large message so far. That of a smaller one is added up on request.
create table message_costs (
  message_id uuid not null,
  currency   text not null,
  -- Millionths.
  cost       bigint not null,
  primary key (message_id, currency)
) with (fillfactor = 50);
