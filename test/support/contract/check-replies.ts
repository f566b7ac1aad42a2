import { expectDescribed, failOnViolations, urlOf } from "./replies.ts";

/**
 * Loaded before every test file: every response that `fetch` receives from a running service is compared with
 * openapi.json. Calls without a socket are compared in `describedApp`.
 */
failOnViolations();
const checked = Symbol.for("tidings.repliesChecked");
// A worker runs many files, each of which loads this one: once is enough.
if (!(checked in globalThis.fetch)) {
  const send = globalThis.fetch;
  const checking: typeof fetch = async (input, init) => {
    const response = await send(input, init);
    const request = input instanceof Request ? input : null;
    await expectDescribed(init?.method ?? request?.method ?? "GET", urlOf(input), response);
    return response;
  };
  globalThis.fetch = Object.assign(checking, { [checked]: true });
}
