import { expect, test } from "vitest";

import type { Route } from "#domain/routing/route";
import { formatTree } from "#domain/routing/route";

import { effectiveRoute } from "./effective-route.ts";

const own: Route<string> = { kind: "gateway", gateway: "own" };
const of = (environment: object, members: readonly string[], expression: string | null = null, isTrial = true) =>
  effectiveRoute({
    environment: { route: own, isDefault: false, isSandbox: false, ...environment },
    members,
    expression,
    isTrial,
  });
const by = (...given: Parameters<typeof of>): string => formatTree(of(...given).tree);

test("stored gateways follow the environment's as a failover, in their order", () => {
  expect(by({}, [])).toBe("own");
  expect(by({}, ["a", "b"])).toBe("failover(own a b)");
  const route = { kind: "failover", members: [own, { kind: "gateway", gateway: "two" }] };
  expect(by({ route }, ["a"])).toBe("failover(own two a)");
  expect(by({ route: { kind: "failover", members: [] } }, ["a"])).toBe("a");
});

test("stored gateways replace the implicit sandbox, but not a configured one", () => {
  expect(by({ isDefault: true, isSandbox: true }, ["a"])).toBe("a");
  expect(by({ isSandbox: true }, ["a"])).toBe("own");
});

test("the implicit sandbox never serves the default route: during a trial it has a route of its own name, afterwards none", () => {
  const unset = { isDefault: true, isSandbox: true };
  expect(of(unset, [])).toEqual({ tree: own, name: "own" });
  expect(of(unset, [], null, false)).toEqual({ tree: { kind: "failover", members: [] }, name: "default" });
  expect(of(unset, ["a"], null, false).name).toBe("default");
  expect(of({ isSandbox: true }, [], null, false)).toEqual({ tree: own, name: "default" });
  expect(of(unset, [], "own", false)).toEqual({ tree: own, name: "default" });
});

test("a stored routing replaces the whole route, and nothing is sent while it cannot be read", () => {
  const expression = "by(country=DE: roundrobin(3*a own); else: b)";
  expect(by({ isSandbox: true }, ["a"], expression)).toBe("by(country=DE: roundrobin(3*a 1*own); else: b)");
  expect(by({}, ["a"], "newer(a b)")).toBe("");
});
