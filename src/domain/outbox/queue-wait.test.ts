import { expect, test } from "vitest";

import type { GatewayHealth } from "../gateways/gateway-board.ts";
import { queueWait } from "./queue-wait.ts";

type Pauses = Readonly<Record<string, GatewayHealth["pause"]>>;

const stopped = (until: number, reason = "the account has no credit left"): GatewayHealth["pause"] => ({
  code: "no_credit",
  reason,
  since: 0,
  until,
});
const held = { code: "paused_by_operator", reason: "Maintenance.", since: 0, until: 9e15 };

test.each([
  ["one of its gateways sends", { a: stopped(5_000), b: null }, null],
  ["no gateway takes it any more", {}, { text: "Waiting: no configured gateway accepts it." }],
  [
    "of two paused gateways, the one that is tried first is named",
    { a: stopped(9_000), b: stopped(5_000) },
    {
      text: "Waiting: b is paused (the account has no credit left). So are the others that could send it.",
      gateway: "b",
      code: "no_credit",
      until: new Date(5_000),
    },
  ],
  [
    "of two paused gateways, the one whose pause ends by itself is named",
    { a: held, b: stopped(5_000, "") },
    {
      text: "Waiting: b is paused (no_credit). So are the others that could send it.",
      gateway: "b",
      code: "no_credit",
      until: new Date(5_000),
    },
  ],
  [
    "a user paused its gateway without an end",
    { c: held },
    { text: "Waiting: c is paused (Maintenance).", gateway: "c", code: "paused_by_operator" },
  ],
])("why a queued delivery waits: %s", (_what, pauses: Pauses, wait) => {
  const health = (name: string): GatewayHealth => ({
    pause: pauses[name] ?? null,
    status: "up",
    part: 1,
    reason: null,
    since: null,
  });
  expect(queueWait(Object.keys(pauses), health)).toEqual(wait);
});
