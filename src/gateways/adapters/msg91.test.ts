import { afterAll, beforeAll, expect, test } from "vitest";

import type { OutgoingSms } from "#domain/gateways/gateway";

import { openQuietly, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { says } from "../../../test/conformance/gateways/kit/says.ts";
import { msg91 } from "./msg91.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const open = () => openQuietly(`msg91+http://KEY@${provider.host}?template=tpl1`, [msg91]);

const batch = (count: number): OutgoingSms[] =>
  Array.from({ length: count }, (_, index) => smsTo(`+9198765432${10 + index}`, { text: `Hello ${index}` }));

test("one number that is refused does not affect the others of its call", async () => {
  const taken: string[] = [];
  provider.answers(({ body }) => {
    const numbers = (JSON.parse(body) as { recipients: { mobiles: string }[] }).recipients.map(
      ({ mobiles }) => mobiles,
    );
    if (numbers.includes("919876543213")) return says(400, { type: "error", message: "Invalid mobile number" });
    taken.push(...numbers);
    return says(200, { type: "success", message: `id${taken.length}` });
  });
  const outcomes = await open().send(batch(6));
  expect(outcomes.map(({ kind }) => kind)).toEqual([
    "accepted",
    "accepted",
    "accepted",
    "rejected",
    "accepted",
    "accepted",
  ]);
  expect(taken.toSorted()).toEqual(["10", "11", "12", "14", "15"].map((end) => `9198765432${end}`));
});

test("a template that is refused is refused once for all", async () => {
  provider.answers(says(400, { type: "error", message: "Template ID missing or not approved" }));
  const outcomes = await open().send(batch(6));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["rejected"]));
  expect(provider.seen).toHaveLength(1);
});
