-- A phone in Argentina has two numbers, and the frequency cap counts what goes to either: under the one without the 9.
insert into contacts as kept (phone, recent, last_at)
select '+54' || substr(phone, 5), recent, last_at from contacts where phone >= '+549' and phone < '+54:' and phone ~ '^\+549[123]\d{9}$' order by 1
on conflict (phone) do update set last_at = greatest(kept.last_at, excluded.last_at), recent = (
  select jsonb_agg(one order by (one ->> 1)::float8) from (
    select distinct on (one -> 0) one from jsonb_array_elements(kept.recent || excluded.recent) as one
    order by one -> 0, (one ->> 1)::float8 desc) newest);
delete from contacts where phone >= '+549' and phone < '+54:' and phone ~ '^\+549[123]\d{9}$';

-- Which of two changes of a template was made first. A change by an older node does not count.
alter table templates add column version integer not null default 1;
