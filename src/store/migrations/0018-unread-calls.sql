-- Calls of providers of which nothing could be read, beside what became of texts.

alter table gateway_tallies add column unread integer not null default 0;
