import { expect, test } from "vitest";

import type { GatewayAbilities } from "../gateways/gateway.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { requireAbilities } from "./abilities.ts";
import { contentOf } from "./content.ts";

const can: GatewayAbilities = {
  flash: false,
  media: false,
  maxCharacters: 20,
  credit: false,
  receipts: true,
  deduplicates: false,
};
const route: RouteInfo = { route: "default", gateway: "main", gateways: ["main"], abilities: can, sandbox: false };
const check = (text: string, by: RouteInfo = route) =>
  requireAbilities({ content: contentOf({ text }), category: "transactional", route: by }, null);
const errorOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

test("a text that its gateway would refuse as too long is refused at once, with both numbers", () => {
  expect(errorOf(() => check("x".repeat(20)))).toBeNull();
  expect(errorOf(() => check("x".repeat(2_049)))).toMatchObject({
    code: "gateway_cannot",
    message: "main accepts messages of at most 20 characters; this one has 2,049.",
    details: [{ field: "message", code: "too_long" }],
  });
});

test("a gateway that declares no limit has none", () => {
  const { maxCharacters: _, ...open } = can;
  expect(errorOf(() => check("x".repeat(9_999), { ...route, abilities: open }))).toBeNull();
});

test("only the gateways that may get a message count: one with a limit elsewhere refuses nothing", () => {
  const { maxCharacters: _, ...open } = can;
  const byRules: RouteInfo = { ...route, narrow: () => ({ ...route, gateway: "wide", abilities: open }) };
  expect(check("x".repeat(21), byRules).gateway).toBe("wide");
});
