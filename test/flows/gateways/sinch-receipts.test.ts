import { afterAll, beforeAll, expect, test } from "vitest";

import { playProvider } from "../../conformance/gateways/kit/provider.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
let service: TestService;

beforeAll(async () => {
  provider = await playProvider();
  service = await startTestService({
    TIDINGS_GATEWAY: `sinch+http://plan:token@${provider.host}?from=ACME`,
    TIDINGS_PUBLIC_URL: "https://sms.example.org",
  });
});
afterAll(async () => {
  await service.end();
  await provider.close();
});

type Entry = { readonly recipient: string; readonly state: string };

/** The states in the log, by number, once they match. */
const comeTo = (...wanted: string[]): Promise<boolean> =>
  eventually(async () => {
    const { body } = await service.call("GET", "/outbox?per_page=100");
    const entries = (body.data.items as Entry[]).toSorted((left, right) =>
      left.recipient.localeCompare(right.recipient),
    );
    return entries.map(({ state }) => state).join() === wanted.join();
  });

test("receipts that come to the address of a call with one id for three recipients find the right one", async () => {
  let call = 0;
  provider.answers(() => ({ status: 201, body: JSON.stringify({ id: `batch-${++call}`, canceled: false }) }));
  const numbers = ["+447400123456", "+447400123457", "+447400123458"];
  const sent = await service.call("POST", "/send", { message: "Hello", recipients: "numbers", numbers });
  expect(sent.status).toBe(200);
  await comeTo("sent", "sent", "sent");

  expect(provider.seen).toHaveLength(1);
  const asked = JSON.parse(provider.seen[0]!.body) as { to: string[]; callback_url: string };
  expect(asked.to.toSorted()).toEqual(numbers);
  const address = new URL(asked.callback_url);
  expect(address.search).toBe("");

  const report = (recipient: string, status: string, code: number) => {
    const body = { type: "recipient_delivery_report_sms", batch_id: "batch-1", recipient, status, code };
    return service.call("POST", address.pathname.replace("/svc/v1", ""), body, { as: null });
  };
  expect((await report("447400123457", "Delivered", 0)).status).toBe(200);
  expect((await report("+447400123458", "Failed", 402)).status).toBe(200);
  // No recipient of this call has that number.
  expect((await report("447400999999", "Delivered", 0)).status).toBe(200);
  await comeTo("sent", "delivered", "undelivered");
});
