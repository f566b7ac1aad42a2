-- Who joined a group by a bulk action: what an undo of the job takes back. The rows are deleted a day after its end, and
-- when the person asks for the membership themselves.
create table bulk_joins (
  job_id        uuid not null references jobs (id) on delete cascade,
  subscriber_id bigint not null references subscribers (id) on delete cascade,
  group_id      bigint not null references groups (id) on delete cascade,
  -- Of the membership: if that has another, somebody changed it since.
  since         timestamptz not null,
  primary key (job_id, subscriber_id)
);
create index bulk_joins_subscriber on bulk_joins (subscriber_id, group_id);
create index bulk_joins_group on bulk_joins (group_id);

-- The job that this one takes back. A job is taken back once, unless that was canceled or failed on the way.
alter table jobs add column undoes uuid references jobs (id) on delete cascade;
create unique index jobs_undoes on jobs (undoes) where state not in ('canceled', 'failed');
create index jobs_undoing on jobs (undoes) where undoes is not null;
