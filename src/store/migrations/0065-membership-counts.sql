-- How many memberships a group has in each state: docs/decisions/0065-counts-and-late-indexes.md.

-- The sum over the sessions is the number. A session writes rows of its own alone, so that no two wait for each other;
-- 0 is what sessions that ended have counted. Rows may be negative. No foreign key: deleting a group deletes its
-- memberships after it, and their trigger counts for a group that is gone.
create table membership_counts (
  group_id bigint not null,
  state    membership_state not null,
  session  integer not null,
  count    bigint not null,
  primary key (group_id, state, session)
) with (fillfactor = 50);

create function count_added_memberships() returns trigger language plpgsql as $$
begin
  insert into membership_counts as kept (group_id, state, session, count)
  select group_id, state, pg_backend_pid(), count(*) from added group by group_id, state
  on conflict (group_id, state, session) do update set count = kept.count + excluded.count;
  return null;
end $$;

create function count_removed_memberships() returns trigger language plpgsql as $$
begin
  insert into membership_counts as kept (group_id, state, session, count)
  select group_id, state, pg_backend_pid(), -count(*) from removed group by group_id, state
  on conflict (group_id, state, session) do update set count = kept.count + excluded.count;
  return null;
end $$;

create function count_changed_memberships() returns trigger language plpgsql as $$
begin
  insert into membership_counts as kept (group_id, state, session, count)
  select group_id, state, pg_backend_pid(), sum(change) from (
    select group_id, state, 1 as change from added union all select group_id, state, -1 from removed) changes
  group by group_id, state having sum(change) <> 0
  on conflict (group_id, state, session) do update set count = kept.count + excluded.count;
  return null;
end $$;

-- Nothing of ours truncates it, but an operator may.
create function count_no_memberships() returns trigger language plpgsql as $$
begin
  delete from membership_counts;
  return null;
end $$;

-- Whoever changes memberships waits from here to the end, for the time that it takes to count them once.
lock table memberships in share row exclusive mode;
insert into membership_counts select group_id, state, 0, count(*) from memberships group by group_id, state;

create trigger count_added after insert on memberships referencing new table as added
  for each statement execute function count_added_memberships();
create trigger count_removed after delete on memberships referencing old table as removed
  for each statement execute function count_removed_memberships();
create trigger count_changed after update on memberships referencing old table as removed new table as added
  for each statement execute function count_changed_memberships();
create trigger count_none after truncate on memberships
  for each statement execute function count_no_memberships();
