import type { ApplicationPasswordStore } from "#domain/users/application-password-store";

/** Writes last uses behind the requests: whoever authenticates never waits for it. */
export function lastUses(
  store: Pick<ApplicationPasswordStore, "used">,
  failed: (error: unknown) => void,
): { note(uuid: string, ip: string): void; settled(): Promise<void> } {
  const pending = new Map<string, string>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    // Whatever else arrives in this turn goes along.
    await Promise.resolve();
    while (pending.size > 0) {
      const uses = [...pending].map(([uuid, ip]) => ({ uuid, ip }));
      pending.clear();
      await store.used(uses).catch(failed);
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
