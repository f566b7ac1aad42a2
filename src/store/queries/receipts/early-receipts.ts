import type { DeliveryKey } from "#domain/deliveries/queue";
import { groupCommit } from "#lib/group-commit";

import type { Db } from "../../database.ts";
import { keyArrays } from "../../delivery-keys.ts";

/** A provider's id of a delivery: its gateway, and the id. */
export type ProviderRef = readonly [gateway: string, id: string];

const EARLY_RECEIPTS = `
with early as (
  select r.id from receipts r join unnest($1::text[], $2::text[]) as k(gateway, provider_id)
    on r.gateway = k.gateway and r.provider_id = k.provider_id
  order by r.id for update of r
)
update receipts r set due = now() from early where r.id = early.id returning r.id`;

/** No index leads from a delivery to its receipts: there are few, and an attempt is rarely in doubt. */
const EARLY_ANSWERS = `
with early as (
  select r.id from receipts r join unnest($1::uuid[], $2::text[]) as k(message_id, phone)
    on r.message_id = k.message_id and r.phone = k.phone
  order by r.id for update of r
)
update receipts r set due = now() from early where r.id = early.id returning r.id`;

/**
 * Receipts that arrived before their answer. Settle and receipt both look for each other after their own commit, so one
 * of them sees both.
 *
 * @param found called when some are due now
 * @returns records ids whose settle is committed
 */
export function earlyReceipts(db: Db, found: () => void): (ids: readonly ProviderRef[]) => void {
  return searchShared((refs) => {
    // A call with a thousand recipients may have one id for all.
    const ids = [...new Map(refs.map((ref) => [ref.join(" "), ref])).values()];
    return db.query("early receipts", EARLY_RECEIPTS, [ids.map(([gateway]) => gateway), ids.map(([, id]) => id)]);
  }, found);
}

/**
 * The same for attempts that are in doubt and will be repeated: a receipt by our reference that arrived meanwhile,
 * while the answer was awaited, must be applied before the repeat.
 *
 * @returns records deliveries whose settle is committed
 */
export function earlyAnswers(db: Db, found: () => void): (repeats: readonly DeliveryKey[]) => void {
  return searchShared((keys) => db.query("early answers", EARLY_ANSWERS, keyArrays(keys)), found);
}

/**
 * A query rarely finds anything, so many settles share one. A receipt that it misses is found by the sweep of receipts.
 */
function searchShared<Key>(
  search: (keys: readonly Key[]) => Promise<readonly unknown[]>,
  found: () => void,
): (keys: readonly Key[]) => void {
  const shared = groupCommit<readonly Key[], void>({
    maxBatch: 1_000,
    maxInFlight: 1,
    weigh: (keys) => keys.length,
    maxWeight: 5_000,
    minWeight: 500,
    lingerMs: 250,
    flush: async (batches) => {
      // If the database is unavailable: every receipt is checked again a second after it arrived.
      const early = await search(batches.flat()).catch(() => []);
      if (early.length > 0) found();
      return batches.map(() => undefined);
    },
  });
  return (keys) => {
    if (keys.length > 0) void shared(keys);
  };
}
