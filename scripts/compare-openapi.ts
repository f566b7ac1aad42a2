import { readFile } from "node:fs/promises";

import { breaks, type Description } from "./openapi/compare.ts";

/**
 * `node scripts/compare-openapi.ts OLD.json [NEW.json]`: fails where a client written for OLD could break with NEW
 * (openapi.json of this checkout). The rules are docs/reference/versioning.md.
 */
const [old, next = new URL("../openapi.json", import.meta.url)] = process.argv.slice(2);
if (old === undefined) {
  console.error("Give the openapi.json of the last release.");
  process.exitCode = 2;
} else {
  const read = async (path: string | URL) => JSON.parse(await readFile(path, "utf8")) as Description;
  const found = breaks(await read(old), await read(next));
  for (const line of found) console.error(line);
  if (found.length === 0) console.log("Only additions.");
  else process.exitCode = 1;
}
