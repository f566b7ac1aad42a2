import { setImmediate as turn } from "node:timers/promises";

import { expect, test } from "vitest";

import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";
import type { Phone } from "#domain/recipients/phone";

import { outcomesByNumber, sendAlike, sendApart } from "./identical-messages.ts";

const RECEIPTS = "https://sms.example.org/r/main/abc";
const text = (number: number, more: Partial<OutgoingSms> = {}): OutgoingSms => ({
  ref: `ref-${number}`,
  to: `+4474001234${number}` as Phone,
  text: "Hello",
  encoding: "gsm7",
  segments: 1,
  flash: false,
  media: [],
  receiptUrl: `${RECEIPTS}?ref=ref-${number}`,
  ...more,
});
const accepted = ({ ref }: OutgoingSms): Outcome => ({ kind: "accepted", providerIds: [ref] });

test("identical messages share a call, others have their own, and outcomes are in the batch's order", async () => {
  const calls: string[][] = [];
  const batch = [text(10), text(11, { text: "Other" }), text(12), text(13, { flash: true }), text(14)];
  const outcomes = await sendAlike(batch, async ({ all }) => {
    calls.push(all.map(({ ref }) => ref));
    return all.map(accepted);
  });
  expect(calls).toEqual([["ref-10", "ref-12", "ref-14"], ["ref-11"], ["ref-13"]]);
  expect(outcomes).toEqual(batch.map(accepted));
});

test("the receipts' address contains a reference only if one message is alone", async () => {
  const urls: (string | undefined)[] = [];
  const note = async ({ all, receiptUrl }: { all: readonly OutgoingSms[]; receiptUrl: string | undefined }) => {
    urls.push(receiptUrl);
    return all.map(accepted);
  };
  await sendAlike([text(10), text(11)], note);
  await sendAlike([text(10)], note);
  await sendAlike([text(10, { receiptUrl: "no address" }), text(11, { receiptUrl: "no address" })], note);
  expect(urls).toEqual([RECEIPTS, `${RECEIPTS}?ref=ref-10`, "no address"]);
});

test("no call contains one number twice", async () => {
  const calls: string[][] = [];
  const same = { to: "+447400123456" as Phone };
  const batch = [text(10, same), text(11, same), text(12), text(13, { ...same, text: "Other" })];
  const outcomes = await sendApart(batch, async (all) => {
    calls.push(all.map(({ ref }) => ref));
    return all.map(accepted);
  });
  expect(calls).toEqual([["ref-10", "ref-12"], ["ref-11"], ["ref-13"]]);
  expect(outcomes).toEqual(batch.map(accepted));
});

test("many different messages in one batch never are more than eight calls at a time", async () => {
  let under = 0;
  let most = 0;
  const batch = Array.from({ length: 100 }, (_, index) => text(100 + index, { text: `Text ${index}` }));
  const outcomes = await sendAlike(batch, async ({ all }) => {
    most = Math.max(most, ++under);
    await turn();
    under -= 1;
    return all.map(accepted);
  });
  expect(most).toBe(8);
  expect(outcomes).toEqual(batch.map(accepted));
});

test("a recipient that a response omits is in doubt", async () => {
  expect(await sendAlike([text(10), text(11)], async ({ all }) => [accepted(all[0]!)])).toMatchObject([
    { kind: "accepted" },
    { kind: "unknown" },
  ]);
});

test("results are matched to the numbers they name, however they are written; a duplicate matches none", () => {
  const entries = ["447400123411", "+44 7400 1234-10", "447400123413", "+447400123413", "", "447400999999", null];
  const outcomes = outcomesByNumber(
    [text(10), text(11), text(12), text(13)],
    entries,
    (entry) => (typeof entry === "string" ? entry : ""),
    (_entry, sms) => accepted(sms),
  );
  expect(outcomes).toMatchObject([
    { kind: "accepted", providerIds: ["ref-10"] },
    { kind: "accepted", providerIds: ["ref-11"] },
    { kind: "unknown" },
    { kind: "unknown" },
  ]);
});
