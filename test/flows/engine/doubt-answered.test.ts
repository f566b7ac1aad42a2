import { expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { startTestService } from "../../support/service/test-service.ts";

const RECEIPTS = "&receipt_state=state&receipt_ref=ref&receipt_delivered=ok&receipt_sent=on&receipt_failed=no";

test.each([
  ["while the answer is awaited, the person has it", "ok", "delivered", 1],
  ["while the answer is awaited, the provider has it", "on", "sent", 1],
  ["while the answer is awaited, nobody has it", "no", "sent", 2],
])("of a delivery in doubt a receipt says, %s: that decides about a repeat", async (_, word, state, times) => {
  let report = "";
  const provider = await startScriptedProvider(async ({ ref }, nth) => {
    if (nth > 1) return {};
    await service.app.request(report, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ref, state: word }),
    });
    return null;
  });
  const service = await startTestService({
    TIDINGS_GATEWAY: provider.dsn(`${RECEIPTS}&name=main&timeout=1&at_least_once=true`),
  });
  try {
    report = (await service.call("GET", "/gateways/main")).body.data.receipt_url;
    const sent = await service.call("POST", "/send", { message: "Once", numbers: numbers(1) });
    const id = sent.body.data.message_id as string;
    await eventually(async () => (await service.call("GET", `/messages/${id}`)).body.data.state === "completed");
    expect([await statesOf(service.pool), provider.seen.length]).toEqual([{ [state]: 1 }, times]);
    const { deliveries } = (await service.call("GET", `/messages/${id}`)).body.data;
    expect(deliveries).toEqual({ [state]: 1 });
  } finally {
    await service.end();
    await provider.close();
  }
});
