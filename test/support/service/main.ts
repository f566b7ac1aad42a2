import { fileURLToPath } from "node:url";

/**
 * The file that `tidings` runs: the bundle that global-setup.ts makes, as it is in the package; outside of the test
 * runner the sources.
 */
export const main = process.env["TIDINGS_TEST_MAIN"] ?? fileURLToPath(new URL("../../../src/main.ts", import.meta.url));
