import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { farFromNow } from "../../support/engine/holding.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
});
afterAll(() => service.end());

const change = (changes: unknown) => service.call("PATCH", "/settings", changes);

test("a subscriber shows when marketing may next leave for them, and what the frequency cap leaves", async () => {
  const mobile = "+4915112345678";
  const { data } = (await service.call("POST", "/subscribers", { name: "Ada", mobile, double_opt_in: false })).body;
  const next = async () => (await service.call("GET", `/subscribers/${data.id}`)).body.data.next_marketing;
  expect(await next()).toMatchObject({ held_for: null, left: null, time_zones: ["Europe/Berlin"] });

  await change({ frequency_cap: { mode: "on", messages: 1, window_hours: 24 } });
  // A node uses new settings after a second at most, so the first message may not count.
  await eventually(async () => {
    await service.call("POST", "/send", { numbers: [mobile], message: "Sale", category: "marketing" });
    return (await next()).left === 0;
  });
  const capped = await next();
  expect(capped.held_for).toBe("frequency_cap");
  expect(Date.parse(capped.at) - Date.now()).toBeGreaterThan(23 * 3_600_000);

  const window = farFromNow("America/New_York");
  const all = { weekdays: window, saturday: window, sunday: window, holidays: "open" };
  await change({ frequency_cap: { mode: "off" }, quiet_hours: { mode: "on", regions: { DE: all } } });
  await service.call("PATCH", `/subscribers/${data.id}`, { time_zone: "America/New_York" });
  const quiet = await next();
  expect(quiet).toMatchObject({ held_for: "quiet_hours", left: null, time_zones: ["America/New_York"] });
  expect(Date.parse(quiet.at)).toBeGreaterThan(Date.now());
});
