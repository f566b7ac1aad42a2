import { expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { SendCommand } from "#domain/messages/send";

import { shownSending } from "./send-views.ts";

const command = { content: contentOf({ text: "Hello" }), route: {}, skipped: [] } as unknown as SendCommand;

test.each([
  ["-3.50", -3.5],
  ["0", 0],
  ["", null],
  [" ", null],
  ["unlimited", null],
])("a balance of %j is shown as %j", (amount, balance) => {
  const credit = { gateway: "main", amount, unit: "EUR", currency: "EUR", checkedAt: 0 };
  expect(shownSending(command, credit, []).balance).toBe(balance);
});
