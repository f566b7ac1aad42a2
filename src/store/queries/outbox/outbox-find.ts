import { createHash } from "node:crypto";

import { statusOf } from "#domain/outbox/status";
import type { OutboxStep } from "#domain/outbox/outbox-store";
import { typedNumber } from "#domain/recipients/typed-number";
import { uuidFloor, type Uuid } from "#lib/ids";

import { binder, type Bind } from "../../bind.ts";
import { containing } from "../like-pattern.ts";
import { spellingsOf } from "../spellings.ts";
import { FAILED_LIST, SUCCESS_LIST } from "../deliveries/delivery-states.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";

export type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

type Column = { readonly name: "message_id" | "phone"; readonly down: boolean };

/**
 * The statement for one step through the log. Its text depends on which filters there are and never on their values;
 * sizes are literals in it, because the planner takes an unknown limit for a tenth of the table.
 *
 * After a position there are two arms, the rest of the same leading value and everything after it, each with bounds
 * that an index can start at and partitions can be chosen by. A single row comparison would do neither: with a second
 * bound beside it PostgreSQL 18 starts at the wrong end (8.3 ms instead of 0.06).
 */
export function findStatement(step: OutboxStep, partitionOf: (messageId: Uuid) => string | null): Statement {
  const { after, filter } = step;
  // One message's entries are read from their partition by name: if they are queried in the order of numbers, a general
  // plan on the parent sorts all 400,000 of them for one page (110 ms instead of 2).
  const tableOf = (messageId: Uuid | null): string | null =>
    messageId === null ? "deliveries" : partitionOf(messageId);
  const only = tableOf(filter.messageId);
  const { values, bind } = binder();
  const [first, second] = columnsOf(step);
  const order = `${first.name}${direction(first)}, ${second.name}${direction(second)}`;
  const own = boundsOf(step, bind);
  const error = once(() => bind(filter.error, "text"));
  const arms: string[] = [];
  // Conditions are created only where an arm uses them: creating one binds its value.
  const add = (table: string | null, conditions: () => readonly string[]): void => {
    if (table === null) return;
    const code = byError(step) ? [`failure = ${error()}`] : [];
    arms.push(arm(table, [...conditions(), ...code], order, step));
  };
  const all = (column: Column): string[] => own[column.name].map((bound) => bound.sql());
  if (!after) add(only, () => [...all(first), ...all(second)]);
  else {
    const places = {
      message_id: once(() => bind(after.messageId, "uuid")),
      phone: once(() => bind(after.phone, "text")),
    };
    const at = (column: Column): string => places[column.name]();
    const behind = (column: Column): string => `${column.name} ${column.down ? "<" : ">"} ${at(column)}`;
    // For the column that moves on from the position only the bound in its direction remains.
    const ahead = (column: Column): string[] =>
      own[column.name].filter((bound) => bound.side !== (column.down ? "high" : "low")).map((bound) => bound.sql());
    // A fixed column cannot move on.
    const fixed = (column: Column): boolean => own[column.name].some((bound) => bound.side === "both");
    if (!fixed(second)) {
      const table = first.name === "message_id" ? tableOf(after.messageId) : only;
      add(table, () => [`${first.name} = ${at(first)}`, behind(second), ...ahead(second)]);
    }
    if (!fixed(first)) add(only, () => [behind(first), ...ahead(first), ...all(second)]);
  }
  const { messages, conditions } = restOf(step, bind, error);
  const seen = arms.length === 0 ? arm("deliveries", ["false"], order, step) : arms.join("\n  union all\n  ");
  const count = bind(step.count, "int");
  const keep = bind(step.keep, "int");
  const text = `
with seen as materialized (
  select * from (${seen}) arms order by ${order} limit ${step.rows}
),
${messages && `message as materialized (${messages}),`}
hit as (
  select seen.*, ${messages ? "message.sender" : "null::text as sender"}, row_number() over (order by ${order.replaceAll(/message_id|phone/g, "seen.$&")}) as nth
  from seen${messages && " join message on message.message_id = seen.message_id"}
  ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""}
),
last as (
  select message_id, phone from seen order by ${first.name}${direction(turned(first))}, ${second.name}${direction(turned(second))} limit 1
)
select (select count(*) from seen)::int as seen, (select message_id from last) as last_id, (select phone from last) as last_phone,
  count(*)::int as hits,
  count(*) filter (where nth <= ${count} and state in (${SUCCESS_LIST}))::int as success,
  count(*) filter (where nth <= ${count} and state in (${FAILED_LIST}))::int as failed,
  json_agg(json_build_array(message_id, phone, state, sender) order by nth) filter (where nth <= ${keep}) as found
from hit`;
  // Named by its text: two shapes can never have the same name, and PostgreSQL plans each once per session.
  return { name: `outbox ${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`, text, values };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

function columnsOf({ order, descending }: OutboxStep): readonly [Column, Column] {
  return order === "date"
    ? [
        { name: "message_id", down: descending },
        { name: "phone", down: descending },
      ]
    : [
        { name: "phone", down: descending },
        { name: "message_id", down: !descending },
      ];
}

const turned = (column: Column): Column => ({ ...column, down: !column.down });
const direction = (column: Column): string => (column.down ? " desc" : "");

/** `sql` binds its value when it is called: PostgreSQL rejects a parameter that the statement does not use. */
type Bound = { readonly side: "low" | "high" | "both"; readonly sql: () => string };

/**
 * The oldest message that may have something queued or held; null: nothing is. A completed message has no open
 * delivery, and one that was stopped keeps its cancellation until it has none.
 */
const OLDEST_WAITING = `(select id from (
  (select id from messages where ${IS_OPEN} order by id limit 1)
  union all (select message_id from cancellations order by message_id limit 1)
  union all (select message_id from chunks where message_id is not null order by message_id limit 1)
  union all (select message_id from retries order by message_id limit 1)
  union all (select message_id from holds order by message_id limit 1)) oldest order by id limit 1)`;

const isWaiting = (state: string): boolean => state === "queued" || state === "held";

/** What the filter says about the columns of the indexes. Dates become bounds on the id, which choose partitions. */
function boundsOf({ filter }: OutboxStep, bind: Bind): { message_id: readonly Bound[]; phone: readonly Bound[] } {
  const ids: Bound[] = [];
  const bound = (side: Bound["side"], operation: string, value: string, type: string): Bound => {
    return { side, sql: once(() => `${operation} ${bind(value, type)}`) };
  };
  if (filter.messageId !== null) ids.push(bound("both", "message_id =", filter.messageId, "uuid"));
  if (filter.from !== null) ids.push(bound("low", "message_id >=", uuidFloor(filter.from), "uuid"));
  if (filter.to !== null) ids.push(bound("high", "message_id <", uuidFloor(filter.to), "uuid"));
  // Otherwise a list of what waits, when nothing does, would look for it in the whole log.
  if (filter.messageId === null && filter.states?.every(isWaiting))
    ids.push({ side: "low", sql: () => `message_id >= ${OLDEST_WAITING}` });
  const phones = filter.recipient === null ? [] : [bound("both", "phone =", filter.recipient, "text")];
  return { message_id: ids, phone: phones };
}

function arm(table: string, conditions: readonly string[], order: string, step: OutboxStep): string {
  const { error, search } = step.filter;
  const columns = `message_id, phone, state, gateway${error === null ? "" : ", failure"}${search === null ? "" : ", own_text"}`;
  // `failure` is not null exactly in the failed states, and has an index of its own.
  const all = onlyFailures(step) ? [...conditions, "failure is not null"] : conditions;
  const where = all.length > 0 ? ` where ${all.join(" and ")}` : "";
  return `(select ${columns} from ${table}${where} order by ${order} limit ${step.rows})`;
}

/** Whether the index of the failures by code is read; in the order of numbers it would have to be sorted first. */
const byError = ({ filter, order }: OutboxStep): boolean => filter.error !== null && order === "date";

function onlyFailures({ filter }: OutboxStep): boolean {
  return filter.states !== null && filter.states.every((state) => statusOf(state) === "failed");
}

/**
 * What no index covers is checked row by row; each message of the step is read once, by its key (`offset 0` keeps
 * PostgreSQL from reading all messages instead). A one-time password's text cannot be searched: a search would reveal
 * it.
 */
function restOf(
  step: OutboxStep,
  bind: Bind,
  error: () => string,
): { messages: string; conditions: readonly string[] } {
  const { filter, withSender } = step;
  const conditions: string[] = [];
  const ofCategory = filter.category === null ? "" : ` where m.category = ${bind(filter.category, "text")}`;
  const read = (fits: string): string => `
  select ids.message_id, m.sender, m.category, ${fits} as fits from (select distinct message_id from seen) ids
  cross join lateral (select category, sender, body, personal from messages where id = ids.message_id offset 0) m${ofCategory}`;
  if (filter.states !== null) conditions.push(`seen.state = any(${bind(filter.states, "delivery_state[]")})`);
  if (filter.gateway !== null) conditions.push(`seen.gateway = ${bind(filter.gateway, "text")}`);
  if (filter.error !== null && !byError(step)) conditions.push(`seen.failure = ${error()}`);
  if (filter.search === null) return { messages: withSender || ofCategory ? read("true") : "", conditions };
  const spellings = bind(spellingsOf(filter.search).map(containing), "text[]");
  const digits = typedNumber(filter.search);
  const number = /^\+?\d+$/.test(digits) ? ` or seen.phone like ${bind(containing(digits), "text")}` : "";
  const own = `(seen.own_text is not null and message.category <> 'otp' and seen.own_text ilike any(${spellings}))`;
  conditions.push(`(message.fits or ${own}${number})`);
  const fits = `((m.category <> 'otp' and not m.personal and m.body ilike any(${spellings})) or coalesce(m.sender ilike any(${spellings}), false))`;
  return { messages: read(fits), conditions };
}
