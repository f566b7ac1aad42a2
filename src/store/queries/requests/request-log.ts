import type { LoggedRequest, RequestFilter, RequestLogStore, SkippedRequests } from "#domain/requests/request-log";
import { uuidFloor } from "#lib/ids";
import { isoTime } from "#lib/iso-time";
import { day, minute } from "#lib/time";

import { binder, type Bind } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";
import { isDataError, isValueError } from "../../pg-errors.ts";

/**
 * A user who is deleted meanwhile: either the lock comes first, and {@link FORGET} finds the rows; or the deletion
 * does, and there is no user to be found.
 */
const APPEND = `
with entries as materialized (
  select * from json_to_recordset($1::json) as r(id uuid, request_id text, method text, route text, path text,
    status smallint, code text, parameters text[], duration_ms integer, principal text, password_id text,
    replayed boolean, original_at timestamptz, message_ids uuid[])
),
known as materialized (
  select 'builtin:' || id as principal from users where id = any($2::bigint[]) order by id for key share
)
insert into request_log (id, request_id, method, route, path, status, code, parameters, duration_ms, principal,
  password_id, replayed, original_at, message_ids)
select id, request_id, method, route, path, status, code, parameters, duration_ms,
  case when is_known then principal end, case when is_known then password_id end, replayed, original_at, message_ids
from entries cross join lateral (
  select principal not like 'builtin:%' or principal in (select principal from known) as is_known) k
order by id
on conflict (id) do nothing`;

const SKIPPED = `
insert into request_log_skips as s (minute, succeeded, failed) values (date_trunc('minute', now()), $1, $2)
on conflict (minute) do update set succeeded = s.succeeded + excluded.succeeded, failed = s.failed + excluded.failed`;

const COUNTS = `
select coalesce(sum(succeeded), 0)::float8 as succeeded, coalesce(sum(failed), 0)::float8 as failed
from request_log_skips
where ($1::timestamptz is null or minute >= date_trunc('minute', $1::timestamptz))
  and ($2::timestamptz is null or minute < $2)`;

/** SQL for whether a caller is a user who was deleted, also by a node of the previous release. */
const isGone = (principal: string): string => `(${principal} ~ '^builtin:[0-9]{1,18}$' and not exists (
  select from users u where u.id = case when ${principal} ~ '^builtin:[0-9]{1,18}$' then substr(${principal}, 9)::bigint end))`;

/** From the moment a user is deleted, their entries are shown without them. */
const COLUMNS = `id, request_id as "requestId", method, route, path, status, code, parameters,
  duration_ms as "durationMs", case when not ${isGone("principal")} then principal end as principal,
  case when not ${isGone("principal")} then password_id end as "passwordId",
  replayed, ${millis("original_at")} as "originalAt", message_ids as "messageIds"`;

/** Each caller is looked up once, by the index: there are few, with many entries each. */
const FORGET = `
with recursive callers as (
  (select principal from request_log where principal is not null order by principal limit 1)
  union all
  select (select l.principal from request_log l where l.principal > c.principal order by l.principal limit 1)
  from callers c where c.principal is not null
)
update request_log set principal = null, password_id = null where id = any(array(
  select l.id from request_log l where l.principal = any(array(select c.principal from callers c where ${isGone("c.principal")}))
  limit $1 for update skip locked))
returning 1`;

/**
 * By the message that both name, and within the time in which the call can have begun that stored its work then. The
 * service limits a call to less.
 */
const ORIGINAL = `
select ${COLUMNS} from request_log
where principal = $1 and id >= $2 and id < $3 and method = $4 and route = $5 and not replayed
  and message_ids && $6::uuid[]
order by id desc limit 1`;
const LONGEST_CALL_MS = 5 * minute;

/** Rows beyond the maximum begin at the first one that is not kept. */
const PRUNE = `
with bound as materialized (
  select greatest($1::uuid, (select id from request_log order by id desc offset $2 limit 1)) as id
)
delete from request_log where id = any(array(
  select l.id from request_log l where l.id <= (select id from bound) order by l.id limit $3 for update skip locked))
returning 1`;
const PRUNE_SKIPS = "delete from request_log_skips where minute < now() - make_interval(days => $1)";

