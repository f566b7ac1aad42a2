-- By which channel a text went, where its provider says so. No index: docs/decisions/0028-delivered-channel.md.

alter table deliveries add column channel text;
alter table receipts add column channel text;
