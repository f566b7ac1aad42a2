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

-- An import that is being merged by an earlier release: what it has counted is in its job, and it goes on in one range.
insert into import_ranges (import_id, nth, after, merged)
select i.id, 0, decode(j.position ->> 'after', 'base64'), jsonb_build_object(
  'people', j.done,
  'counts', jsonb_build_object('created', j.result -> 'created', 'updated', j.result -> 'updated',
    'unchanged', j.result -> 'unchanged', 'suppressed', j.result -> 'suppressed',
    'unsubscribed', j.result -> 'unsubscribed', 'stayedOut', j.result -> 'stayedOut'),
  'joined', (select coalesce(jsonb_agg(g -> 'people' order by nth), '[]')
    from jsonb_array_elements(coalesce(j.result -> 'newGroups', '[]')) with ordinality as n(g, nth)))
from imports i join jobs j on j.id = i.id
where j.kind = 'import' and j.position ->> 'phase' = 'merge';
