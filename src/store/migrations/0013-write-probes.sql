-- Rows of a page each, written to learn whether anything can be written. Never vacuumed by itself: each must ask for a
-- page that the file does not have yet, as a full disk would give it none. Emptied when they are some hundred.
create table write_probes (
  id     integer primary key generated always as identity,
  at     timestamptz not null default now(),
  filler text not null
) with (autovacuum_enabled = false);
alter table write_probes alter column filler set storage plain;
