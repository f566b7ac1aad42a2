import { expect, test } from "vitest";

import { nameLookups } from "./name-lookups.ts";

type Found = readonly { address: string; family: number }[];

/** A resolver that answers a name on command, and counts the queries for each. */
function resolver(atOnce: number) {
  const asked: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<Found>>();
  const address = [{ address: "192.0.2.1", family: 4 }];
  const prompt = new Set<string>();
  let free = atOnce;
  const queue: (() => void)[] = [];
  return {
    asked,
    prompt,
    fail: (host: string) => setTimeout(() => waiting.get(host)!.reject(new Error("no answer")), 5),
    answer: (host: string) => waiting.get(host)!.resolve(address),
    /** Like the system's: a lookup that waits for its answer takes one of a few threads. */
    async lookup(host: string): Promise<Found> {
      if (free === 0) await new Promise<void>((resolve) => queue.push(resolve));
      free -= 1;
      asked.push(host);
      const answer = Promise.withResolvers<Found>();
      waiting.set(host, answer);
      if (prompt.has(host)) answer.resolve(address);
      try {
        return await answer.promise;
      } finally {
        free += 1;
        queue.shift()?.();
      }
    },
  };
}

test("names that never answer do not keep one that works from being looked up", async () => {
  const system = resolver(2);
  const resolve = nameLookups({ lookup: system.lookup, atOnce: 2 });
  system.prompt.add("gateway.example");
  await resolve("gateway.example");
  for (let n = 0; n < 20; n++) {
    void resolve("dead.example");
    void resolve("gone.example");
  }
  await resolve("gateway.example");
  expect(system.asked).toEqual(["gateway.example", "dead.example", "gateway.example"]);
});

test("names that did not answer before do not keep a new one from being looked up", async () => {
  const system = resolver(4);
  const resolve = nameLookups({ lookup: system.lookup, atOnce: 4, promptMs: 1 });
  const dead = Array.from({ length: 5 }, (_, n) => `dead${n}.example`);
  for (const host of dead) {
    const slow = resolve(host).catch(() => undefined);
    await expect.poll(() => system.asked).toContain(host);
    system.fail(host);
    await slow;
  }
  for (const host of dead) void resolve(host);
  system.prompt.add("new.example");
  await resolve("new.example");
});

test("new names that do not answer let the next new ones be looked up", async () => {
  const system = resolver(7);
  const resolve = nameLookups({ lookup: system.lookup, atOnce: 7, promptMs: 20 });
  for (const host of ["dead.example", "gone.example"]) void resolve(host);
  system.prompt.add("gateway.example");
  await resolve("gateway.example");
  expect(system.asked).toEqual(["dead.example", "gone.example", "gateway.example"]);
});

test("concurrent callers for a name share one lookup", async () => {
  const system = resolver(8);
  const resolve = nameLookups({ lookup: system.lookup, atOnce: 8 });
  const answers = [resolve("hooks.example"), resolve("hooks.example"), resolve("hooks.example")];
  await expect.poll(() => system.asked).toEqual(["hooks.example"]);
  system.answer("hooks.example");
  expect(new Set(await Promise.all(answers)).size).toBe(1);
  void resolve("hooks.example");
  await expect.poll(() => system.asked).toHaveLength(2);
});

test("an answer that came too late for its caller is used for the next one", async () => {
  const system = resolver(2);
  const resolve = nameLookups({ lookup: system.lookup, atOnce: 2, promptMs: 0 });
  system.prompt.add("slow.example");
  const found = await resolve("slow.example");
  expect(await resolve("slow.example")).toBe(found);
  expect(system.asked).toEqual(["slow.example"]);
});

test("a failed lookup is reported to all callers and is not cached", async () => {
  let asked = 0;
  const lookup = async (): Promise<Found> => {
    asked += 1;
    throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
  };
  const resolve = nameLookups({ lookup, atOnce: 2 });
  const both = await Promise.allSettled([resolve("none.example"), resolve("none.example")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(asked).toBe(1);
  await expect(resolve("none.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
  expect(asked).toBe(2);
});
