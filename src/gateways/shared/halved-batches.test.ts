import { expect, test } from "vitest";

import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { sendHalved } from "./halved-batches.ts";

const texts = ["a", "b", "c", "d", "e"].map((ref) => ({ ref }) as unknown as OutgoingSms);
const refusal = (kind: "rejected" | "later" | "stop", code = "http_400") => ({ kind, code, reason: "no" }) as Outcome;
const taken = (all: readonly OutgoingSms[]): Outcome[] =>
  all.map(({ ref }) => ({ kind: "accepted", providerIds: [ref] }));
const kinds = (outcomes: readonly Outcome[]) => outcomes.map(({ kind }) => kind).join(" ");

test("a message that makes the vendor refuse the whole call fails alone, and no other is requested after its success", async () => {
  const calls: string[] = [];
  const outcomes = await sendHalved(texts, async (all) => {
    const refs = all.map(({ ref }) => ref).join("");
    calls.push(refs);
    return refs.includes("d") ? refusal("rejected") : taken(all);
  });
  expect(kinds(outcomes)).toBe("accepted accepted accepted rejected accepted");
  expect(calls).toEqual(["abcde", "ab", "cde", "c", "de", "d", "e"]);
});

test("one bad number among a hundred is found in few calls, and no one gets a message twice", async () => {
  const hundred = Array.from({ length: 100 }, (_, index) => ({ ref: `r${index}` }) as unknown as OutgoingSms);
  const got: string[] = [];
  let calls = 0;
  const outcomes = await sendHalved(hundred, async (all) => {
    calls += 1;
    if (all.some(({ ref }) => ref === "r37")) return refusal("rejected");
    got.push(...all.map(({ ref }) => ref));
    return taken(all);
  });
  expect(outcomes.flatMap(({ kind }, index) => (kind === "rejected" ? [index] : []))).toEqual([37]);
  expect(got.toSorted()).toEqual(
    hundred
      .map(({ ref }) => ref)
      .filter((ref) => ref !== "r37")
      .toSorted(),
  );
  expect(calls).toBeLessThan(20);
});

test.each(["later", "stop"] as const)("a whole call that ends in %s is not halved", async (kind) => {
  let calls = 0;
  const outcomes = await sendHalved(texts, async () => {
    calls += 1;
    return refusal(kind);
  });
  expect(kinds(outcomes)).toBe(Array.from({ length: 5 }, () => kind).join(" "));
  expect(calls).toBe(1);
});

test("individual refusals are kept unchanged", async () => {
  let calls = 0;
  const outcomes = await sendHalved(texts, async (all) => {
    calls += 1;
    return all.map(() => refusal("rejected"));
  });
  expect(kinds(outcomes)).toBe("rejected rejected rejected rejected rejected");
  expect(calls).toBe(1);
});

test("a refusal that concerns all is not halved", async () => {
  let calls = 0;
  const ask = async () => {
    calls += 1;
    return refusal("rejected", "11");
  };
  expect(kinds(await sendHalved(texts, ask, (code) => code === "11"))).toMatch(/^(rejected ?){5}$/);
  expect(calls).toBe(1);
});

test("a half whose call breaks off is unknown, and stays so", async () => {
  const outcomes = await sendHalved(texts, async (all) => {
    if (all.length === 5) return refusal("rejected");
    return all.length === 2 && all[0]!.ref === "a" ? { kind: "unknown", reason: "timeout" } : taken(all);
  });
  expect(kinds(outcomes)).toBe("unknown unknown accepted accepted accepted");
});
