import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../support/engine/engine.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ TIDINGS_GATEWAY: "sandbox://default?name=main&credit=100" });
  await allowWithoutRecord(service.pool);
  await service.call("PATCH", "/settings", {
    prices: { currency: "EUR", segments: [{ prefix: "+49", price: "0.10" }] },
  });
});
afterAll(() => service.end());

const spending = async () => (await service.call("GET", "/spending")).body.data;
const send = (numbers: string[], more: object = {}) =>
  service.call("POST", "/send", { numbers, message: "Hello", category: "marketing", ...more });

describe("the spend cap", () => {
  test("without a cap nothing is counted", async () => {
    expect((await send(["+4915112345601"])).status).toBe(200);
    expect(await spending()).toMatchObject({ counting: false, day: { spent: "0.00", cap: null, left: null } });
  });

  test("a message beyond it is held with its reason, and the next call is refused with the time when the cap ends", async () => {
    await service.call("PATCH", "/settings", { spending: { per_day: 0.2 } });
    await eventually(async () => (await spending()).counting);
    const { body } = await send(["+4915112345601", "+4915112345602", "+4915112345603"]);
    const after = await eventually(async () => {
      const data = await spending();
      return data.held.spending === 1 && data;
    });
    // What is held within two seconds of a change of the settings is judged once more.
    const held = await eventually(async () => {
      const { items } = (await service.call("GET", `/outbox?message_id=${body.data.message_id}`)).body.data;
      return items.find((item: Record<string, unknown>) => item["held_until"] === after.day.ends_at);
    });
    expect(after).toMatchObject({
      counting: true,
      currency: "EUR",
      day: { spent: "0.20", messages: 2, cap: "0.2", left: "0.00" },
      held: { spending: 1, low_credit: 0 },
    });
    expect(held).toMatchObject({ state: "held", held_for: "spending" });

    const refused = await send(["+4915112345604"]);
    expect([refused.status, refused.body.code]).toEqual([409, "spend_cap_reached"]);
    expect(refused.body.data).toMatchObject({ period: after.day.period, until: after.day.ends_at });
    // A one-time password is counted, and leaves.
    expect((await send(["+4915112345604"], { category: "otp" })).status).toBe(200);
    // The month's cap ends later, and is named instead.
    await service.call("PATCH", "/settings", { spending: { per_month: "0.1" } });
    await eventually(async () => (await send(["+4915112345604"])).body.data.until === after.month.ends_at);
  });

  test("a call is refused whose messages all cost more than what is left, and not one to numbers that cost nothing", async () => {
    await service.call("PATCH", "/settings", { spending: { per_day: "0.35", per_month: null } });
    const { day } = await eventually(async () => {
      const data = await spending();
      return data.day.cap === "0.35" && data;
    });
    expect(day.left).toBe("0.05");
    const refused = await eventually(async () => {
      const answer = await send(["+4915112345604"]);
      return answer.body.data.until === day.ends_at && answer;
    });
    expect([refused.status, refused.body.code]).toEqual([409, "spend_cap_reached"]);
    const preview = await service.call("POST", "/send/preview", {
      numbers: ["+4915112345604"],
      message: "Hello",
      category: "marketing",
    });
    expect(preview.body.data.refusals).toContainEqual(expect.objectContaining({ code: "spend_cap_reached" }));
    expect((await send(["+33612345678"])).status).toBe(200);
    expect((await send(["+4915112345604", "+33612345679"])).status).toBe(200);
  });

  test("raising it releases what waits", async () => {
    await service.call("PATCH", "/settings", { spending: { per_day: "100", per_month: "1000" } });
    await eventually(async () => (await spending()).held.spending === 0);
    await eventually(async () => {
      const { items } = (await service.call("GET", "/outbox?status=pending")).body.data;
      return items.length === 0;
    });
  });

  test.each([
    [{ per_day: "-1" }],
    [{ per_day: "1,5" }],
    [{ per_month: "lots" }],
    [{ categories: ["news"] }],
    [{ per_day: 1e12 }],
  ])("%j is refused", async (changes) => {
    const answer = await service.call("PATCH", "/settings", { spending: changes });
    expect(answer.status).toBe(400);
  });

  test("a call is refused while the credit is below the limit", async () => {
    await service.call("GET", "/credit");
    await service.call("PATCH", "/settings", { low_credit: { stop_below: "1000" } });
    const refused = await eventually(async () => {
      const answer = await send(["+4915112345605"]);
      return answer.status === 409 && answer;
    });
    expect(refused.body.code).toBe("insufficient_credit");
    expect((await send(["+4915112345605"], { category: "transactional" })).status).toBe(200);
  });
});
