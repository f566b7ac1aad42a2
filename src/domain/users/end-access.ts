import type { PeopleDeps } from "./ports.ts";

/**
 * Ends what an earlier password, or whoever could replace it, has opened: all sessions of the user, and their setup
 * link. To be called wherever a password is set, in the transaction that sets it.
 */
export async function endAccess(ports: Pick<PeopleDeps, "sessions" | "setupLinks">, userId: number): Promise<void> {
  await ports.sessions.endAll(userId);
  await ports.setupLinks.remove(userId);
}
