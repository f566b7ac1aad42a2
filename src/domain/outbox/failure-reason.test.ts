import { expect, test } from "vitest";

import { failureReason } from "./failure-reason.ts";

test("one text and many of a message are explained alike; the gateway is named where it is one", () => {
  const one = failureReason({ state: "undelivered", failure: "E17", gateway: "main" });
  const many = failureReason({ state: "undelivered", failure: "E17", gateway: null });
  expect(one.text).toBe("main reported that it will not arrive (E17).");
  expect(many).toEqual({ ...one, text: "The gateway reported that it will not arrive (E17)." });
  expect(failureReason({ state: "failed", failure: "E17", gateway: null }).text).toBe("The gateway refused it (E17).");
});

test("a number that does not exist is said to be none, whichever provider says so in its code", () => {
  const text = "The number does not exist, or cannot receive messages.";
  for (const failure of ["invalid_number", "21211"])
    expect(failureReason({ state: "failed", failure, gateway: "main" })).toMatchObject({ code: failure, text });
});

test("a code of a provider that is a name of JavaScript's own is a code like others", () => {
  expect(failureReason({ state: "failed", failure: "constructor", gateway: null }).text).toBe(
    "The gateway refused it (constructor).",
  );
});
