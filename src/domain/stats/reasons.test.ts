import { expect, test } from "vitest";

import type { MessageView, StateCount } from "../messages/message-view.ts";
import { explainedReasons } from "./reasons.ts";

const explained = (counts: readonly StateCount[]) => explainedReasons({ counts } as unknown as MessageView);

test("a code that some deliveries have from an answer and others from a receipt is explained as what it was for most", () => {
  const [reason, ...others] = explained([
    { state: "failed", reason: "E17", count: 2 },
    { state: "undelivered", reason: "E17", count: 3 },
    { state: "delivered", reason: "", count: 9 },
  ]);
  expect(reason).toMatchObject({
    reason: "E17",
    count: 5,
    text: "The gateway reported that it will not arrive (E17).",
    remedy: expect.any(String),
  });
  expect(others).toEqual([]);
});

test("failures without a reason are explained by their state, and an erasure needs no action", () => {
  const found = explained([
    { state: "undelivered", reason: "", count: 3 },
    { state: "failed", reason: "", count: 2 },
    { state: "canceled", reason: "erased", count: 1 },
  ]);
  expect(found.map(({ text }) => text)).toEqual([
    "The carrier did not deliver it and gave no reason.",
    "The gateway refused it and gave no reason.",
    "The person was erased before it was sent.",
  ]);
  expect(found.map(({ remedy }) => remedy === null)).toEqual([false, false, true]);
});
