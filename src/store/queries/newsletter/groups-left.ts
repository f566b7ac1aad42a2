import type { Db } from "../../database.ts";
import { endQueued, type Leaver } from "./end-queued.ts";
import { narrowCodes } from "./opt-in-codes.ts";

/** What follows once many people have left groups, in the transaction that ended their memberships. */
export async function groupsLeft(db: Db, leavers: readonly Leaver[], hooked: () => void): Promise<void> {
  await endQueued(db, leavers, hooked);
  await narrowCodes(
    db,
    leavers.map(({ subscriberId }) => subscriberId),
  );
}
