-- The log by the code of a failure. Failures only, like deliveries_failed: docs/decisions/0067-failures-by-code.md.
create index deliveries_failure on deliveries (failure, message_id, phone) where failure is not null;
