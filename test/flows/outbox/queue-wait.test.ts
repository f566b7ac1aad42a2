import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  const others = "failover(sandbox://default?name=first sandbox://default?name=second)";
  service = await startTestService({
    TIDINGS_GATEWAY: `by(prefix=+44: sandbox://default?name=british; else: ${others})`,
  });
});
afterAll(() => service.end());

const pause = (name: string) => service.call("POST", `/gateways/${name}/pause`, { reason: `maintenance of ${name}` });

/** What a new message waits for; undefined: for nothing. */
async function waitOf(number: string): Promise<string | undefined> {
  await service.call("POST", "/send", { message: "Hello", numbers: [number] });
  const { body } = await service.call("GET", `/outbox?recipient=${encodeURIComponent(number)}`);
  const entry = (await service.call("GET", `/outbox/${body.data.items[0].id}`)).body.data;
  return entry.timeline.find(({ type }: { type: string }) => type === "waiting")?.text;
}

test("a message waits for the gateways that the rules choose for it, and for no other", async () => {
  await pause("first");
  expect(await waitOf("+4915112345601")).toBeUndefined();
  await pause("british");
  expect(await waitOf("+447400123402")).toBe("Waiting: british is paused (maintenance of british).");
  expect(await waitOf("+4915112345603")).toBeUndefined();
  await pause("second");
  expect(await waitOf("+4915112345604")).toMatch(/^Waiting: (first|second) is paused \(.*\)\. So are the others/);
});
