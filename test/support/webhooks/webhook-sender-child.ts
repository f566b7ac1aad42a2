import { openDb } from "../database/open-db.ts";
import { webhookService } from "./webhooks.ts";

/**
 * A process that does nothing but send webhooks, for tests that kill it. Arguments: database URL, secret key in hex.
 */
const [url = "", key = ""] = process.argv.slice(2);
const db = await openDb({ url }, { max: 4 });
webhookService(db, { key: Buffer.from(key, "hex") }).start();
