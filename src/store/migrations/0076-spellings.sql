-- An Argentine mobile phone is one person, with and without the 9 after the country code. From here on it is known by the
-- spelling with it: docs/decisions/0068-spellings.md. Entries of the list keep the other one, too, for what waits under it.
insert into suppressions (phone, sender, kind, reason, source, added_by, at, asked_at)
select '+549' || substr(phone, 4), sender, kind, reason, source, added_by, at, asked_at
from suppressions where phone >= '+541' and phone < '+544' and phone ~ '^\+54[123]\d{9}$'
on conflict do nothing;

-- Who is there twice: what one of the two left stays left.
insert into memberships as kept (group_id, subscriber_id, phone, state, since)
select m.group_id, person.id, person.phone, m.state, m.since
from subscribers other join subscribers person on person.phone = '+549' || substr(other.phone, 4)
join memberships m on m.subscriber_id = other.id
where other.phone >= '+541' and other.phone < '+544' and other.phone ~ '^\+54[123]\d{9}$'
on conflict (group_id, subscriber_id) do update set state = 'left', since = excluded.since
  where excluded.state = 'left' and kept.state <> 'left';
update consents c set subscriber_id = person.id
from subscribers other join subscribers person on person.phone = '+549' || substr(other.phone, 4)
where c.subscriber_id = other.id and other.phone >= '+541' and other.phone < '+544' and other.phone ~ '^\+54[123]\d{9}$';
delete from subscribers other using subscribers person
where person.phone = '+549' || substr(other.phone, 4)
  and other.phone >= '+541' and other.phone < '+544' and other.phone ~ '^\+54[123]\d{9}$';

update memberships set phone = '+549' || substr(phone, 4)
where subscriber_id in (
  select id from subscribers where phone >= '+541' and phone < '+544' and phone ~ '^\+54[123]\d{9}$');
update subscribers set phone = '+549' || substr(phone, 4)
where phone >= '+541' and phone < '+544' and phone ~ '^\+54[123]\d{9}$';

delete from schedule_recipients other using schedule_recipients r
where r.set_id = other.set_id and r.phone = '+549' || substr(other.phone, 4) and other.phone ~ '^\+54[123]\d{9}$';
update schedule_recipients set phone = '+549' || substr(phone, 4) where phone ~ '^\+54[123]\d{9}$';
-- Direct numbers, and the variables that are named after them. A list that has both spellings stays as it is.
update schedules set message = regexp_replace(message::text, '"\+54([123]\d{9})"', '"+549\1"', 'g')::jsonb
where state in ('active', 'paused', 'waiting_license') and message ->> 'phones' ~ '"\+54[123]\d{9}"' and not exists (
  select from jsonb_array_elements_text(message -> 'phones') as p(phone)
  where phone ~ '^\+54[123]\d{9}$' and message -> 'phones' ? ('+549' || substr(phone, 4)));
