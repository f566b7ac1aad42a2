import { COUNTRY_SAMPLE, TYPING_SECONDS, windows, type Window } from "#domain/guard/limits";
import type { CountryShare, GuardStore, Sample, WindowCount } from "#domain/guard/guard-store";

import type { Db } from "../../database.ts";

type Row = {
  readonly nth: number;
  readonly sent: number;
  readonly verified: number;
  readonly age: number | null;
};

export function guardQueries(db: Db): GuardStore {
  return {
    async lock(locks) {
      await db.query("guard lock", LOCK, [locks.map(String)]);
    },
    async counts(keys, limited, prefixSample) {
      const rows = await db.query<Row>("guard counts", COUNTS, [
        keys.number,
        keys.prefix,
        keys.address,
        keys.country,
        limited,
        prefixSample,
      ]);
      const byNth = new Map(rows.map((row) => [row.nth, row]));
      return {
        windows: windows.map((_, nth) => (limited[nth] ? windowOf(byNth.get(nth)!) : null)),
        prefix: sampleOf(byNth.get(PREFIX_SAMPLE)!),
        country: sampleOf(byNth.get(OF_COUNTRY)!),
      };
    },
    async add({ number, prefix, address, country }, purpose) {
      await db.query("guard add", ADD, [purpose, number, prefix, address, country]);
    },
    async verified(number) {
      await db.query("guard verified", VERIFIED, [number]);
    },
    shares: () => db.query<CountryShare>("guard shares", SHARES, []),
  };
}

function windowOf({ sent, verified, age }: Row): WindowCount {
  return { sent, verified, oldestAge: age };
}

function sampleOf({ sent, verified, age }: Row): Sample {
  return { sent, verified, newestAge: age ?? Infinity };
}

// A statement of its own: only a later one sees what the previous holder of the locks has written.
const LOCK = "select pg_advisory_xact_lock(lock) from unnest($1::bigint[]) as r(lock)";

const PREFIX_SAMPLE = windows.length;
const OF_COUNTRY = windows.length + 1;

const MATCHES: Readonly<Record<Window["scope"], string>> = {
  number: "number_hash = $1",
  prefix: "prefix_hash = $2",
  address: "address_hash = $3",
  country: "country = $4",
  site: "true",
};

const countOf = ({ scope, seconds, forgives }: Window, nth: number): string => `
select ${nth} as nth, count(*)::int as sent, count(verified_at)::int as verified,
  extract(epoch from (select at from now) - min(at)${forgives ? " filter (where verified_at is null)" : ""})::float8 as age
from code_requests
where ($5::boolean[])[${nth + 1}] and ${MATCHES[scope]} and at > (select at from now) - interval '${seconds} seconds'`;

// A message without a code cannot be verified.
const sampleBy = (matches: string, limit: string): string => `
  select at, verified_at from code_requests
  where ${matches} and purpose <> 'welcome' and at <= (select at from now) - interval '${TYPING_SECONDS} seconds' order by at desc limit ${limit}`;

const sample = (nth: number, matches: string, limit: string): string => `
select ${nth} as nth, count(*)::int as sent, count(verified_at)::int as verified,
  extract(epoch from (select at from now) - max(at))::float8 as age
from (${sampleBy(matches, limit)}) r`;

// clock_timestamp(), not now(): a transaction that waited for the locks began before the last code was counted.
const COUNTS = `
with now as materialized (select clock_timestamp() as at)
${[
  ...windows.map(countOf),
  sample(PREFIX_SAMPLE, MATCHES.prefix, "$6"),
  sample(OF_COUNTRY, MATCHES.country, `${COUNTRY_SAMPLE}`),
].join("\nunion all")}`;

const ADD = `
insert into code_requests (at, purpose, number_hash, prefix_hash, address_hash, country)
values (clock_timestamp(), $1, $2, $3, $4, $5)`;

const VERIFIED = `
update code_requests set verified_at = clock_timestamp()
where id = any(array(
  select id from code_requests
  where number_hash = $1 and at > now() - interval '1 day' and verified_at is null order by id for update))`;

/** Jumps from country to country in the index; there is no list of them. */
const SHARES = `
with recursive now as materialized (select clock_timestamp() as at),
seen as (
  select min(country) as country from code_requests
  union all
  select (select min(country) from code_requests c where c.country > seen.country) from seen where seen.country is not null
)
select seen.country, count(*)::int as sent, count(verified_at)::int as verified
from seen cross join lateral (${sampleBy("country = seen.country", `${COUNTRY_SAMPLE}`)}) r
group by seen.country order by seen.country`;
