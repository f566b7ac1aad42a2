import { afterAll, beforeAll, expect, test } from "vitest";

import { playProvider } from "../../conformance/gateways/kit/provider.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
let service: TestService;

beforeAll(async () => {
  provider = await playProvider();
  const rules =
    "ok_status=200&id=/id&channel=/channel&receipt_state=state&receipt_id=id&receipt_channel=via" +
    "&receipt_delivered=delivered&receipt_undelivered=lost&receipt_sent=sent";
  service = await startTestService({
    TIDINGS_GATEWAY: `http://${provider.host}/send?name=main&body={"to":"{to}","url":"{receipt_url}"}&${rules}`,
    TIDINGS_PUBLIC_URL: "https://sms.example.org",
  });
});
afterAll(async () => {
  await service.end();
  await provider.close();
});

type Entry = { readonly recipient: string; readonly state: string; readonly channel: string | null };

const entries = async (): Promise<Record<string, [string, string | null]>> => {
  const { body } = await service.call("GET", "/outbox?per_page=100");
  return Object.fromEntries(
    (body.data.items as Entry[]).map(({ recipient, state, channel }) => [recipient.slice(-1), [state, channel]]),
  );
};

test("the channel that a provider names in its response or its receipt is kept, and shown in log and events", async () => {
  provider.answers(({ body }) => {
    const { to } = JSON.parse(body) as { to: string };
    const named = to.endsWith("4") ? { channel: "RCS" } : to.endsWith("5") ? { channel: "carrier pigeon" } : {};
    return { status: 200, body: JSON.stringify({ id: to.slice(1), ...named }) };
  });
  const numbers = ["1", "2", "3", "4", "5"].map((last) => `+44740012345${last}`);
  expect((await service.call("POST", "/send", { message: "Hello", numbers })).status).toBe(200);
  await eventually(async () => Object.values(await entries()).filter(([state]) => state === "sent").length === 5);
  expect(await entries()).toEqual({
    1: ["sent", null],
    2: ["sent", null],
    3: ["sent", null],
    4: ["sent", "rcs"],
    5: ["sent", null],
  });

  const address = new URL((JSON.parse(provider.seen[0]!.body) as { url: string }).url);
  const tell = (receipt: Record<string, string>) =>
    service.call("POST", address.pathname.replace("/svc/v1", ""), receipt, { as: null });
  await tell({ id: "447400123451", state: "delivered", via: "RCS" });
  await tell({ id: "447400123452", state: "delivered", via: "sms" });
  await tell({ id: "447400123453", state: "lost", via: "whatsapp" });
  // Does not mention it: what is known stays.
  await tell({ id: "447400123454", state: "delivered" });
  await tell({ id: "447400123455", state: "delivered", via: "x".repeat(500) });
  await eventually(async () => Object.values(await entries()).every(([state]) => state !== "sent"));
  expect(await entries()).toEqual({
    1: ["delivered", "rcs"],
    2: ["delivered", "sms"],
    3: ["undelivered", "whatsapp"],
    4: ["delivered", "rcs"],
    5: ["delivered", null],
  });

  const { rows } = await service.pool.query<{ phone: string; data: { channel?: string | null } }>(
    "select phone, data from events where kind in ('message.delivered', 'message.failed') order by phone",
  );
  expect(rows.map(({ data }) => data.channel ?? null)).toEqual(["rcs", "sms", "whatsapp", "rcs", null]);
});
