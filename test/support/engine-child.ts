import { openDatabase } from "#store/database";

import { numbers, startEngine } from "./engine.ts";

/**
 * A worker as a process of its own, for tests that stop and kill it. Argument: `{ url, dsn, times, people }` as JSON;
 * `people`: how many active members every group has.
 */
const { url, dsn, times, people } = JSON.parse(process.argv[2]!) as {
  url: string;
  dsn: string;
  people?: number;
  times: { leaseMs: number; drainMs: number };
};
const members = numbers(people ?? 0);
const db = openDatabase(
  { url },
  {
    max: 8,
    statementMs: 20_000,
    monotonic: () => performance.timeOrigin + performance.now(),
    onError: () => undefined,
  },
);
await db.syncClock();
const { engine } = await startEngine(db, dsn, {
  times,
  activePhones: async (_groups, after, limit) =>
    members.filter((phone) => after === null || phone > after).slice(0, limit),
});
process.stdout.write(`${JSON.stringify({ event: "ready" })}\n`);
process.once("SIGTERM", () => {
  void engine.stop().then(() => {
    process.stdout.write(`${JSON.stringify({ event: "stopped" })}\n`);
    process.exit(0);
  });
});
