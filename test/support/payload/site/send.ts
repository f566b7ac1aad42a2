import { getPayload } from "payload";
import { startTidings, stopTidings } from "tidings-payload";

import config from "./payload.config.ts";

await startTidings(await getPayload({ config }));
process.stdout.write("listening\n");
await new Promise((resolve) => process.once("SIGTERM", resolve).once("SIGINT", resolve));
await stopTidings();
