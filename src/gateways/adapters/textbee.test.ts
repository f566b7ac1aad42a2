import { afterAll, beforeAll, expect, test } from "vitest";

import { openQuietly, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { says } from "../../../test/conformance/gateways/kit/says.ts";
import { textbee } from "./textbee.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const open = () => openQuietly(`textbee+http://dev1:KEY@${provider.host}`, [textbee]);

const batch = Array.from({ length: 100 }, (_, index) => smsTo(`+4474001234${index + 10}`));

/** A plan that allows this many in one call, and this many altogether. */
function plan(bulkSendLimit: number, daily: number): string[] {
  const taken: string[] = [];
  provider.answers(({ body }) => {
    const { recipients } = JSON.parse(body) as { recipients: string[] };
    const limits = { hasReachedLimit: true, bulkSendLimit, dailyLimit: daily };
    if (recipients.length > bulkSendLimit)
      return says(429, { message: `You can only send ${bulkSendLimit} sms at a time`, ...limits });
    if (taken.length + recipients.length > daily)
      return says(429, { message: "You have reached your daily limit", ...limits });
    taken.push(...recipients);
    return says(201, {
      data: { success: true, smsBatchId: `batch${taken.length}`, recipientCount: recipients.length },
    });
  });
  return taken;
}

test("a plan that allows fewer recipients per call gets smaller calls, and no one gets a message twice", async () => {
  const taken = plan(50, 1_000);
  const outcomes = await open().send(batch);
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
  expect(taken).toEqual(batch.map(({ to }) => to));
  expect(provider.seen).toHaveLength(3);
});

test("a plan that is used up stops the gateway, and those already sent stay sent", async () => {
  const taken = plan(50, 60);
  const outcomes = await open().send(batch);
  expect(outcomes.map(({ kind }) => kind)).toEqual(batch.map((_, index) => (index < 50 ? "accepted" : "stop")));
  expect(taken).toHaveLength(50);
});
