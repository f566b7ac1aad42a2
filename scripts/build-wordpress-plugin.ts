import { writePlugin } from "./wordpress/write-plugin.ts";

/** `npm run build:wordpress`: dist/tidings-wordpress.zip. */
await writePlugin();
