import type { ListedQuery, ListedReader } from "#domain/preview/list-people";
import type { Phone } from "#domain/recipients/phone";
import { second } from "#lib/time";

import { binder, type Bind } from "../../bind.ts";
import { within } from "../../bounded.ts";
import type { Db } from "../../database.ts";
import { countedAsOf, everySpellingOf } from "../other-spelling-sql.ts";
import { messageLike, SUPPRESSES } from "../suppressions/suppression-fragment.ts";
import { namedPeople, repeatedPeople } from "./named-people.ts";
import { oneTooMany } from "./over-cap.ts";
import { belongs, isSuppressedFor, partsOf, type Parts } from "./segment-audience.ts";

const READ_MS = 2 * second;

type Row = { readonly id: number | null; readonly phone: Phone; readonly name: string | null };

/** The people whom the audience count reports separately, selected by the same conditions. */
export function listedQueries(db: Db): ListedReader {
  return {
    async list(query) {
      const parts = await partsOf(db, query);
      const { values, bind } = binder();
      const text = statementOf[query.reason](parts, query, bind);
      if (text === null) return [];
      return within(db, READ_MS, () => db.unnamed<Row>(`${text} limit ${bind(query.limit, "int")}`, values));
    },
  };
}

type Statement = (parts: Parts, query: ListedQuery, bind: Bind) => string | null;

const statementOf: Readonly<Record<ListedQuery["reason"], Statement>> = {
  matched: namedPeople,
  duplicates: repeatedPeople,
  final: namedPeople,

  suppressed(parts, { message, phones }, bind) {
    const m = messageLike(bind(message.category, "text"), bind(message.sender, "text"));
    const known = bind(phones, "text[]");
    return `
with gone as materialized (
  select s.phone from suppressions s, ${m} where ${SUPPRESSES}
  union select b.phone from subscribers b where b.bounced_at is not null and b.phone <> all(${known})
)
select s.id, s.phone, s.name from gone join subscribers s on s.phone = gone.phone where ${belongs(parts, bind)}
union all select null, k.phone, null from unnest(${known}) as k(phone)
where ${isSuppressedFor("k.phone", message, bind)} and not ${isInAudience("k.phone", parts, bind)}`;
  },

  unconfirmed({ groups }, _query, bind) {
    const ids = bind(groups, "bigint[]");
    return `
select distinct s.id, s.phone, s.name from memberships p join subscribers s on s.id = p.subscriber_id
where p.group_id = any(${ids}) and p.state = 'pending' and not exists (
  select from memberships m
  where m.subscriber_id = p.subscriber_id and m.group_id = any(${ids}) and m.state = 'active' offset 0)`;
  },

  over_cap(parts, { message, phones, cap }, bind) {
    if (cap === null) return null;
    const known = bind(phones, "text[]");
    const isOver = `${oneTooMany(cap, bind)} is not null and not ${isSuppressedFor("c.phone", message, bind)}`;
    const lately = `c.last_at > to_timestamp(${bind(cap.since, "float8")} / 1000) - interval '1 minute'`;
    return `
select s.id, s.phone, s.name from contacts c join subscribers s on s.phone = any(${everySpellingOf("c.phone")})
where ${lately} and ${isOver} and (s.bounced_at is null or s.phone = any(${known})) and ${belongs(parts, bind)}
union all select null, k.phone, null from unnest(${known}) as k(phone) join contacts c on c.phone = ${countedAsOf("k.phone")}
where ${isOver} and not ${isInAudience("k.phone", parts, bind)}`;
  },
};

const isInAudience = (phone: string, parts: Parts, bind: Bind): string =>
  `exists (select from subscribers s where s.phone = ${phone} and ${belongs(parts, bind)} offset 0)`;
