import type { NewMessage, Accepted } from "#domain/messages/message";
import type { AcceptResult, IdempotentReply, MessageStore } from "#domain/ports/message-store";
import { groupCommit } from "#lib/group-commit";
import { uuidv7, type Uuid } from "#lib/ids";

import type { Db } from "../database.ts";
import { deliveriesTable } from "../partitions.ts";
import { isDataFault, isTransient, outcomeIsUnknown } from "../pg-errors.ts";
import { bucketOf } from "../buckets.ts";
import { acceptStatement } from "./accept-statement.ts";

/** One message after the suppressed numbers were told apart, with the id it will have. */
type Entry = {
  readonly id: Uuid;
  readonly message: NewMessage;
  readonly suppressed: readonly string[];
  readonly accepted: Accepted;
  readonly idempotent?: IdempotentReply;
  readonly reply?: { status: number; body: string };
};

type Call = { readonly message: NewMessage; readonly idempotent?: IdempotentReply };

const MAX_TRIES = 5;

/**
 * The accept path: a message, its deliveries and its place in the queue in one statement, and everything that
 * arrived meanwhile in the next one. `woken` is called once rows are committed.
 *
 * @param laneOf the lane of a category, lower first
 */
export function acceptQueries(db: Db, laneOf: Readonly<Record<string, number>>, woken: () => void): MessageStore {
  const flushing = new Set<string>();

  const committed = groupCommit<Call, AcceptResult>({
    maxBatch: 500,
    maxInFlight: 2,
    weigh: (call) => 1 + call.message.phones.length,
    maxWeight: 20_000,
    flush: async (calls) => {
      const results = await flushKept(calls);
      woken();
      return results;
    },
  });

  /** A batch that PostgreSQL refuses for the data of one row is written again one by one: neighbours must not fail. */
  async function flushKept(calls: readonly Call[]): Promise<readonly AcceptResult[]> {
    try {
      return await flushRetried(calls);
    } catch (error) {
      if (!isDataFault(error) || calls.length === 1) throw error;
      const results: (AcceptResult | { failed: unknown })[] = [];
      for (const call of calls) {
        results.push(
          await flushRetried([call]).then(
            ([result]) => result!,
            (failed: unknown) => ({ failed }),
          ),
        );
      }
      return results.map((result) => ("failed" in result ? raise(result.failed) : result));
    }
  }

  async function flushRetried(calls: readonly Call[]): Promise<readonly AcceptResult[]> {
    const entries = await prepare(calls);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write(entries);
      } catch (error) {
        if (attempt >= MAX_TRIES || !isTransient(error)) throw error;
        // The commit may have happened although the answer was lost: the ids tell.
        if (outcomeIsUnknown(error) && (await written(entries))) return entries.map(acceptedOf);
      }
    }
  }

  async function prepare(calls: readonly Call[]): Promise<readonly Entry[]> {
    const all = new Set(calls.flatMap((call) => call.message.phones));
    const rows =
      all.size === 0
        ? []
        : await db.query<{ phone: string }>("suppressed", "select phone from suppressions where phone = any($1)", [
            [...all],
          ]);
    const suppressed = new Set<string>(rows.map((row) => row.phone));
    const now = db.now();
    return calls.map(({ message, idempotent }) => {
      const id = uuidv7(now);
      const blocked = suppressed.size === 0 ? [] : message.phones.filter((phone) => suppressed.has(phone));
      const accepted = countsOf(id, message, blocked.length);
      return {
        id,
        message,
        suppressed: blocked,
        accepted,
        ...(idempotent && { idempotent, reply: idempotent.reply(accepted) }),
      };
    });
  }

  async function write(all: readonly Entry[]): Promise<readonly AcceptResult[]> {
    const entries = all.filter((entry) => !isNobody(entry));
    if (entries.length === all.length) return writeSome(entries);
    const results = entries.length === 0 ? [] : await writeSome(entries);
    let next = 0;
    return all.map((entry) =>
      isNobody(entry) ? { kind: "nobody", suppressed: entry.suppressed.length } : results[next++]!,
    );
  }

  async function writeSome(entries: readonly Entry[]): Promise<readonly AcceptResult[]> {
    const table = deliveriesTable(entries[0]!.id);
    const rows = await db.query<{ id: Uuid }>(`accept ${table}`, acceptStatement(table), [
      JSON.stringify(entries.map((entry) => rowOf(entry, laneOf))),
      bucketOf(entries[0]!.id),
    ]);
    const won = new Set(rows.map((row) => row.id));
    if (won.size === entries.length) return entries.map(acceptedOf);
    const lost = await lookUp(entries.filter((entry) => !won.has(entry.id)));
    return entries.map((entry) => (won.has(entry.id) ? acceptedOf(entry) : lost(entry)));
  }

  /** A key that lost inserted nothing; the winner's reply needs a second statement, with a snapshot that sees it. */
  async function lookUp(entries: readonly Entry[]): Promise<(entry: Entry) => AcceptResult> {
    const rows = await db.query<{ key: Buffer; fingerprint: Buffer; status: number | null; body: string | null }>(
      "replies",
      "select key, fingerprint, status, body from idempotency_keys where key = any($1)",
      [entries.map((entry) => entry.idempotent!.key)],
    );
    const found = new Map(rows.map((row) => [row.key.toString("hex"), row]));
    return (entry) => {
      const row = found.get(entry.idempotent!.key.toString("hex"));
      if (!row) return { kind: "in_flight" };
      if (!row.fingerprint.equals(entry.idempotent!.fingerprint)) return { kind: "mismatch" };
      return row.status === null
        ? { kind: "in_flight" }
        : { kind: "replayed", status: row.status, body: row.body ?? "" };
    };
  }

  async function written(entries: readonly Entry[]): Promise<boolean> {
    const rows = await db.query<{ id: Uuid }>("written", "select id from messages where id = any($1)", [
      entries.map((entry) => entry.id),
    ]);
    return rows.length === entries.length;
  }

  return {
    async accept(message, idempotent) {
      if (db.inTransaction()) {
        const [result] = await write(await prepare([{ message, ...(idempotent && { idempotent }) }]));
        db.afterCommit(woken);
        return result!;
      }
      if (!idempotent) return committed({ message });
      // Two calls with one key in one statement would both lose or both win: the second is told to wait.
      const key = idempotent.key.toString("hex");
      if (flushing.has(key)) return { kind: "in_flight" };
      flushing.add(key);
      try {
        return await committed({ message, idempotent });
      } finally {
        flushing.delete(key);
      }
    },
  };
}

