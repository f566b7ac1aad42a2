import { createClient } from "tidings-client";

/** The API of the service that served this page, with the browser's session. The console makes no other calls. */
export const tidings = createClient({ url: "" });
