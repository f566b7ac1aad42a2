import type { Searcher, SearchTerms, StoredType } from "#domain/search/search-store";
import { withoutPrefix, type Uuid } from "#lib/ids";

import { binder, type Bind, type Statement } from "../../bind.ts";
import { containing } from "../like-pattern.ts";
import { spellingsOf } from "../spellings.ts";

export type Found = {
  readonly id: string | number | null;
  readonly title: string;
  readonly detail: string | null;
  readonly incomplete?: boolean;
};

type Wanted = { readonly terms: SearchTerms; readonly by: Searcher; readonly limit: number };
type Finder = (wanted: Wanted) => Statement | null;

/** No index covers part of a text: so many rows are read, the newest. */
const MESSAGES_READ = 5_000;
const SUBSCRIBERS_READ = 50_000;
const OTHERS_READ = 10_000;

/** A statement for each type. They are composed for their values, and PostgreSQL plans them for these. */
export const finders: Readonly<Record<StoredType, Finder>> = {
  subscriber: subscribers,
  message: messages,
  outbox_entry: outboxEntries,
  thread: threads,
  group: named("groups"),
  segment: named("segments"),
  template: named("templates"),
  form: forms,
  schedule: schedules,
  user: users,
  webhook: webhooks,
};

const anyOf = (bind: Bind, text: string): string => `any(${bind(spellingsOf(text).map(containing), "text[]")})`;

/** ":" is the character after the digits. Columns of numbers compare bytes, and so must the operators of all others. */
function startsWith(bind: Bind, column: string, prefixes: readonly string[], [from, to] = [">=", "<"]): string[] {
  return prefixes.map((prefix) => `${column} ${from} ${bind(prefix)} and ${column} ${to} ${bind(`${prefix}:`)}`);
}

/** By number, by the beginning of the name (an index each), and by part of the name of the newest. */
function subscribers({ terms, limit }: Wanted): Statement {
  const { values, bind } = binder();
  const take = `limit ${bind(limit)}`;
  const columns = "id, name, phone";
  const arms = [
    ...startsWith(bind, "phone", terms.prefixes).map((fits, nth) => ({ rank: nth, fits })),
    ...spellingsOf(terms.text).map((spelling) => {
      const name = `lower(${bind(spelling, "text")})`;
      // The greatest character: everything that begins with the text sorts before the text followed by it.
      return { rank: 10, fits: `lower(name) ~>=~ ${name} and lower(name) ~<~ (${name} || chr(1114111))` };
    }),
  ].map(({ rank, fits }) => `(select ${columns}, ${rank} as rank from subscribers where ${fits} ${take})`);
  const newest = `select max(id) - ${SUBSCRIBERS_READ} from subscribers`;
  arms.push(`
(select ${columns}, 20 from subscribers
  where id > (${newest}) and name ilike ${anyOf(bind, terms.text)} order by id desc ${take})`);
  const text = `
with found as materialized (
  select id, min(rank) as rank, min(name) as title, min(phone) as detail from (${arms.join("\nunion all\n")}) arms group by id
)
(select id, title, detail, false as incomplete from found order by rank, title, id ${take})
union all
select null, '', null, coalesce((${newest}) >= (select min(id) from subscribers), false)`;
  return { text, values };
}

/** The body of a personal message is a template; that of a one-time password is never searched. */
function messages({ terms, by, limit }: Wanted): Statement {
  const { values, bind } = binder();
  const id = withoutPrefix("msg", terms.text) ?? bareUuid(terms.text);
  const mine = by.readsLog ? "true" : `created_by = ${bind(by.principal)}`;
  const title = `case when category = 'otp' or not (${mine}) then '[hidden]' else body end`;
  if (id !== null) {
    return { text: `select id, ${title} as title, state::text as detail from messages where id = ${bind(id)}`, values };
  }
  const text = `
with newest as materialized (
  select id, body, state, category, created_by from messages order by id desc limit ${MESSAGES_READ}
)
(select id, body as title, state::text as detail, false as incomplete from newest
  where category <> 'otp' and ${mine} and body ilike ${anyOf(bind, terms.text)} order by id desc limit ${bind(limit)})
union all
select null, '', null, exists (select from messages where id < (select id from newest order by id limit 1))`;
  return { text, values };
}

