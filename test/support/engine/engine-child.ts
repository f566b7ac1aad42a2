import { startEngine } from "./engine.ts";
import { queueWithHolds } from "./holding.ts";
import { openDb } from "../database/open-db.ts";

/** A worker as a process of its own, for tests that stop and kill it. Argument: `{ url, dsn, times }` as JSON. */
const { url, dsn, times } = JSON.parse(process.argv[2]!) as {
  url: string;
  dsn: string;
  times: { leaseMs: number; drainMs: number };
};
const db = await openDb({ url }, { max: 8 });
const { engine } = await startEngine(db, dsn, {
  times,
  queue: queueWithHolds(db),
});
process.stdout.write(`${JSON.stringify({ event: "ready" })}\n`);
process.once("SIGTERM", () => {
  void engine.stop().then(() => {
    process.stdout.write(`${JSON.stringify({ event: "stopped" })}\n`);
    process.exit(0);
  });
});
