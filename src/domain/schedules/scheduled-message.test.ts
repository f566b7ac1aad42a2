import { expect, test } from "vitest";

import type { RouteInfo, Routes } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";
import { namedRoute, occurrenceOf, routeOf } from "./scheduled-message.ts";
import type { Schedule } from "./schedule.ts";

const route = (name: string, more: Partial<RouteInfo> = {}): RouteInfo => ({
  route: name,
  gateway: name,
  gateways: [name],
  abilities: {} as RouteInfo["abilities"],
  sandbox: false,
  ...more,
});
const routes = (byDefault: RouteInfo | null, ...named: RouteInfo[]): Routes => ({
  byDefault: () => byDefault,
  byName: (name) => named.find((one) => one.route === name) ?? null,
  names: () => named.map((one) => one.route),
});

test("a schedule made for the default route during a trial follows it to the first gateway", () => {
  const trial = route("sandbox", { sandbox: true, isDefault: true });
  const sandbox = route("sandbox", { sandbox: true });
  const stored = namedRoute(trial);
  expect(stored).toBe("default");
  expect(routeOf(stored, routes(trial, sandbox))).toBe(trial);
  const real = route("default", { isDefault: true });
  expect(routeOf(stored, routes(real, sandbox))).toBe(real);
  expect(routeOf(stored, routes(null, sandbox))).toBeNull();
});

test("a schedule that names the sandbox stays with it", () => {
  const sandbox = route("sandbox", { sandbox: true });
  expect(namedRoute(sandbox)).toBe("sandbox");
  expect(routeOf("sandbox", routes(route("default", { isDefault: true }), sandbox))).toBe(sandbox);
});

test("both numbers of a phone in a stored schedule are one recipient of each run", () => {
  const phones = ["+5491123456789", "+4915112345678", "+541123456789"] as Phone[];
  const message = {
    content: { text: "Hello", mediaUrls: [] },
    category: "transactional",
    phones,
    duplicates: 1,
    invalid: 0,
    audience: null,
    createdBy: "x",
  };
  const schedule = { id: "0", message, frozenSet: null } as unknown as Schedule;
  const { message: sent } = occurrenceOf(schedule, null, null);
  expect([sent.phones, sent.duplicates]).toEqual([phones.slice(0, 2), 2]);
});
