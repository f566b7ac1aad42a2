import { expect, test } from "vitest";

import { failureReason } from "./failure-reason.ts";

test("one text and many texts of a message are explained alike; the gateway is named if there is only one", () => {
  const one = failureReason({ state: "undelivered", failure: "E17", gateway: "main" });
  const many = failureReason({ state: "undelivered", failure: "E17", gateway: null });
  expect(one.text).toBe("main reported that it will not arrive (E17).");
  expect(many).toEqual({ ...one, text: "The gateway reported that it will not arrive (E17)." });
  expect(failureReason({ state: "failed", failure: "E17", gateway: null }).text).toBe("The gateway refused it (E17).");
});

test("a number that does not exist is reported as such, whichever provider's code says so", () => {
  const text = "The number does not exist, or cannot receive messages.";
  for (const failure of ["invalid_number", "21211"])
    expect(failureReason({ state: "failed", failure, gateway: "main" })).toMatchObject({ code: failure, text });
});

test("a provider's code that is also the name of a property of every JavaScript object is an ordinary code", () => {
  expect(failureReason({ state: "failed", failure: "constructor", gateway: null }).text).toBe(
    "The gateway refused it (constructor).",
  );
});
