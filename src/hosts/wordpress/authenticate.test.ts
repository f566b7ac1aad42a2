import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { failedTries } from "#domain/access/failed-tries";

import { passThrough } from "./authenticate.ts";
import { siteOf } from "./site.ts";

test("guesses from any number of networks leave half of the calls that a site gets to others, and few of them wait", async () => {
  let now = 0;
  const clock = { now: () => now };
  const released = Promise.withResolvers<void>();
  let guesses = 0;
  const answer = (status: number, body: object): Response =>
    Response.json(body, { status, headers: { "content-type": "application/json" } });
  const site = siteOf({
    url: "https://site.example",
    timeoutMs: 60_000,
    clock,
    async fetch(_, init) {
      const isAnn = new Headers(init?.headers).get("authorization") === `Basic ${btoa("ann:right")}`;
      if (isAnn) return answer(200, { id: 7, username: "ann", roles: [], capabilities: { svc_outbox: true } });
      guesses += 1;
      await released.promise;
      return answer(401, { code: "incorrect_password" });
    },
  });
  const people = passThrough(site, [], { clock, randomBytes, tries: failedTries({ clock }) });
  expect(await people.authenticate("ann", "right", "203.0.113.7")).toMatchObject({ userId: 7 });
  // What is cached of her has expired.
  now += 31_000;
  const flood = Promise.allSettled(
    Array.from({ length: 200 }, (_, nth) =>
      people.authenticate(`user-${nth}`, "a guess", `2001:db8:1:${nth.toString(16)}::1`),
    ),
  );
  await expect.poll(() => guesses).toBeGreaterThanOrEqual(4);
  expect(await people.authenticate("ann", "right", "203.0.113.7")).toMatchObject({ userId: 7 });
  expect(guesses).toBe(4);
  released.resolve();
  const refused = (await flood).filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused) {
    expect(one).toMatchObject({ reason: { code: "too_many_requests", facts: { retry_after: 5 } } });
  }
});
