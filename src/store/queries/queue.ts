import type { Queue, QueueUpkeep } from "#domain/ports/queue";
import { uuidFloor, type Uuid } from "#lib/ids";
import { second } from "#lib/time";

import type { Db } from "../database.ts";
import { byPartition } from "../partitions.ts";
import { claim } from "./claim.ts";
import { complete, finish, PROMOTE, SWEEP } from "./finish.ts";
import { mark } from "./mark.ts";
import { settle } from "./settle.ts";

const SWEEP_AGE_MS = 10 * second;

/** Who is called when a settle made work for them. */
export type SettleSignals = { readonly webhooks: () => void; readonly receipts: () => void };

const RENEW = `
with held as (
  select c.id from chunks c join unnest($1::bigint[], $2::integer[]) as k(id, token) on c.id = k.id and c.token = k.token
  -- A chunk that is being marked is locked, and prolonged by that very statement: it must not hold up the others.
  order by c.id for update of c skip locked
)
update chunks c set due = now() + make_interval(secs => $3 / 1000.0) from held where c.id = held.id returning c.id`;

export function queueQueries(db: Db, signals: SettleSignals): Queue & QueueUpkeep {
  return {
    claim: (request) => claim(db, request),
    mark: (chunk, keys, gateway, leaseMs) => mark(db, chunk, keys, gateway, leaseMs),
    async settle(settlements) {
      const { hooked, earlyReceipts } = await settle(db, settlements);
      if (hooked) signals.webhooks();
      if (earlyReceipts) signals.receipts();
    },
    finish: (chunk, route) => finish(db, chunk, route),
    async renew(chunks, leaseMs) {
      const ids = chunks.map((chunk) => chunk.id);
      const tokens = chunks.map((chunk) => chunk.token);
      return (await db.query<{ id: number }>("renew", RENEW, [ids, tokens, leaseMs])).map((row) => row.id);
    },
    async release(chunk) {
      await db.query("release", "update chunks set due = now() where id = $1 and token = $2", [chunk.id, chunk.token]);
    },
    async promote() {
      const [row] = await db.query<{ promoted: number; next_ms: string | null }>("promote", PROMOTE, []);
      return { promoted: row!.promoted, nextMs: row!.next_ms === null ? null : Number(row!.next_ms) };
    },
    async sweep() {
      const rows = await db.query<{ id: Uuid }>("sweep", SWEEP, [uuidFloor(db.now() - SWEEP_AGE_MS)]);
      for (const [table, part] of byPartition(rows, (row) => row.id)) {
        await db.transaction(() =>
          complete(
            db,
            table,
            part.map((row) => row.id),
          ),
        );
      }
    },
  };
}
