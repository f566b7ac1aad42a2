import { expect, test } from "vitest";

import type { GatewayAbilities } from "../gateways/gateway.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { requireAbilities, resolveRoute } from "./send.ts";

const can: GatewayAbilities = {
  flash: false,
  media: false,
  maxCharacters: 20,
  credit: false,
  receipts: true,
  deduplicates: false,
};
const route: RouteInfo = { route: "default", gateway: "main", abilities: can, sandbox: false };
const message = (text: string, by: RouteInfo = route) => ({ text, flash: false, media: [], route: by });
const faultOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

test("a text that its gateway would refuse as too long is refused at once, with both numbers", () => {
  expect(faultOf(() => requireAbilities(message("x".repeat(20))))).toBeNull();
  expect(faultOf(() => requireAbilities(message("x".repeat(2_049))))).toMatchObject({
    code: "gateway_cannot",
    message: "main takes texts of at most 20 characters; this one has 2,049.",
    details: [{ field: "message", code: "too_long" }],
  });
});

test("a gateway that says no limit has none", () => {
  const { maxCharacters: _, ...open } = can;
  expect(faultOf(() => requireAbilities(message("x".repeat(9_999), { ...route, abilities: open })))).toBeNull();
});

test("only the gateways that may get a text count: one with a limit elsewhere refuses nothing", () => {
  const { maxCharacters: _, ...open } = can;
  const byRules: RouteInfo = { ...route, narrow: () => ({ ...route, gateway: "wide", abilities: open }) };
  const way = resolveRoute(message("x".repeat(21), byRules), "transactional", null);
  expect(way.route.gateway).toBe("wide");
  expect(faultOf(() => requireAbilities(way))).toBeNull();
});
