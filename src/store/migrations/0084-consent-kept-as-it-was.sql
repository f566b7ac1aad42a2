-- Without a setting, marketing to people without a consent on record was sent with a warning, and is refused from now on.
-- Where something was sent or scheduled before, what nobody chose stays as it was.
with used as (
  select where exists (select from messages) or exists (select from schedules)
),
kept as (
  insert into settings as s (name, value, updated_by) select 'consent', '{"requireRecord": "warn"}', 'upgrade' from used
  on conflict (name) do update
    set value = excluded.value || s.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by
    where not s.value ? 'requireRecord'
  returning value
)
insert into setting_changes (section, by, before, after)
select 'consent', 'upgrade', value - 'requireRecord', value from kept;
