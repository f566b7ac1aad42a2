import { MAX_ATTEMPTS } from "#domain/messages/outcome";
import { ANSWERING } from "#domain/opt-out/confirmation";
import {
  keyText,
  type Chunk,
  type Claim,
  type ClaimRequest,
  type DeliveryKey,
  type QueuedMessage,
} from "#domain/deliveries/queue";
import type { Phone } from "#domain/recipients/phone";
import { uuidFloor, type Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { CONTENT_OBJECT } from "../../message-content.ts";
import { OPEN_LIST } from "../deliveries/delivery-states.ts";
import { isToMany } from "../messages/recipients-fragment.ts";
import { byPartition, deliveriesTable } from "../../partitions.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { leasedFor } from "../../leases.ts";
import { claimMarking, markedOf, type MarkedText } from "./claim-mark.ts";
import type { ClaimFloors, ClaimFloor } from "./claim-floors.ts";
import { doubtful, WORKER_STOPPED } from "../deliveries/event-data.ts";
import { stateChanged } from "../deliveries/state-changes.ts";
import { parkThrottled } from "./throttled-chunks.ts";

/**
 * Leases the fair next chunks of several routes and priorities, urgent priorities first, until they contain $6
 * deliveries; and reads the contents of their messages.
 *
 * `any(array(…))` makes the subquery run once by construction. A leased chunk stays in the index with its end of lease
 * as `due`, so a dead worker's chunk becomes claimable without a search for it. `due` is in no index: a claim changes
 * none.
 *
 * `(select $1)` hides the array's length from the planner: otherwise it finds a plan for these exact values cheaper
 * than one that it may keep, and plans every claim again, at 0.25 ms instead of the 0.05 that the claim itself takes.
 */
const TAKE = `
update chunks set ${leasedFor("$4")}, owner = $3, throttled = false
where id = any(array(
  select id from (
    select c.id, sum(c.size) over (order by c.priority, c.turn, c.id) - c.size as before
    from unnest((select $1::text[]), $2::smallint[], $7::bigint[]) as l(route, priority, floor), lateral (
      select id, priority, turn, size from chunks
      where route = l.route and priority = l.priority and (turn, id) > (0, l.floor) and claimable and due <= now()
      order by turn, id limit (select $5::bigint) for update skip locked) c
  ) fair where before < $6))
returning id, token, route, priority, turn, size, message_id, message_ids, phones, (
  select json_agg(json_build_object('id', id, 'category', category, 'content', ${CONTENT_OBJECT},
    'validUntil', extract(epoch from valid_until) * 1000,
    'isAnswer', created_by = '${ANSWERING}',
    'ratePerMinute', case when ${isToMany()} then rate_per_minute end))
  from messages m where m.id = any(coalesce(message_ids, array[message_id]))) as messages`;

export type ChunkRow = {
  id: number;
  token: number;
  route: string;
  priority: number;
  turn: number;
  message_id: Uuid | null;
  message_ids: Uuid[] | null;
  phones: Phone[];
};

/** `messages`: null if none of them exists any more. */
type ClaimedRow = ChunkRow & {
  readonly messages: readonly QueuedMessage[] | null;
  readonly marked?: readonly MarkedText[] | null;
};

export async function claim(db: Db, floors: ClaimFloors, request: ClaimRequest): Promise<readonly Claim[]> {
  const rows = await lease(db, floors, request);
  if (rows.length === 0) return [];
  const sorted = rows.toSorted((a, b) => a.priority - b.priority || a.turn - b.turn || a.id - b.id);
  const chunks = sorted.map(chunkOf);
  const marked = new Map(sorted.map((row) => [row.id, (row.marked ?? []).map((text) => markedOf(row.id, text))]));
  const messages = new Map(rows.flatMap((row) => row.messages ?? []).map((message) => [message.id, message]));
  const isRated = (id: Uuid): boolean => messages.get(id)?.ratePerMinute != null;
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.token === 1) continue;
    const left = await recover(db, chunk, request);
    chunks[index] = chunk.messageId !== null && isRated(chunk.messageId) ? await withoutOver(db, left) : left;
  }
  const parked = await parkThrottled(db, chunks, isRated);
  return chunks
    .filter((chunk) => !parked.has(chunk.id))
    .map((chunk) => ({ chunk: withAnswers(chunk, messages), messages, marked: marked.get(chunk.id)! }));
}

function withAnswers(chunk: Chunk, messages: ReadonlyMap<Uuid, QueuedMessage>): Chunk {
  const answers = [...messages.values()].filter(({ isAnswer }) => isAnswer).map(({ id }) => id);
  return answers.length === 0 ? chunk : { ...chunk, answers: new Set(answers) };
}

/**
 * For a message with a rate: deliveries already over would cost a slot each, and a campaign of one message a minute
 * would send nothing for hours after what an earlier owner of its chunk had sent.
 */
async function withoutOver(db: Db, chunk: Chunk): Promise<Chunk> {
  const table = deliveriesTable(chunk.messageId!);
  const rows = await db.query<{ phone: Phone }>(`open texts ${table}`, openTexts(table), [
    chunk.messageId,
    chunk.keys.map(({ phone }) => phone),
  ]);
  const open = new Set(rows.map(({ phone }) => phone));
  return { ...chunk, keys: chunk.keys.filter(({ phone }) => open.has(phone)) };
}

