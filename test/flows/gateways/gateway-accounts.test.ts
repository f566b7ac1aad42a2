import { afterEach, beforeEach, expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";
import { eventually } from "../../support/service/processes.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let provider: Awaited<ReturnType<typeof startKeyedProvider>>;
const settings = (password: string) => provider.settings(password, { dedup: true });

/** One delivery that `main` may have accepted, and will repeat. */
beforeEach(async () => {
  provider = await startKeyedProvider({ passwords: ["first", "second"] });
  service = await startTestService({ TIDINGS_GATEWAY: "none", TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
  await service.call("POST", "/gateways", { name: "main", kind: "http", settings: settings("first") });
  // Long ago: the minute in which other nodes may still know an earlier account is over.
  await service.pool.query("update gateways set account_since = now() - interval '1 day'");
  await service.pool.query("update gateway_setup set revision = revision + 1");
  await eventually(() =>
    service.gateways.gateways.some(({ accountSince = Infinity }) => accountSince < Date.now() - 3_600_000),
  );
  provider.answerWith(500);
  await service.call("POST", "/send", { numbers: ["+4915112345678"], message: "Hello" });
  await eventually(async () => (await service.pool.query("select from retries")).rowCount === 1);
  expect((await service.pool.query("select bound_to from deliveries")).rows).toEqual([{ bound_to: "main" }]);
});
afterEach(async () => {
  await service.end();
  await provider.close();
});

/** Waits for the end of the delivery without the seconds between tries. */
const ended = () =>
  eventually(async () => {
    await service.pool.query("update retries set due = now() where due < 'infinity'");
    const { queued = 0, sending = 0 } = await statesOf(service.pool);
    return queued + sending === 0;
  });

test("a delivery in doubt is not repeated by an account that has never seen it", async () => {
  const changed = await service.call("PATCH", "/gateways/main", { settings: { password: "second" } });
  expect(changed.status).toBe(200);
  const seen = provider.taken.length;
  provider.answerWith(null);
  await ended();
  expect(await statesOf(service.pool)).toMatchObject({ unknown: 1 });
  expect(provider.taken.length).toBe(seen);
});

test("nor by a gateway that was deleted and added again under its name", async () => {
  await service.call("DELETE", "/gateways/main");
  const seen = provider.taken.length;
  provider.answerWith(null);
  await service.call("POST", "/gateways", { name: "main", kind: "http", settings: settings("first") });
  await ended();
  expect(await statesOf(service.pool)).toMatchObject({ unknown: 1 });
  expect(provider.taken.length).toBe(seen);
});

test("a change that leaves the account as it is does not prevent the repeat", async () => {
  await service.call("PATCH", "/gateways/main", { settings: { rate: 50 }, position: 0 });
  const seen = provider.taken.length;
  provider.answerWith(null);
  await ended();
  expect(await statesOf(service.pool)).toMatchObject({ sent: 1 });
  expect(provider.taken.length).toBeGreaterThan(seen);
});
