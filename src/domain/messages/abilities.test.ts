import { expect, test } from "vitest";

import type { GatewayAbilities } from "../gateways/gateway.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { missingAbility, requireAbilities } from "./abilities.ts";
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

test("a flash message or a picture that its gateway would drop is refused, and names the parameter", () => {
  const content = contentOf({ text: "hi", flash: true });
  expect(errorOf(() => requireAbilities({ content, category: "otp", route }, null))).toMatchObject({
    code: "gateway_cannot",
    message: "main cannot send flash messages.",
    details: [{ field: "flash", code: "not_supported" }],
  });
  const picture = contentOf({ text: "hi", media: ["https://files.example/a.png"] });
  expect(errorOf(() => requireAbilities({ content: picture, category: "otp", route }, null))).toMatchObject({
    message: "main cannot send media.",
    details: [{ field: "media_urls", code: "not_supported" }],
  });
});

test("a gateway lacks nothing for what it can send, and media up to its limit", () => {
  const media = ["https://files.example/a.png", "https://files.example/b.png"];
  const able = { flash: true, media: true, maxMedia: 2 };
  expect(missingAbility({ flash: true, media }, able)).toBeNull();
  expect(missingAbility({ flash: false, media }, { ...able, maxMedia: 1 })).toEqual({
    field: "media_urls",
    words: "accepts at most 1 media",
  });
  expect(missingAbility({ flash: false, media: [] }, { flash: false, media: false })).toBeNull();
});
