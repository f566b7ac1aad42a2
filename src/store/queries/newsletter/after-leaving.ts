import type { Db } from "../../database.ts";
import { endQueued, type Leaver } from "./end-queued.ts";
import { narrowCodes } from "./opt-in-codes.ts";

/** The consequences of many people leaving groups. Must run in the transaction that ended their memberships. */
export async function afterLeaving(db: Db, leavers: readonly Leaver[], hooked: () => void): Promise<void> {
  await endQueued(db, leavers, hooked);
  await narrowCodes(
    db,
    leavers.map(({ subscriberId }) => subscriberId),
  );
}
