import { openDatabase } from "#store/database";

import { webhookHouse } from "./webhooks.ts";

/** A process that does nothing but send webhooks, for tests that kill it. Arguments: database URL, secret key in hex. */
const [url = "", key = ""] = process.argv.slice(2);
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
webhookHouse(db, { key: Buffer.from(key, "hex") }).start();
