import type pg from "pg";

const GROUPS = 200;
const CITIES = "array['Paris', 'Berlin', 'Lyon', 'Hamburg', 'Porto', 'Leeds', 'Ghent', 'Vienna']";
const FIRST_NAMES =
  "array['Ada', 'Ben', 'Chloé', 'Dilek', 'Emil', 'Farah', 'Greta', 'Hugo', 'Inês', 'Jonas', 'Kofi', 'Lena']";

/**
 * People with fields, consents and memberships: all of them in one group, and each in one of many others. Fields and
 * the first groups are those of the demo.
 */
export async function fillPeople(client: pg.PoolClient, people: number): Promise<void> {
  await client.query(
    `insert into subscribers (phone, name, custom_fields, locale, time_zone, created_at, updated_at, bounced_at)
     select '+4915' || (100000000 + n), (${FIRST_NAMES})[1 + n % 12] || ' ' || initcap(substr(md5(n::text), 1, 7)),
       jsonb_build_object('demo_city', (${CITIES})[1 + n % 8], 'demo_plan', (array['Guest', 'Member', 'Friend'])[1 + n % 3],
         'demo_visits', n % 40, 'demo_volunteer', n % 10 = 0),
       (array['de', 'fr', 'en'])[1 + n % 3], 'Europe/Berlin', at, at, case when n % 200 = 0 then now() - interval '3 days' end
     from (
       select n, now() - interval '700 days' * (1 - n / $1::float8) as at from generate_series(0, $1::bigint - 1) n
     ) made order by n`,
    [people],
  );
  await client.query(
    `insert into groups (name) select 'Everybody' union all select 'Readers ' || n from generate_series(1, $1::int) n`,
    [GROUPS],
  );
  await client.query(
    `insert into memberships (group_id, subscriber_id, phone, state, since)
     select g.id, s.id, s.phone,
       case when s.id % 50 = 0 then 'left' when s.id % 60 = 0 then 'pending' else 'active' end::membership_state, s.created_at
     from subscribers s
     join groups g on g.name = 'Everybody' or g.name = 'Readers ' || (1 + s.id % $1::int)
     where s.phone like '+4915%' order by g.id, s.id`,
    [GROUPS],
  );
  await client.query(
    `insert into consents (subscriber_id, group_id, kind, at, source, wording)
     select s.id, g.id, 'subscribed', s.created_at, 'page', 'Yes, send me news by SMS.'
     from subscribers s, groups g where g.name = 'Everybody' and s.phone like '+4915%' order by s.id`,
  );
  await client.query(
    `insert into suppressions (phone, reason, source, at)
     select phone, 'opted out by text', 'sandbox:sandbox', created_at + interval '1 day' from subscribers
     where phone like '+4915%' and id % 50 = 0 order by id`,
  );
  await client.query("analyze subscribers, memberships, consents, suppressions");
}