/** Everybody named in the call is suppressed: nothing is stored. */
function isNobody(entry: Entry): boolean {
  return entry.message.audience === null && entry.suppressed.length === entry.message.phones.length;
}

function raise(error: unknown): never {
  throw error;
}

function acceptedOf(entry: Entry): AcceptResult {
  return { kind: "accepted", message: entry.accepted };
}

function countsOf(id: Uuid, message: NewMessage, suppressed: number): Accepted {
  if (message.audience) {
    return { id, state: "resolving", matched: null, accepted: null, duplicates: null, invalid: null, suppressed: null };
  }
  return {
    id,
    state: "running",
    matched: message.phones.length + message.duplicates + message.invalid,
    accepted: message.phones.length - suppressed,
    duplicates: message.duplicates,
    invalid: message.invalid,
    suppressed,
  };
}

function rowOf(entry: Entry, laneOf: Readonly<Record<string, number>>): Record<string, unknown> {
  const { message, accepted, idempotent, reply } = entry;
  const blocked = new Set(entry.suppressed);
  return {
    id: entry.id,
    key: idempotent?.key.toString("hex"),
    fingerprint: idempotent?.fingerprint.toString("hex"),
    status: reply?.status,
    reply: reply?.body,
    state: accepted.state,
    category: message.category,
    lane: laneOf[message.category],
    route: message.route,
    sender: message.sender,
    body: message.text,
    flash: message.flash,
    media: message.media,
    encoding: message.encoding,
    segments: message.segments,
    valid_for: message.validFor,
    at_least_once: message.atLeastOnce,
    audience: message.audience,
    // Of an audience that is still to be resolved these are the counts so far; the reply says null.
    matched: message.phones.length + message.duplicates + message.invalid,
    accepted: message.phones.length - blocked.size,
    duplicates: message.duplicates,
    invalid: message.invalid,
    suppressed: blocked.size,
    created_by: message.createdBy,
    phones: blocked.size === 0 ? message.phones : message.phones.filter((phone) => !blocked.has(phone)),
    blocked: entry.suppressed,
  };
}
