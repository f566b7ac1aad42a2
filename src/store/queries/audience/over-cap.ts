import type { AudienceQuery, CapWindow, OverCap } from "#domain/preview/audience-count";
import type { Phone } from "#domain/recipients/phone";
import { second } from "#lib/time";

import { binder, type Bind } from "../../bind.ts";
import { within } from "../../bounded.ts";
import type { Db } from "../../database.ts";
import { countedAsOf, everySpellingOf } from "../other-spelling-sql.ts";
import { samplePercent, sampleScale, sizeOf } from "../subscribers/sample.ts";
import { belongs, isSuppressedFor, type Parts } from "./segment-audience.ts";

/** An audience up to this size is checked completely, however many people received messages recently. */
const AUDIENCE_UP_TO = 20_000;
/** For a larger audience, up to this many recently texted people are all checked; above it, a sample. */
const TEXTED_UP_TO = 200_000;
/** Then a sample estimates the numbers, too. */
const COUNT_MS = 1 * second;

const NONE: OverCap = { members: new Map(), known: new Set(), earliest: null, latest: null, exact: true };

/**
 * The time of the message that reached the cap for the person of `contacts` row `c`; null if they may get another one.
 * The rule of `underCap` as SQL, for people who are too many to be read; the list is in the order of time.
 */
export const oneTooMany = ({ messages, since }: CapWindow, bind: Bind): string => {
  const sent = `(c.recent -> -${bind(messages, "int")} ->> 1)::float8`;
  return `case when ${sent} > ${bind(since, "float8")} then ${sent} end`;
};

type Ends = { readonly earliest: number | null; readonly latest: number | null };
type Row = Ends & { readonly start: string; readonly people: number; readonly scanned: number };

/**
 * Who of an audience is over the frequency cap, suppressed people left out.
 *
 * @param members people of the groups and segments, as counted
 */
export async function overCap(db: Db, parts: Parts, query: AudienceQuery, members: number): Promise<OverCap> {
  const { cap, phones } = query;
  if (cap === null) return NONE;
  const known = await knownOver(db, phones, cap);
  if (members === 0) return { ...NONE, ...endsOf(known), known: new Set(known.map(({ phone }) => phone)) };
  const texted = await sizeOf(db, "contacts");
  const read = (of: Driver): Promise<Row[]> => {
    const { text, values } = membersOver(parts, query, cap, of);
    return db.unnamed<Row>(text, values);
  };
  const of = members <= AUDIENCE_UP_TO ? "audience" : texted <= TEXTED_UP_TO ? "texted" : null;
  const counted = of && (await within(db, COUNT_MS, () => read(of)));
  const rows = counted ?? (await read({ percent: samplePercent(texted, parts.filters) }));
  const scale = counted
    ? 1
    : sampleScale(
        texted,
        rows.reduce((sum, { scanned }) => sum + scanned, 0),
      );
  return {
    members: new Map(
      rows.filter(({ people }) => people > 0).map(({ start, people }) => [start, Math.round(people * scale)]),
    ),
    known: new Set(known.map(({ phone }) => phone)),
    ...endsOf([...rows, ...known]),
    exact: counted !== null,
  };
}

function endsOf(rows: readonly Ends[]): Ends {
  const earliest = rows.flatMap((row) => row.earliest ?? []);
  const latest = rows.flatMap((row) => row.latest ?? []);
  return latest.length === 0
    ? { earliest: null, latest: null }
    : { earliest: Math.min(...earliest), latest: Math.max(...latest) };
}

/** Which set drives the query: the audience, or the people who were texted recently. */
type Driver = "audience" | "texted" | { readonly percent: number };

function membersOver(parts: Parts, query: AudienceQuery, cap: CapWindow, of: Driver) {
  const { values, bind } = binder();
  const belonging = (): string =>
    `(s.bounced_at is null or s.phone = any(${bind(query.phones, "text[]")})) and ${belongs(parts, bind)}`;
  const suppressed = isSuppressedFor("t.phone", query.message, bind);
  const texted = (): string => {
    const sent = `${oneTooMany(cap, bind)} as sent`;
    if (of === "audience") {
      // A phone listed under two numbers is one person; the number without the 9 gets the message.
      return `select distinct on (c.phone) s.phone, ${sent} from subscribers s
        join contacts c on c.phone = ${countedAsOf("s.phone")} where ${belonging()} order by c.phone, s.phone`;
    }
    if (of !== "texted") {
      const sample = `tablesample system (${bind(of.percent, "float4")}) repeatable (1)`;
      return `select c.phone, ${sent} from contacts c ${sample}`;
    }
    const since = `to_timestamp(${bind(cap.since, "float8")} / 1000) - interval '1 minute'`;
    return `select c.phone, ${sent} from contacts c where c.last_at > ${since}`;
  };
  const isMember =
    of === "audience"
      ? "true"
      : `exists (select from subscribers s where s.phone = any(${everySpellingOf("t.phone")}) and ${belonging()} offset 0)`;
  const text = `
with texted as materialized (${texted()}),
judged as materialized (
  select t.phone, t.sent, t.sent is not null and not ${suppressed} and ${isMember} as is_over from texted t
)
select left(phone, 9) as start, (count(*) filter (where is_over))::int as people,
  min(sent) filter (where is_over) as earliest, max(sent) filter (where is_over) as latest, count(*)::int as scanned
from judged group by 1`;
  return { text, values };
}

async function knownOver(db: Db, phones: readonly Phone[], cap: CapWindow) {
  if (phones.length === 0) return [];
  const { values, bind } = binder();
  const phoneRows = `unnest(${bind(phones, "text[]")}) as k(phone)`;
  const text = `select phone, sent as earliest, sent as latest from (
    select k.phone, (select ${oneTooMany(cap, bind)} from contacts c where c.phone = ${countedAsOf("k.phone")} offset 0) as sent
    from ${phoneRows}) judged where sent is not null`;
  return db.unnamed<Ends & { phone: Phone }>(text, values);
}
