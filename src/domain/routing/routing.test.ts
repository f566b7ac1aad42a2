import { expect, test } from "vitest";

import type { Phone } from "../recipients/phone.ts";
import { countryOf } from "../recipients/country.ts";
import type { Route, ResolvedRoute } from "./route.ts";
import { formatRoute } from "./route.ts";
import { serving, sharesOf, type HealthStatus, type HealthOf } from "./serving.ts";
import { reduce, resolvedRoutesFor, resolvedRoutesOf } from "./resolve.ts";

const gateway = (name: string) => ({ kind: "gateway" as const, gateway: name });
const failover = (...members: Route<string>[]): Route<string> => ({ kind: "failover", members });
const robin = (weights: number[] | null, ...members: Route<string>[]): Route<string> => ({
  kind: "roundrobin",
  members,
  weights,
});
const by = (...rules: [object, Route<string>][]): Route<string> => ({
  kind: "by",
  rules: rules.map(([when, route]) => ({ when, text: JSON.stringify(when), route })),
});
const [a, b, c] = [gateway("a"), gateway("b"), gateway("c")];
const german = "+4915112345678" as Phone;
const resolved = (route: Route<string>, draw = 0, phone = german) =>
  formatRoute(reduce(route, { phone, category: "transactional", draw }).resolved);
const health =
  (states: Record<string, HealthStatus>, part = 0.1): HealthOf =>
  (name) => {
    const status = states[name] ?? "up";
    return { status, part: status === "up" ? 1 : status === "recovering" ? part : 0 };
  };
const resolveRoute = (route: Route<string>): ResolvedRoute => resolvedRoutesOf(route)[0]!;

test("the first matching rule is used, wherever it is in the tree", () => {
  const tree = failover(by([{ countries: ["DE"] }, a], [{}, b]), c);
  expect(resolved(tree)).toBe("failover(a c)");
  expect(resolved(tree, 0, "+33612345678" as Phone)).toBe("failover(b c)");
  const prefixed = by([{ prefixes: ["+49151"], categories: ["otp"] }, a], [{ prefixes: ["+4915"] }, b], [{}, c]);
  expect(resolved(prefixed)).toBe("b");
});

test("weights divide messages, nested ones too, and the other gateways are fallbacks", () => {
  const tree = robin([3, 1], robin([1, 1], a, b), c);
  const counts = new Map<string, number>();
  for (let index = 0; index < 800; index += 1) {
    const text = resolved(tree, (index + 0.5) / 800);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({
    "failover(failover(a b) c)": 300,
    "failover(failover(b a) c)": 300,
    "failover(c failover(a b))": 100,
    "failover(c failover(b a))": 100,
  });
  expect(resolvedRoutesOf(tree).map(formatRoute).toSorted()).toEqual([...counts.keys()].toSorted());
});

test("every route that a message can take is among the routes of the tree", () => {
  const tree = by([{ countries: ["DE"] }, robin([1, 5], failover(a, b), c)], [{}, failover(robin(null, a, c), b)]);
  const all = new Set(resolvedRoutesOf(tree).map(formatRoute));
  for (let index = 0; index < 100; index += 1) {
    expect(all.has(resolved(tree, index / 100))).toBe(true);
    expect(all.has(resolved(tree, index / 100, "+15005550000" as Phone))).toBe(true);
  }
  expect(resolvedRoutesOf(tree, 2).length).toBeLessThanOrEqual(2);
});

test("rules for other categories and countries contribute no gateway", () => {
  const tree = by([{ categories: ["otp"] }, a], [{ countries: ["FR"] }, b], [{}, c]);
  const names = (...given: Parameters<typeof resolvedRoutesFor>) => resolvedRoutesFor(...given).map(formatRoute);
  expect(names(tree, "marketing", null)).toEqual(["b", "c"]);
  expect(names(tree, "marketing", [german])).toEqual(["c"]);
  expect(names(tree, "otp", [german])).toEqual(["a"]);
});

test("in a failover the first healthy gateway sends, along with recovering ones before it", () => {
  const line = resolveRoute(failover(a, b, c));
  expect(serving(line, health({}))).toEqual(["a"]);
  expect(serving(line, health({ a: "down" }))).toEqual(["b"]);
  expect(serving(line, health({ a: "recovering" }))).toEqual(["a", "b"]);
  expect(serving(line, health({ a: "degraded", b: "recovering" }))).toEqual(["b", "c"]);
  expect(serving(line, health({ a: "down", b: "degraded", c: "down" }))).toEqual(["b"]);
  expect(serving(line, health({ a: "down", b: "down", c: "down" }))).toEqual(["a"]);
  const nested = resolveRoute(failover(robin(null, a, b), c));
  expect(serving(nested, health({ a: "down" }))).toEqual(["b"]);
  expect(serving(nested, health({ a: "down", b: "degraded" }))).toEqual(["c"]);
});

test("shares follow health", () => {
  const line = resolveRoute(failover(a, b));
  expect([...sharesOf(line, health({}))]).toEqual([["a", 1]]);
  expect([...sharesOf(line, health({ a: "recovering" }, 0.25))]).toEqual([
    ["a", 0.25],
    ["b", 0.75],
  ]);
  expect([...sharesOf(resolveRoute(robin(null, a, b, c)), health({ b: "down" }))]).toEqual([
    ["a", 0.5],
    ["c", 0.5],
  ]);
});

test.each([
  ["+4915112345678", "DE"],
  ["+14165550123", "CA"],
  ["+12125550123", "US"],
  ["+12425550123", "BS"],
  ["+77011234567", "KZ"],
  ["+79261234567", "RU"],
  ["+447700900123", "GB"],
  ["+447781123456", "GG"],
  ["+299221234", "GL"],
  ["+881612345678", null],
])("%s is of %s", (phone, country) => {
  expect(countryOf(phone as Phone)).toBe(country);
});
