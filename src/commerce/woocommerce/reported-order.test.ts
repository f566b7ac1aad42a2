import { expect, test } from "vitest";

import { readReportedOrder } from "./reported-order.ts";

const settings = { home: "https://shop.example/tea", siteName: null };
const read = (body: unknown) => readReportedOrder(Buffer.from(JSON.stringify(body)), settings);
const order = {
  id: 7,
  status: "processing",
  date_created_gmt: "2026-05-01T10:00:00",
  date_modified_gmt: "2026-05-09T10:00:01",
};
const home = "http://shop.example/tea/";

test("an observed change is as new as the change, a new order as old as its own dates", () => {
  const seen = read({ home, order, changed_gmt: "2026-05-09T10:00:01" });
  expect(seen).toMatchObject({ kind: "order", order: { id: 7, reachedAt: Date.UTC(2026, 4, 9, 10, 0, 1) } });
  expect(read({ home, order })).toMatchObject({ kind: "order", order: { reachedAt: null } });
  expect(read({ home, order, changed_gmt: "yesterday" })).toMatchObject({ kind: "order", order: { reachedAt: null } });
});

test("a copy of the site, a test, a cart and a body without an order are distinguished", () => {
  expect(read({ home: "https://staging.example/tea", order })).toEqual({ kind: "foreign", home: settings.home });
  expect(read({ order })).toMatchObject({ kind: "foreign" });
  expect(read({ home, test: "x" })).toEqual({ kind: "ping" });
  expect(read({ home, order: { ...order, status: "checkout-draft" } })).toEqual({ kind: "other" });
  expect(read({ home, order: { id: 7 } })).toMatchObject({ kind: "unreadable" });
  expect(readReportedOrder(Buffer.from("{"), settings)).toMatchObject({ kind: "foreign" });
});
