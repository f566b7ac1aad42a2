import { expect, test } from "vitest";

import type { Route } from "#domain/routing/route";
import { formatTree } from "#domain/routing/route";

import { effectiveRoute } from "./effective-route.ts";

const own: Route<string> = { kind: "gateway", gateway: "own" };
const by = (environment: object, members: readonly string[], expression: string | null = null): string =>
  formatTree(
    effectiveRoute({
      environment: { route: own, isDefault: false, isSandbox: false, ...environment },
      members,
      expression,
    }),
  );

test("stored gateways follow the environment's as a failover, in their order", () => {
  expect(by({}, [])).toBe("own");
  expect(by({}, ["a", "b"])).toBe("failover(own a b)");
  const route = { kind: "failover", members: [own, { kind: "gateway", gateway: "two" }] };
  expect(by({ route }, ["a"])).toBe("failover(own two a)");
  expect(by({ route: { kind: "failover", members: [] } }, ["a"])).toBe("a");
});

test("a sandbox that nobody configured steps aside, and one that somebody configured does not", () => {
  expect(by({ isDefault: true, isSandbox: true }, ["a"])).toBe("a");
  expect(by({ isDefault: true, isSandbox: true }, [])).toBe("own");
  expect(by({ isSandbox: true }, ["a"])).toBe("own");
});

test("a stored routing replaces all of it, and one that cannot be read leads nowhere rather than elsewhere", () => {
  const expression = "by(country=DE: roundrobin(3*a own); else: b)";
  expect(by({ isSandbox: true }, ["a"], expression)).toBe("by(country=DE: roundrobin(3*a 1*own); else: b)");
  expect(by({}, ["a"], "newer(a b)")).toBe("");
});