const openTexts = (table: string): string => `
select phone from ${table} where message_id = $1 and phone = any($2) and state in (${OPEN_LIST})`;

async function lease(db: Db, floors: ClaimFloors, request: ClaimRequest): Promise<readonly ClaimedRow[]> {
  const { owner, leaseMs, limit, rows: most, mark } = request;
  const table = deliveriesTable(uuidFloor(db.now()));
  const [name, text] = mark ? [`claim and mark ${table}`, claimMarking(TAKE, table)] : ["claim", TAKE];
  let from: readonly ClaimFloor[] | null = floors.next(request.routes, request.priorities);
  while (from) {
    const rows: ClaimedRow[] = await db.query<ClaimedRow>(name, text, [
      from.map(({ route }) => route),
      from.map(({ priority }) => priority),
      owner,
      leaseMs,
      limit,
      most,
      from.map(({ floor }) => floor),
      ...(mark ? [mark.gateway, mark.rows] : []),
    ]);
    floors.claimed(rows);
    if (rows.length > 0) return rows;
    from = floors.again(from);
  }
  return [];
}

function chunkOf(row: ChunkRow): Chunk {
  const keys = row.phones.map((phone, index): DeliveryKey => ({
    messageId: row.message_id ?? row.message_ids![index]!,
    phone,
  }));
  return { id: row.id, token: row.token, route: row.route, priority: row.priority, messageId: row.message_id, keys };
}

type Repeats = Pick<ClaimRequest, "repeatable" | "bound">;

/**
 * Handles what an earlier owner of the chunk had marked and not settled: it died between the mark and the settle, and
 * the gateway may have accepted the delivery. `unknown`, unless a repeat is harmless or was requested; a delivery that
 * crashes its worker each time is not repeated forever.
 *
 * A repeat that only the same gateway may send waits for that gateway, outside the chunk, and so does what was already
 * postponed.
 *
 * @returns the chunk without those
 */
async function recover(db: Db, chunk: Chunk, { repeatable, bound = [] }: Repeats): Promise<Chunk> {
  const waiting = new Set<string>();
  for (const [table, keys] of byPartition(chunk.keys, (key) => key.messageId)) {
    const rows = await db.query<{ message_id: Uuid; phone: Phone }>(`recover ${table}`, recoverStatement(table), [
      ...keyArrays(keys),
      chunk.id,
      chunk.token,
      repeatable,
      MAX_ATTEMPTS,
      bound,
      chunk.priority,
    ]);
    for (const row of rows) waiting.add(keyText({ messageId: row.message_id, phone: row.phone }));
  }
  if (waiting.size === 0) return chunk;
  return { ...chunk, keys: chunk.keys.filter((key) => !waiting.has(keyText(key))) };
}

/**
 * Takes over a chunk whose row is locked and that has no owner, as a claim would.
 *
 * @returns the chunk without what {@link recover} moved elsewhere
 */
export async function takeOver(db: Db, row: ChunkRow, repeats: Repeats): Promise<Chunk> {
  const chunk = chunkOf(row);
  return row.token === 0 ? chunk : recover(db, { ...chunk, token: chunk.token + 1 }, repeats);
}

/** Another gateway may send it: a later report of this one about its own attempt no longer applies. */
const REPEATED = `
  select 'message.deferred', message_id, phone, jsonb_build_object('id', id, 'gateway', gateway, 'response', response,
    'attempt', attempt)
  from moved where state = 'queued'`;

function recoverStatement(table: string): string {
  return `
with stale as (
  select d.message_id, d.phone, d.gateway = any($5) and d.attempt + 1 < $6 as repeatable,
    d.gateway = any($7) or d.bound_to is not null as bound
  from ${table} d
  join unnest($1::uuid[], $2::text[]) as k(message_id, phone) on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'sending' and d.chunk_id = $3 and d.token < $4
  order by d.message_id, d.phone for update of d
),
moved as (
  update ${table} d
  set state = case when stale.repeatable then 'queued'::delivery_state else 'unknown' end, attempt = d.attempt + 1,
    response = ${WORKER_STOPPED},
    bound_to = case when stale.repeatable and stale.bound then d.gateway else d.bound_to end,
    doubted_at = case when stale.repeatable then coalesce(d.doubted_at, d.marked_at) else d.doubted_at end
  from stale where d.message_id = stale.message_id and d.phone = stale.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.attempt, d.response, stale.bound
),
again as (
  insert into retries (message_id, phone, route, priority, due)
  select message_id, phone, gateway, $8, now() from moved where state = 'queued' and bound order by message_id, phone
  on conflict (message_id, phone) do update set route = excluded.route, due = excluded.due
  returning message_id, phone
),${stateChanged({
    rows: "moved",
    was: ["sending"],
    becomes: ["queued", "unknown"],
    data: doubtful("worker_stopped"),
    after: REPEATED,
    ordered: false,
  })}
select message_id, phone from again
union
select r.message_id, r.phone from retries r
join unnest($1::uuid[], $2::text[]) as k(message_id, phone) on r.message_id = k.message_id and r.phone = k.phone`;
}
