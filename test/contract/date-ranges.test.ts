import { afterAll, beforeAll, expect, test } from "vitest";

import { startHouse, type TestHouse } from "../support/service/house.ts";

let house: TestHouse;
beforeAll(async () => (house = await startHouse({ TIDINGS_TIMEZONE: "Pacific/Apia" })));
afterAll(() => house.end());

const LISTS = ["/outbox", "/inbox", "/messages", "/order-notices/decisions"];

test.each(LISTS)("%s refuses a range that ends on the day before it begins", async (list) => {
  const { status, body } = await house.call("GET", `${list}?date_from=2027-06-02&date_to=2027-06-01`);
  expect([status, body.data.params]).toEqual([400, { date_to: "is before date_from" }]);
});

test.each(LISTS)("%s takes one day, and a day that its zone left out", async (list) => {
  for (const day of ["2027-06-01", "2011-12-30"]) {
    const { status } = await house.call("GET", `${list}?date_from=${day}&date_to=${day}`);
    expect(status, day).toBe(200);
  }
});
