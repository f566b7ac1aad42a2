import { describe, expect, it, onTestFinished } from "vitest";

import { netSmppMissing, startNetSmpp } from "../../support/providers/net-smpp.ts";
import { openSmpp, sendOne, sms } from "../../support/providers/smpp-gateway.ts";

if (netSmppMissing) process.stdout.write(`skipped: SMPP against Net::SMPP (${netSmppMissing})\n`);

async function bench(cutAfter = 0, settings: Record<string, unknown> = {}) {
  const perl = await startNetSmpp(cutAfter);
  onTestFinished(() => perl.stop());
  const opened = openSmpp(perl.port, settings);
  onTestFinished(() => opened.gateway.close!());
  return { perl, ...opened };
}

/** All that Perl saw is printed before it prints the unbind. */
async function gatewayDone(gateway: { close?(): Promise<void> }, perl: Awaited<ReturnType<typeof startNetSmpp>>) {
  await gateway.close!();
  await perl.until(() => perl.lines.includes("unbind"));
}

describe.skipIf(netSmppMissing)("an SMSC made of Net::SMPP", () => {
  it("reads our bind and the exact bytes of every kind of message", async () => {
    const { perl, gateway } = await bench();
    const to = "+447700900123" as never;
    await sendOne(gateway, "{e} @£ 5€", { to, from: "ACME", validFor: 3_600 });
    await sendOne(gateway, "ж😀", { to, from: "+4930123456", flash: true });
    await sendOne(gateway, `${"x".repeat(152)}€${"y".repeat(7)}`, { to, from: "13013" });
    await perl.until(() => perl.submits.length === 4);
    expect(perl.lines[1]).toBe("bind tidings secret 34");
    const dest = "1/1/447700900123";
    const reference = perl.submits[2]!.hex.slice(6, 8);
    expect(perl.submits).toEqual([
      {
        id: "1",
        source: "5/0/ACME",
        dest,
        esmClass: 0,
        dataCoding: 0,
        registeredDelivery: 1,
        validity: "000000010000000R",
        hex: "1b28651b292000012035" + "1b65",
      },
      {
        id: "2",
        source: "1/1/4930123456",
        dest,
        esmClass: 0,
        dataCoding: 24,
        registeredDelivery: 1,
        validity: "-",
        hex: "0436d83dde00",
      },
      {
        id: "3",
        source: "3/0/13013",
        dest,
        esmClass: 64,
        dataCoding: 0,
        registeredDelivery: 0,
        validity: "-",
        hex: `050003${reference}0201${"78".repeat(152)}`,
      },
      {
        id: "4",
        source: "3/0/13013",
        dest,
        esmClass: 64,
        dataCoding: 0,
        registeredDelivery: 1,
        validity: "-",
        hex: `050003${reference}02021b65${"79".repeat(7)}`,
      },
    ]);
  });

  it("gets its receipts acknowledged, and our unbind at the end", async () => {
    const { perl, gateway, heard } = await bench();
    const outcome = await sendOne(gateway, "hello");
    await heard.until(() => heard.receipts.length === 1);
    expect(outcome).toMatchObject({ kind: "accepted", providerIds: [heard.receipts[0]!.providerId] });
    await perl.until(() => perl.lines.includes("receipt 0"));
    await gateway.close!();
    await perl.until(() => perl.lines.includes("unbind"));
  });

  it("accepts 10,000 messages, each exactly once, and all receipts come back", async () => {
    const { gateway, perl, heard } = await bench(0, { window: 50 });
    const texts = Array.from({ length: 10_000 }, (_, i) => sms(`number ${i}`));
    const send = async (text: (typeof texts)[number]) => (await gateway.send([text]))[0]!;
    const start = performance.now();
    // The link is bound by the first: 10,000 calls in one turn keep its answer waiting.
    const first = await send(texts[0]!);
    const outcomes = [first, ...(await Promise.all(texts.slice(1).map(send)))];
    const elapsed = performance.now() - start;
    process.stdout.write(`SMPP to Net::SMPP, window 50: ${Math.round(10_000_000 / elapsed)} texts/s\n`);
    expect(outcomes.filter(({ kind }) => kind !== "accepted")).toEqual([]);
    await heard.until(() => heard.receipts.length === 10_000);
    await gatewayDone(gateway, perl);
    expect(perl.submits).toHaveLength(10_000);
    expect(new Set(perl.submits.map(({ dest }) => dest)).size).toBe(10_000);
    const ids = new Set(outcomes.flatMap((outcome) => (outcome.kind === "accepted" ? outcome.providerIds : [])));
    expect(heard.receipts.filter(({ providerId }) => !ids.has(providerId!))).toEqual([]);
  });

  it("that cuts the link under load loses nothing: accepted or unknown, and nothing else was written", async () => {
    const { gateway, perl } = await bench(300, { window: 20 });
    const texts = Array.from({ length: 1_000 }, (_, i) => sms(`number ${i}`));
    const outcomes = new Map<string, string>();
    // As the engine does: at most a window of calls in flight, and `later` is retried.
    const queue = [...texts];
    const worker = async (): Promise<void> => {
      for (let text = queue.shift(); text; text = queue.shift()) {
        const [outcome] = await gateway.send([text]);
        outcomes.set(text.to.slice(1), outcome!.kind);
        if (outcome!.kind !== "later") continue;
        queue.push(text);
        await perl.until(() => perl.lines.filter((line) => line.startsWith("bind ")).length === 2);
      }
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    await gatewayDone(gateway, perl);
    const counts = Map.groupBy(outcomes.values(), (kind) => kind);
    const unknown = counts.get("unknown")?.length ?? 0;
    expect(counts.get("accepted")!.length + unknown).toBe(1_000);
    expect(unknown).toBeLessThanOrEqual(20);
    const seen = perl.submits.map(({ dest }) => dest.split("/")[2]!);
    expect(new Set(seen).size).toBe(seen.length);
    const missing = [...outcomes].filter(([to, kind]) => kind === "accepted" && !seen.includes(to));
    expect(missing).toEqual([]);
    expect(seen.length + unknown).toBeGreaterThanOrEqual(1_000);
  });
});
