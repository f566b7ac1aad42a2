-- What was moved here from another system's log or schedules, so that a second run doubles nothing: a keyed hash of the
-- row as it is there. Kept when the entry is deleted here: it does not come back. docs/decisions/0063-moved-log.md.
create table moved_entries (
  digest bytea primary key,
  at     timestamptz not null default now()
);
