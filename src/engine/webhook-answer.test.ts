import { expect, test } from "vitest";

import { failureText, redirectText } from "./webhook-answer.ts";

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

test("a reason that is cut between the halves of a character is still text that the database accepts", () => {
  const reason = failureText(new TypeError("fetch failed", { cause: new Error(`${"x".repeat(999)}😀`) }));
  expect(reason).toBe(`${"x".repeat(999)}\ufffd`);
});

test("a redirect is described without the query and the fragment of its address, which may contain a token", () => {
  const led = (location: string) => redirectText(new Response(null, { status: 302, headers: { location } }));
  expect(led("https://example.org/new?token=secret#top")).toBe("redirect to https://example.org/new?…: not followed");
  expect(led("/new#token=secret")).toBe("redirect to /new: not followed");
  expect(led("https://example.org/new")).toBe("redirect to https://example.org/new: not followed");
});
