import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => (service = await startTestService({ TIDINGS_TIMEZONE: "Pacific/Apia" })));
afterAll(() => service.end());

const LISTS = ["/outbox", "/inbox", "/messages", "/order-notices/decisions"];

test.each(LISTS)("%s refuses a range that ends on the day before it begins", async (list) => {
  const { status, body } = await service.call("GET", `${list}?date_from=2027-06-02&date_to=2027-06-01`);
  expect([status, body.data.params]).toEqual([400, { date_to: "is before date_from" }]);
});

test.each(LISTS)("%s accepts one day, and a day that its zone skipped", async (list) => {
  for (const day of ["2027-06-01", "2011-12-30"]) {
    const { status } = await service.call("GET", `${list}?date_from=${day}&date_to=${day}`);
    expect(status, day).toBe(200);
  }
});
