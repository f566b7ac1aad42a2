import { expect, test } from "vitest";

import { quietTools, smsTo } from "../../../test/conformance/gateways/kit/base.ts";

import { smsapi } from "./smsapi.ts";

/** A provider that accepts whole calls unless one of `bad` is in it; it remembers what it accepted. */
function open(bad: Readonly<Record<string, number>> = {}, breaksOff = false) {
  const taken = new Set<string>();
  const calls: string[] = [];
  const gateway = smsapi.open(
    smsapi.settings.parse({ token: "t0ken" }),
    quietTools({
      fetch: async (_input, init) => {
        const form = new URLSearchParams(init?.body as string);
        const [numbers, refs] = [form.get("to")!.split(","), form.get("idx")!.split("|")];
        calls.push(numbers.join(","));
        const refused = numbers.find((number) => number in bad);
        if (refused !== undefined) return Response.json({ error: bad[refused], message: "no" });
        if (refs.some((ref) => taken.has(ref))) return Response.json({ error: 53, message: "not unique" });
        for (const ref of refs) taken.add(ref);
        if (breaksOff && calls.length === 1) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
        return Response.json({
          list: numbers.map((number) => ({ number, id: `m${number}`, status: "QUEUE", error: null })),
        });
      },
    }),
  );
  return { calls, taken, gateway };
}
const sms = (number: string) => smsTo(`+${number}`, { ref: `ref-${number}` });
const batch = ["48500000001", "48500000002", "48500000003"].map(sms);

test("messages whose response was lost are accepted once, also when they are retried in another batch", async () => {
  const { gateway, taken } = open({}, true);
  expect((await gateway.send(batch.slice(0, 2))).map(({ kind }) => kind)).toEqual(["unknown", "unknown"]);
  expect(await gateway.send([batch[2]!, batch[0]!, batch[1]!])).toEqual([
    { kind: "accepted", providerIds: ["m48500000003"], response: "QUEUE" },
    { kind: "accepted", providerIds: [], response: "already sent" },
    { kind: "accepted", providerIds: [], response: "already sent" },
  ]);
  expect(taken.size).toBe(3);
});

test("a number that had too many messages waits alone", async () => {
  const { gateway } = open({ 48500000002: 52 });
  const outcomes = await gateway.send(batch);
  expect(outcomes[1]).not.toHaveProperty("throttled");
  expect(outcomes).toMatchObject([{ kind: "accepted" }, { kind: "later", code: "52" }, { kind: "accepted" }]);
});

test("an error about the text applies to the whole call at once", async () => {
  const { gateway, calls } = open({ 48500000002: 11 });
  expect((await gateway.send(batch)).map(({ kind }) => kind)).toEqual(["rejected", "rejected", "rejected"]);
  expect(calls).toHaveLength(1);
});
