import type { ApplicationPasswordStore } from "#domain/users/application-password-store";
import { logFailure } from "#lib/log-failure";
import type { Log } from "#lib/log";

/** Writes last uses in the background: authentication never waits for it. */
export function lastUses(
  store: Pick<ApplicationPasswordStore, "used">,
  log: Log,
): { note(uuid: string, ip: string): void; settled(): Promise<void> } {
  const pending = new Map<string, string>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    // Includes everything else that arrives in this turn of the event loop.
    await Promise.resolve();
    while (pending.size > 0) {
      const uses = [...pending].map(([uuid, ip]) => ({ uuid, ip }));
      pending.clear();
      await store.used(uses).catch(logFailure(log, "last use of application passwords not written"));
    }
    writing = null;
  }

  return {
    note(uuid, ip) {
      pending.set(uuid, ip);
      writing ??= write();
    },
    settled: () => writing ?? Promise.resolve(),
  };
}