/** The calls of the API, as far as they are recorded. */
export function requestLogQueries(db: Db): RequestLogStore {
  /** A refused entry is searched for by halves, so that the others are stored. */
  async function append(entries: readonly LoggedRequest[]): Promise<readonly LoggedRequest[]> {
    if (entries.length === 0) return [];
    try {
      const users = new Set(entries.flatMap(({ principal }) => builtinUser(principal)));
      await db.query("append requests", APPEND, [JSON.stringify(entries.map(rowOf)), [...users]]);
      return [];
    } catch (error) {
      if (!isValueError(error) && !isDataError(error)) throw error;
      if (entries.length === 1) return entries;
      const middle = Math.ceil(entries.length / 2);
      return [...(await append(entries.slice(0, middle))), ...(await append(entries.slice(middle)))];
    }
  }

  return {
    append,
    async addSkipped({ succeeded, failed }) {
      if (succeeded + failed > 0) await db.query("skipped requests", SKIPPED, [succeeded, failed]);
    },
    async list({ before, limit, ...filter }) {
      const { values, bind } = binder();
      const conditions = [...conditionsOf(filter, bind), ...(before === null ? [] : [`id < ${bind(before)}`])];
      const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
      const text = `select ${COLUMNS} from request_log ${where} order by id desc limit ${bind(limit)}`;
      return db.unnamed<LoggedRequest>(text, values);
    },
    async skipped({ from, to }) {
      const date = (at: number | null): Date | null => (at === null ? null : new Date(at));
      const [row] = await db.query<SkippedRequests>("count skipped requests", COUNTS, [date(from), date(to)]);
      return row!;
    },
    async find(id, principal) {
      const [row] = await db.query<LoggedRequest>(
        "request",
        `select ${COLUMNS} from request_log where id = $1 and ($2::text is null or principal = $2)`,
        [id, principal],
      );
      return row ?? null;
    },
    async original({ principal, originalAt, method, route, messageIds }) {
      if (principal === null || originalAt === null || messageIds.length === 0) return null;
      const [row] = await db.query<LoggedRequest>("original request", ORIGINAL, [
        principal,
        uuidFloor(originalAt - LONGEST_CALL_MS),
        uuidFloor(originalAt + minute),
        method,
        route,
        messageIds,
      ]);
      return row ?? null;
    },
    async prune({ days, rows }, limit) {
      const oldest = uuidFloor(db.now() - days * day);
      const gone = await db.query("prune requests", PRUNE, [oldest, rows, limit]);
      await db.query("prune skipped requests", PRUNE_SKIPS, [days]);
      return gone.length;
    },
    async forgetCallers(limit) {
      return (await db.query("forget callers", FORGET, [limit])).length;
    },
  };
}

function conditionsOf(filter: RequestFilter, bind: Bind): string[] {
  const { principal, statuses, method, route, code, passwordId, requestId, replayed, from, to } = filter;
  const conditions: string[] = [];
  if (principal !== null) conditions.push(`principal = ${bind(principal)}`);
  if (statuses) {
    const ranges = statuses.map((range) => `status >= ${bind(range.from)} and status < ${bind(range.to)}`);
    // Written exactly as in the partial index.
    const isFailed = statuses.every((range) => range.from >= 400) ? "status >= 400 and " : "";
    conditions.push(`${isFailed}(${ranges.join(" or ")})`);
  }
  if (method !== null) conditions.push(`method = ${bind(method)}`);
  if (route !== null) conditions.push(`route = ${bind(route)}`);
  if (code !== null) conditions.push(`status >= 400 and code = ${bind(code)}`);
  if (passwordId !== null) conditions.push(`password_id = ${bind(passwordId)}`);
  if (requestId !== null) conditions.push(`request_id = ${bind(requestId)}`);
  if (replayed !== null) conditions.push(replayed ? "replayed" : "not replayed");
  if (from !== null) conditions.push(`id >= ${bind(uuidFloor(from))}`);
  if (to !== null) conditions.push(`id < ${bind(uuidFloor(to))}`);
  return conditions;
}

function builtinUser(principal: string | null): readonly string[] {
  const id = /^builtin:(\d{1,18})$/.exec(principal ?? "")?.[1];
  return id === undefined ? [] : [id];
}

function rowOf(entry: LoggedRequest) {
  const { requestId, durationMs, passwordId, originalAt, messageIds, ...same } = entry;
  return {
    ...same,
    request_id: requestId,
    duration_ms: Math.min(durationMs, 2 ** 31 - 1),
    password_id: passwordId,
    original_at: isoTime(originalAt),
    message_ids: messageIds,
  };
}
