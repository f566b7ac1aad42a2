import type { PeopleDeps } from "./people-deps.ts";

/**
 * Ends all sessions of a user and their setup link, since those were opened with an earlier password or could replace
 * the new one. Must be called wherever a password is set, in the transaction that sets it.
 */
export async function endAccess(ports: Pick<PeopleDeps, "sessions" | "setupLinks">, userId: number): Promise<void> {
  await ports.sessions.endAll(userId);
  await ports.setupLinks.remove(userId);
}
