import { expect, onTestFinished, test } from "vitest";

import { definitions } from "#gateways/index";
import { openGateways } from "../support/gateways/open-gateways.ts";

import type { GatewayCase, Reply } from "./gateways/kit/case.ts";
import { base } from "./gateways/kit/base.ts";
import { cases, toolsOf } from "./gateways/kit/cases.ts";
import { playProvider } from "./gateways/kit/provider.ts";

/** A separate gateway for each test: they wait for their timeouts in parallel. */
async function opened(one: GatewayCase, reply: Reply) {
  const provider = await playProvider();
  const tools = toolsOf(one, () => undefined);
  const { gateway } = openGateways(one.dsn(provider.host), definitions, () => tools).gateways[0]!;
  onTestFinished(async () => {
    await gateway.close?.();
    await provider.close();
  });
  provider.answers(reply);
  return { gateway, provider };
}

const yesOf = (one: GatewayCase): number => ("status" in one.accepted.reply ? one.accepted.reply.status : 200);
const named = cases.map((one) => [one.title, one] as const);
const withCredit = named.filter(([, one]) => one.credit);

test.concurrent.each(named)("%s: no response at all leaves the outcome unknown", async (_title, one) => {
  const { gateway, provider } = await opened(one, { breaks: "hangs", status: yesOf(one) });
  expect(await gateway.send([{ ...base, ...one.sms }])).toMatchObject([{ kind: "unknown" }]);
  // On a busy computer the time may be over before the request is sent; it is never made twice.
  expect(provider.seen.length).toBeLessThanOrEqual(1);
});

test.concurrent.each(named)("%s: a response that never ends leaves the outcome unknown", async (_title, one) => {
  const { gateway } = await opened(one, { breaks: "drips", status: yesOf(one) });
  expect(await gateway.send([{ ...base, ...one.sms }])).toMatchObject([{ kind: "unknown" }]);
});

test.concurrent.each(withCredit)("%s: a balance that does not come throws, without secrets", async (_title, one) => {
  const { gateway } = await opened(one, { breaks: "hangs" });
  const issue: unknown = await gateway.credit!().catch((error: unknown) => error);
  expect(issue).toBeInstanceOf(Error);
  for (const secret of one.secrets) expect(String((issue as Error).stack)).not.toContain(secret);
});
