import type { Chunk, Queue, QueueUpkeep } from "#domain/deliveries/queue";
import { uuidFloor, type Uuid } from "#lib/ids";
import { second } from "#lib/time";

import type { Db } from "../../database.ts";
import { dueIn } from "../../leases.ts";
import { byPartition } from "../../partitions.ts";
import { claimFloors } from "./claim-floors.ts";
import { claim } from "./claim.ts";
import { unclaim } from "./claim-mark.ts";
import { complete, completeOpen, finish, PROMOTE, SWEEP, SWEEP_SIZE, WAITING, type Waiting } from "./finish.ts";
import { earlyAnswers, earlyReceipts } from "../receipts/early-receipts.ts";
import { mark } from "./mark.ts";
import { openedMessages } from "./opened-messages.ts";
import { settle } from "./settle.ts";
import { split } from "./split.ts";
import { PRUNE } from "./throttle.ts";
import { releaseHeld } from "./release-held.ts";
import { openThrottled } from "./throttled-chunks.ts";
import { unsendable } from "./unsendable.ts";
import { adjustAfterSetBack } from "../upkeep/clock-set-back.ts";
import { leasedChunks } from "./lease-fragment.ts";

const SWEEP_AGE_MS = 10 * second;

/** Called when a settle created work for them. */
export type SettleSignals = { readonly webhooks: () => void; readonly receipts: () => void };

const RENEW = `
with held as (
  -- A chunk that is being marked is locked: it must not block the others, and is included in the next renewal.
  ${leasedChunks()} for update of c skip locked
)
update chunks c set ${dueIn("$3")} from held where c.id = held.id
returning c.id, c.claimable`;

const RELEASE = `
with held as (
  ${leasedChunks()} for update of c
)
update chunks c set ${dueIn("$3")} from held where c.id = held.id`;

export function queueQueries(db: Db, signals: SettleSignals): Queue & QueueUpkeep {
  const floors = claimFloors(db.now);
  let sweptTo = uuidFloor(0);
  const opened = openedMessages(db);
  const lookForReceipts = earlyReceipts(db, () => signals.receipts());
  const lookForAnswers = earlyAnswers(db, () => signals.receipts());
  return {
    claim: (request) => claim(db, floors, request),
    unclaim: (owner) => unclaim(db, owner),
    mark: (portions, gateway, leaseMs) => mark(db, portions, gateway, leaseMs),
    unsendable: (marks) => unsendable(db, marks),
    async settle(settlements, over = []) {
      const { hooked, refs, ended, open } = await settle(db, opened, settlements, over);
      if (hooked) signals.webhooks();
      lookForReceipts(refs);
      lookForAnswers(settlements.filter(({ state, inDoubt }) => state === "queued" && inDoubt));
      // The settle is committed: if this fails, the sweep completes them.
      if (open.length > 0) await completeOpen(db, open).catch(() => undefined);
      return new Set(ended);
    },
    finish: (endings) => finish(db, endings),
    async renew(chunks, leaseMs) {
      const rows = await db.query<{ id: number; claimable: boolean }>("renew", RENEW, [...idsOf(chunks), leaseMs]);
      return new Map(rows.map(({ id, claimable }) => [id, claimable]));
    },
    async release(chunks, laterMs = 0) {
      await db.query("release", RELEASE, [...idsOf(chunks), laterMs]);
    },
    split: (parts) => split(db, parts),
    async promote() {
      const [waiting] = await db.query<Waiting>("waiting in queue", WAITING, []);
      const { retries, throttled, held, next_ms: nextMs } = waiting!;
      const [row] = retries ? await db.query<{ promoted: number }>("promote", PROMOTE, []) : [];
      const opened = throttled ? await openThrottled(db) : 0;
      const released = held ? await releaseHeld(db) : 0;
      return { promoted: (row?.promoted ?? 0) + opened + released, nextMs: nextMs === null ? null : Number(nextMs) };
    },
    async sweep() {
      await db.query("prune throttles", PRUNE, []);
      const rows = await db.query<{ id: Uuid }>("sweep", SWEEP, [uuidFloor(db.now() - SWEEP_AGE_MS), sweptTo]);
      sweptTo = rows.length < SWEEP_SIZE ? uuidFloor(0) : rows.at(-1)!.id;
      for (const [table, part] of byPartition(rows, (row) => row.id)) {
        await db.ownTransaction(() =>
          complete(
            db,
            table,
            part.map((row) => row.id),
          ),
        );
      }
      // Runs last: it may take long, and only work with a later due time depends on it.
      await adjustAfterSetBack(db);
    },
  };
}

function idsOf(chunks: readonly Chunk[]): [number[], number[]] {
  return [chunks.map((chunk) => chunk.id), chunks.map((chunk) => chunk.token)];
}
