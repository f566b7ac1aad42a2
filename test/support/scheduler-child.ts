import { openDatabase } from "#store/database";

import { schedulerNode } from "./scheduler-node.ts";

/** A scheduler as a process of its own, for tests that kill it. Argument: `{ url }` as JSON. */
const { url } = JSON.parse(process.argv[2]!) as { url: string };
const db = openDatabase(
  { url },
  {
    max: 4,
    statementMs: 20_000,
    monotonic: () => performance.timeOrigin + performance.now(),
    onError: () => undefined,
  },
);
await db.syncClock();
const { machine } = schedulerNode(db);
machine.start();
process.stdout.write(`${JSON.stringify({ event: "ready" })}\n`);
