-- Long work that a caller started and whose progress they can read: one row for each, leased by one worker at a time.
create table jobs (
  id          uuid primary key,
  kind        text not null,
  state       text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'canceled')),
  -- What to do; cleared when the job ends. Never a phone number.
  params      jsonb not null default '{}',
  -- Where the next step begins, committed with the work of the step before; null: at the beginning.
  position    jsonb,
  done        bigint not null default 0,
  total       bigint,
  result      jsonb,
  error       text,
  created_by  text not null,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  finished_at timestamptz,
  due         timestamptz not null default now(),
  token       bigint not null default 0,
  -- The token of the last step that committed: the difference is the number of claims that achieved nothing.
  advanced    bigint not null default 0,
  owner       text
) with (fillfactor = 70);
create index jobs_due on jobs (due) where state in ('queued', 'running');
create index jobs_creator on jobs (created_by, id);
