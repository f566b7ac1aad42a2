import { expect, test } from "vitest";

import type { GatewayBoard, GatewayHealth } from "../gateways/gateway-board.ts";
import { queueWait } from "./queue-wait.ts";

type Pauses = Readonly<Record<string, GatewayHealth["pause"]>>;

const stopped = (until: number, reason = "the account has no credit left"): GatewayHealth["pause"] => ({
  code: "no_credit",
  reason,
  since: 0,
  until,
});
const held = { code: "paused_by_operator", reason: "Maintenance.", since: 0, until: 9e15 };

/** Gateways by name with their pauses; `a` and `b` share the route `a+b`. */
const boardOf = (pauses: Pauses): Pick<GatewayBoard, "gateways" | "shares" | "health"> => ({
  gateways: Object.keys(pauses).map((name) => ({ name })) as unknown as GatewayBoard["gateways"],
  shares: (name) => (name === "a" || name === "b" ? [{ route: "a+b", share: 0.5 }] : []),
  health: (name) =>
    ({ pause: pauses[name] ?? null, fitness: "up", part: 1, reason: null, since: null }) as GatewayHealth,
});

test.each([
  ["one of its gateways sends", "a+b", { a: stopped(5_000), b: null }, null],
  ["its gateway is not the one that is paused", "c", { a: stopped(5_000), b: null, c: null }, null],
  ["it has no route yet, and one gateway sends", "default", { a: stopped(5_000), c: null }, null],
  [
    "no gateway takes it any more",
    "gone",
    { a: null },
    { text: "Waits: no gateway of today's configuration takes it." },
  ],
  [
    "both of its gateways are paused: the one that is tried first is named",
    "a+b",
    { a: stopped(9_000), b: stopped(5_000), c: null },
    {
      text: "Waits: b is paused. The account has no credit left. So are the others that could send it.",
      gateway: "b",
      code: "no_credit",
      until: new Date(5_000),
    },
  ],
  [
    "a person paused its gateway, until nobody knows when",
    "c",
    { c: held },
    { text: "Waits: c is paused. Maintenance.", gateway: "c", code: "paused_by_operator" },
  ],
  [
    "a pause without a reason",
    "c",
    { c: stopped(5_000, " ") },
    { text: "Waits: c is paused.", gateway: "c", code: "no_credit", until: new Date(5_000) },
  ],
])("why a queued delivery waits: %s", (_what, route, pauses: Pauses, wait) => {
  expect(queueWait(route, boardOf(pauses))).toEqual(wait);
});
