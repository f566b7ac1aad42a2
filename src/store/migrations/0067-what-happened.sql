-- The log by the code of a failure. Failures only, like deliveries_failed: docs/decisions/0067-failures-by-code.md.
create index deliveries_failure on deliveries (failure, message_id, phone) where failure is not null;

-- How many texts of a large message left in each ten seconds, as its folds found them. Goes with the message.
create table message_departures (
  message_id uuid not null,
  at         timestamptz not null,
  count      integer not null,
  primary key (message_id, at)
) with (fillfactor = 50);
