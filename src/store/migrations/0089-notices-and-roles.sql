-- Since when an order notice exists: what an order reached before that is history. Notices from before this release keep
-- applying to all orders of the last week.
alter table order_notices
  add column created_at timestamptz not null default '1970-01-01 00:00:00+00';
alter table order_notices alter column created_at set default now();

-- Schedules that send to roles: whether the roles still exist is checked all the time.
create index schedules_to_roles on schedules (id)
  where state = 'active' and frozen_set is null and message->'audience'->'roles' <> '[]'::jsonb;
