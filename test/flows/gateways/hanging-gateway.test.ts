import { expect, test } from "vitest";

import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import { openFixture } from "../../support/engine/fixture.ts";
import type { ProviderReply } from "../../support/providers/scripted-provider.ts";

const { node, provider, states } = openFixture();
const codes: readonly string[] = numbers(8, 900_000);

const codesOf = ({ seen }: { readonly seen: readonly { readonly to: string }[] }): number =>
  seen.filter(({ to }) => codes.includes(to)).length;

/** A gateway with a window of 100 that hangs while a campaign uses it, and then gets eight one-time passwords. */
async function hanging(routeWith: (dsn: string) => string) {
  let reply: ProviderReply | Promise<ProviderReply> = {};
  let unanswered = 0;
  const hung = await provider(() => {
    if (reply instanceof Promise) unanswered += 1;
    return reply;
  });
  const { messages } = await node(routeWith(hung.dsn("&name=a&window=100&timeout=60")));
  await messages.accept(textTo(numbers(20_000)));
  await eventually(async () => hung.seen.length >= 400);
  let answer: (given: ProviderReply) => void = () => undefined;
  reply = new Promise((resolve) => {
    answer = resolve;
  });
  // All that a campaign may use of the window.
  await eventually(async () => unanswered === 98);
  await Promise.all(codes.map((code) => messages.accept(textTo([code], { category: "otp" }))));
  return { hung, answer };
}

test("of the one-time passwords for a gateway that hangs, two are on its wire at most, and the others leave by the next gateway before any call times out", async () => {
  const other = await provider();
  const { hung } = await hanging((dsn) => `failover(${dsn} ${other.dsn("&name=b&window=100")})`);
  await eventually(async () => codesOf(hung) + codesOf(other) === codes.length);
  expect(codesOf(hung)).toBeLessThanOrEqual(2);
  expect((await states())["unknown"] ?? 0).toBe(0);
});

test("without another gateway they wait for it, and leave as soon as it answers", async () => {
  const { hung, answer } = await hanging((dsn) => dsn);
  await eventually(async () => codesOf(hung) === 2);
  answer({});
  await eventually(async () => codesOf(hung) === codes.length);
});
