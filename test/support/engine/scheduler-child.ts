import { openDb } from "../database/open-db.ts";
import { schedulerNode } from "./scheduler-node.ts";

/** A scheduler as a process of its own, for tests that kill it. Argument: `{ url }` as JSON. */
const { url } = JSON.parse(process.argv[2]!) as { url: string };
const db = await openDb({ url }, { max: 4 });
const { workerLoop } = schedulerNode(db);
workerLoop.start();
process.stdout.write(`${JSON.stringify({ event: "ready" })}\n`);
