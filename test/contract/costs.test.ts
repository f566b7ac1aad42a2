import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../support/engine/engine.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await setPrices("EUR", "0.05");
});
afterAll(() => service.end());

const get = async (path: string) => (await service.call("GET", path)).body.data;
async function setPrices(currency: string, price: string) {
  const prices = {
    currency,
    segments: [{ prefix: "+49", price: "7" }],
    gateways: [{ gateway: "sandbox", segments: [{ prefix: "+49", price }] }],
  };
  const changed = await service.call("PATCH", "/settings", { prices });
  expect(changed.status).toBe(200);
}
async function sent(call: object) {
  const { message_id: id } = (await service.call("POST", "/send", call)).body.data;
  await eventually(async () => (await get(`/messages/${id}`)).state === "completed");
  return id as string;
}
const itemOf = async (id: string) => (await get(`/outbox?message_id=${id}`)).items[0];

describe("costs", () => {
  test("an entry keeps what it cost when it was sent, whatever the prices are later", async () => {
    const id = await sent({ numbers: ["+4915112345601"], message: "x".repeat(200) });
    const cost = { segments: 2, cost: "0.10", currency: "EUR" };
    expect(await itemOf(id)).toMatchObject(cost);
    await setPrices("USD", "9");
    const item = await itemOf(id);
    expect(item).toMatchObject(cost);
    expect(await get(`/outbox/${item.id}`)).toMatchObject(cost);
    expect((await get(`/messages/${id}`)).costs).toEqual([{ currency: "EUR", total: "0.10" }]);
    // Prices apply within a second.
    const later = await eventually(async () => {
      const next = await itemOf(await sent({ numbers: ["+4915112345601"], message: "x" }));
      return next.currency === "USD" && next;
    });
    expect(later).toMatchObject({ segments: 1, cost: "9.00" });
    const authorization = `Basic ${btoa(`${service.admin.user}:${service.admin.password}`)}`;
    const exported = await service.app.request("http://127.0.0.1/svc/v1/outbox/export", { headers: { authorization } });
    const csv = await exported.text();
    const headings = csv.split("\r\n")[0]!;
    expect(headings).toContain(",segments,error,cost,currency");
    expect(csv).toContain(",2,,0.10,EUR\r\n");
    expect(csv).toContain(",1,,9.00,USD\r\n");
  });

  test("a message to a group states what it cost so far, and numbers without a price cost nothing", async () => {
    const group = (await service.call("POST", "/groups", { name: "Guests" })).body.data.id;
    for (const mobile of ["+4915112345602", "+4915112345603", "+33612345678"]) {
      await service.call("POST", "/newsletter", { name: "Ada", mobile, group_id: [group], double_opt_in: false });
    }
    const id = await sent({ group_ids: [group], message: "Hello" });
    await eventually(async () => (await get(`/messages/${id}`)).costs.length > 0);
    expect((await get(`/messages/${id}`)).costs).toEqual([{ currency: "USD", total: "18.00" }]);
    const items = (await get(`/outbox?message_id=${id}`)).items as { recipient: string; cost: string | null }[];
    expect(items.find(({ recipient }) => recipient === "+33612345678")).toMatchObject({ cost: null, currency: null });
  });
});
