import { expect, test } from "vitest";

import { failureText } from "./webhook-answer.ts";

const thrownBy = (url: string): Promise<unknown> => fetch(url).catch((error: unknown) => error);

test("the reason for a missing answer is the network's error code, or its message if it has no code", async () => {
  expect(failureText(await thrownBy("http://nothing.invalid/"))).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  expect(failureText(await thrownBy("http://127.0.0.1:9/"))).toBe("bad port");
});

test("the name of a JavaScript class never appears as a reason", () => {
  expect(failureText(new TypeError("fetch failed", { cause: new Error("other side closed") }))).toBe(
    "other side closed",
  );
  expect(failureText(new DOMException("too late", "TimeoutError"))).toBe("no answer in time");
  expect(failureText(new TypeError("fetch failed"))).toBe("fetch failed");
  expect(failureText(null)).toBe("network");
});
