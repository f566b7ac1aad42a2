import type pg from "pg";

/** Whether no message is open any more within `patienceMs`; reports how far it is. */
export async function untilIdle(
  pool: pg.Pool,
  options: { readonly patienceMs: number; readonly say: (line: string) => void; readonly everyMs?: number },
): Promise<boolean> {
  const end = performance.now() + options.patienceMs;
  let said = performance.now();
  for (;;) {
    const open = await pool
      .query<{ n: number }>(
        "select count(*)::int as n from messages where state in ('scheduled', 'resolving', 'running', 'paused')",
      )
      .then(({ rows }) => rows[0]!.n)
      // The database is being killed: not idle.
      .catch(() => null);
    if (open === 0) return true;
    if (performance.now() > end) return false;
    if (performance.now() - said > 5_000) {
      said = performance.now();
      options.say(`waiting: ${open ?? "?"} messages are open`);
    }
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 100));
  }
}
