import { describe, expect, it, onTestFinished } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { netSmppMissing, startNetSmpp } from "../../support/providers/net-smpp.ts";

if (netSmppMissing) process.stdout.write(`skipped: a service on an SMSC of Net::SMPP (${netSmppMissing})\n`);

const WINDOW = 20;

async function openFixture(cutAfter: number, ids: "dec" | "hex-dec", more = "") {
  const perl = await startNetSmpp(cutAfter, ids);
  onTestFinished(() => perl.stop());
  const service = await startTestService({
    TIDINGS_GATEWAY: `smpp://tidings:secret@127.0.0.1:${perl.port}?name=main&window=${WINDOW}${more}`,
  });
  onTestFinished(() => service.end());
  const states = async (): Promise<Record<string, number>> => {
    return statesOf(service.pool);
  };
  const send = async (count: number): Promise<void> => {
    const answer = await service.call("POST", "/send", { numbers: numbers(count), message: "to all" });
    expect(answer.status).toBe(200);
  };
  return { perl, service, states, send };
}

describe.skipIf(netSmppMissing)("a service on an SMSC of Net::SMPP", () => {
  it("matches every receipt if the response has an id in hex and the receipt has it in decimal", async () => {
    const { perl, states, send } = await openFixture(0, "hex-dec", "&message_id=hex-dec");
    await send(300);
    await eventually(async () => (await states())["delivered"] === 300);
    expect(perl.submits).toHaveLength(300);
  });

  it("leaves messages `sent`, none of them wrong, if the setting for such ids is missing", async () => {
    const { perl, service, states, send } = await openFixture(0, "hex-dec");
    await send(50);
    await perl.until(() => perl.lines.filter((line) => line === "receipt 0").length === 50);
    await eventually(async () => {
      const { rows } = await service.pool.query("select count(*)::int as count from receipts where tries > 0");
      return rows[0].count === 50;
    });
    // A receipt may be processed before the response that it follows is written.
    await eventually(async () => !("sending" in (await states())));
    expect(await states()).toEqual({ sent: 50 });
  });

  it("whose link is cut in the middle of a window sends no message twice and loses none", async () => {
    const { perl, states, send } = await openFixture(100, "dec");
    await send(400);
    await eventually(async () => {
      const { queued = 0, sending = 0, sent = 0 } = await states();
      return queued + sending + sent === 0;
    });
    const { delivered = 0, unknown = 0, ...others } = await states();
    expect(others).toEqual({});
    expect(delivered + unknown).toBe(400);
    expect(unknown).toBeLessThanOrEqual(WINDOW);
    const seen = perl.submits.map(({ dest }) => dest);
    expect(new Set(seen).size).toBe(seen.length);
    // Perl stops reading when it cuts: what was in transit then is in doubt, and was not sent again.
    expect(seen.length).toBeGreaterThanOrEqual(delivered);
    expect(seen.length + unknown).toBeGreaterThanOrEqual(400);
    expect(perl.lines.filter((line) => line.startsWith("bind "))).toHaveLength(2);
  });
});
