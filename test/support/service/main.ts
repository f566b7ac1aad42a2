import { mainOfClone } from "../../../bin/clone.js";

/**
 * The file that `tidings` runs: the bundle that global-setup.ts makes, as it is in the package; outside of the test
 * runner that of `npm start`, or the sources if they have changed since.
 */
export const main = process.env["TIDINGS_TEST_MAIN"] ?? mainOfClone();

/** Arguments of Node that start the service as `npm start` and the container do. */
export const serve = ["--max-semi-space-size=32", main, "serve"];
