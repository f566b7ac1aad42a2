import { expect, test } from "vitest";

import { assumedGateway, rulePrefixes } from "./assumed-gateway.ts";
import type { Route } from "./route.ts";

const one = (gateway: string): Route<string> => ({ kind: "gateway", gateway });
const failover: Route<string> = { kind: "failover", members: [one("a"), one("b")] };
const turns: Route<string> = { kind: "roundrobin", members: [one("a"), one("b"), one("c")], weights: [9, 1, 1] };
const rules: Route<string> = {
  kind: "by",
  rules: [
    { when: { categories: ["otp"] }, text: "category=otp", route: one("a") },
    { when: { countries: ["CA"] }, text: "country=CA", route: one("c") },
    { when: { prefixes: ["+4915"] }, text: "prefix=+4915", route: one("c") },
    { when: { countries: ["DE"] }, text: "country=DE", route: one("b") },
    { when: {}, text: "else", route: failover },
  ],
};
const PRICES: Readonly<Record<string, number>> = { a: 1, b: 5, c: 3 };
const assumed = (route: Route<string>, prefix = "+49", unusable: readonly string[] = [], category = "marketing") =>
  assumedGateway(route, {
    category: category as "marketing",
    prefix,
    isUsable: (gateway) => !unusable.includes(gateway),
    priceAt: (gateway) => PRICES[gateway]!,
  });

test.each([
  ["of a failover the first", failover, "+49", [], "a"],
  ["of a failover the first that can be used", failover, "+49", ["a"], "b"],
  ["of a round robin the most expensive, regardless of its weight", turns, "+49", [], "b"],
  ["of a round robin the most expensive that can be used", turns, "+49", ["b"], "c"],
  ["the rule of the country", rules, "+49", [], "b"],
  ["the rule of a longer prefix before it", rules, "+4915", [], "c"],
  ["the last rule", rules, "+33", [], "a"],
  ["the most expensive where a rule is about one country of several", rules, "+1", [], "c"],
  ["none without a usable gateway", failover, "+49", ["a", "b"], null],
  ["none on a route without members", { kind: "failover", members: [] } as Route<string>, "+49", [], null],
] as const)("%s", (_, route, prefix, unusable, gateway) => {
  expect(assumed(route, prefix, unusable)).toBe(gateway);
});

test("rules of another category do not count", () => {
  expect(assumed(rules, "+49", [], "otp")).toBe("a");
});

test("prefixes that rules name are looked up separately", () => {
  expect(rulePrefixes({ kind: "failover", members: [rules, one("a")] })).toEqual(["+4915"]);
});