/** By its own number, and by the number of its recipient. */
function outboxEntries({ terms, limit }: Wanted): Statement | null {
  const { values, bind } = binder();
  const take = `limit ${bind(limit)}`;
  const arms = startsWith(bind, "phone", terms.prefixes).map(
    (fits) =>
      `(select id, phone, state, message_id from deliveries where ${fits} order by phone, message_id desc ${take})`,
  );
  if (terms.number !== null) {
    arms.unshift(`(select id, phone, state, message_id from deliveries where id = ${bind(terms.number)})`);
  }
  if (arms.length === 0) return null;
  const text = `
select id, phone as title, state::text as detail
from (select distinct * from (${arms.join("\nunion all\n")}) arms) found order by message_id desc, phone ${take}`;
  return { text, values };
}

function threads({ terms, limit }: Wanted): Statement | null {
  if (terms.prefixes.length === 0) return null;
  const { values, bind } = binder();
  const fits = startsWith(bind, "t.sender", terms.prefixes, ["~>=~", "~<~"]).map((one) => `(${one})`);
  const text = `
select t.sender as id, t.sender as title, i.body as detail
from (
  select * from inbox_threads t where ${fits.join(" or ")} order by t.last_id desc limit ${bind(limit)}
) t join inbox i on i.id = t.last_id order by t.last_id desc`;
  return { text, values };
}

function named(table: "groups" | "segments" | "templates"): Finder {
  return ({ terms, limit }) => {
    const { values, bind } = binder();
    const text = newestOf(
      { table, id: "id", columns: "name", fits: `name ilike ${anyOf(bind, terms.text)}` },
      bind(limit),
    );
    return { text: text("name", "null::text"), values };
  };
}

function forms({ terms, limit }: Wanted): Statement {
  const { values, bind } = binder();
  const part = anyOf(bind, terms.text);
  const read = { table: "forms", id: "slug", columns: "title", fits: `title ilike ${part} or slug ilike ${part}` };
  return { text: newestOf(read, bind(limit))("title", "slug"), values };
}

function schedules({ terms, by, limit }: Wanted): Statement {
  const { values, bind } = binder();
  const id = withoutPrefix("sch", terms.text);
  const mine = by.readsLog ? "true" : `created_by = ${bind(by.principal)}`;
  const body = "message->>'text'";
  const isShown = `message->>'category' <> 'otp' and ${mine}`;
  const fits = id === null ? `${isShown} and ${body} ilike ${anyOf(bind, terms.text)}` : `id = ${bind(id)}`;
  const read = { table: "schedules", id: "id", columns: "message, state, created_by", fits };
  return {
    text: newestOf(read, bind(limit))(`case when ${isShown} then ${body} else '[hidden]' end`, "state::text"),
    values,
  };
}

function users({ terms, limit }: Wanted): Statement {
  const { values, bind } = binder();
  const part = anyOf(bind, terms.text);
  const words = ["username", "email", "name"].map((column) => `${column} ilike ${part}`);
  const phones = startsWith(bind, "phone", terms.prefixes).map((fits) => `(${fits})`);
  const fits = [...words, ...phones].join(" or ");
  const read = { table: "users", id: "id", columns: "username, email, name, phone", fits };
  return { text: newestOf(read, bind(limit))("name", "username"), values };
}

/** The path and query of a URL may be secret, but callers who may search webhooks may set them. */
function webhooks({ terms, limit }: Wanted): Statement {
  const { values, bind } = binder();
  const id = withoutPrefix("wh", terms.text);
  const fits = id === null ? `url ilike ${anyOf(bind, terms.text)}` : `id = ${bind(id)}`;
  const read = { table: "webhooks", id: "id", columns: "url, enabled", fits };
  return { text: newestOf(read, bind(limit))("url", "case when enabled then 'enabled' else 'disabled' end"), values };
}

type Read = { readonly table: string; readonly id: string; readonly columns: string; readonly fits: string };

function newestOf({ table, id, columns, fits }: Read, limit: string): (title: string, detail: string) => string {
  return (title, detail) => `
with newest as materialized (select ${id}, ${columns} from ${table} order by ${id} desc limit ${OTHERS_READ})
(select ${id}::text as id, ${title} as title, ${detail} as detail, false as incomplete from newest
  where ${fits} order by ${id} desc limit ${limit})
union all
select null, '', null, (select count(*) from newest) = ${OTHERS_READ}`;
}

const bareUuid = (text: string): Uuid | null => withoutPrefix("msg", `msg_${text}`);
