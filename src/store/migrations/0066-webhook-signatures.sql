-- What the last attempt was signed with, as its headers said it. No secret follows from it. A file of its own: a lock that
-- it does not get must not throw away the index of 0067, whose building stops changes of the log.
alter table webhook_deliveries add column signed_at bigint;
alter table webhook_deliveries add column signature text;
