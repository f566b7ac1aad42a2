import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const REMEDY = "test/support/payload/fetch.sh";

/** Where fetch.sh installs Payload. */
export const payloadFolder = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "tidings", "payload");

/** Why the tests with a real Payload cannot run here, or null. Under CI_FULL=1 its absence is a failure. */
export const payloadMissing: string | null = missing();

function missing(): string | null {
  const installed = join(payloadFolder, "installed.json");
  const wanted = join(import.meta.dirname, "package-lock.json");
  const isThere = existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(wanted, "utf8");
  if (isThere) return null;
  if (process.env["CI_FULL"] === "1") throw new Error(`no Payload in ${payloadFolder}: ${REMEDY}`);
  return REMEDY;
}
