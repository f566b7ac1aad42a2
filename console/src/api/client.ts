import { createClient } from "tidings-client";

import { fetchOrTake } from "../lib/head-start.ts";

/** The API of the service that served this page, with the browser's session. The console makes no other calls. */
export const tidings = createClient({ url: "", fetch: fetchOrTake });
