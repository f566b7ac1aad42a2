-- needs: 90
-- The people of an import in ranges of their numbers, which are merged at the same time. Each page of a range is
-- committed with what is noted here.
create table import_ranges (
  import_id uuid not null references imports (id) on delete cascade,
  nth       smallint not null,
  -- Numbers above `after`, up to `upto`, sealed like the file. null: from the first, to the last.
  after     bytea,
  upto      bytea,
  done      boolean not null default false,
  -- What became of its people so far.
  merged    jsonb not null,
  primary key (import_id, nth)
);
