import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, expect, test } from "vitest";

import type { Gateway, Inbound, OutgoingSms, Receipt } from "#domain/gateways/gateway";

import { quietTools, smsTo } from "../../../test/conformance/gateways/kit/base.ts";

import { openGateways } from "../../../test/support/gateways/open-gateways.ts";
import { phoneOf, sandbox } from "./sandbox.ts";

type Events = { receipts: readonly Receipt[]; inbound: readonly Inbound[] };

const opened: Gateway[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (gateway) => gateway.close?.()));
});

/** Opens a sandbox; `heard(n)` resolves when n receipts and inbound messages have arrived. */
function start(query = "receipt_ms=1", storing: (events: Events) => Promise<void> = async () => {}) {
  const events: (Receipt | Inbound)[] = [];
  let wake = (): void => {};
  const tools = quietTools({
    fetch: () => Promise.reject(new Error("the sandbox makes no network calls")),
    clock: { now: () => Date.now() },
    random: Math.random,
    events: async (each) => {
      await storing(each);
      events.push(...each.receipts, ...each.inbound);
      wake();
    },
  });
  const gateway = openGateways(`sandbox://default?${query}`, [sandbox], () => tools).gateways[0]!.gateway;
  opened.push(gateway);
  const heard = async (count: number) => {
    while (events.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return events;
  };
  return { gateway, events, heard };
}

let refs = 0;
const sms = (to: string, more: Partial<OutgoingSms> = {}): OutgoingSms => smsTo(to, { ref: `ref-${++refs}`, ...more });
const kind = async (gateway: Gateway, each: OutgoingSms) => (await gateway.send([each]))[0]!.kind;

test("each test number has its defined outcome, in the order of the batch, also beside others", async () => {
  const { gateway } = start();
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((digit) => sms(`+1500555000${digit}`));
  const outcomes = await gateway.send([...numbers, sms("+447400123456")]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual([
    "accepted",
    "rejected",
    "accepted",
    "accepted",
    "accepted",
    "later",
    "accepted",
    "unknown",
    "stop",
    "accepted",
  ]);
});

test("receipts say delivered or undelivered and carry our reference, the number and the id of the send", async () => {
  const { gateway, heard } = start();
  const [good, bad] = [sms("+15005550000"), sms("+15005550002")];
  const [first] = await gateway.send([good, bad]);
  const events = await heard(2);
  const providerId = first!.kind === "accepted" ? first!.providerIds[0] : "";
  expect(events[0]).toEqual({ providerId, ref: good.ref, phone: good.to, state: "delivered" });
  expect(events[1]).toMatchObject({ ref: bad.ref, state: "undelivered" });
});

test("the late number's receipt comes 120 times later than the others'", async () => {
  const { gateway, heard } = start("receipt_ms=3");
  const [late, usual] = [sms("+15005550003"), sms("+15005550000")];
  const before = Date.now();
  await gateway.send([late, usual]);
  const events = await heard(2);
  expect(events.map((each) => "ref" in each && each.ref)).toEqual([usual.ref, late.ref]);
  expect(Date.now() - before).toBeGreaterThanOrEqual(355);
});

test("the opting-out number replies STOP to every sender", async () => {
  const { gateway, heard } = start();
  await gateway.send([sms("+15005550004", { from: "ACME" })]);
  const events = await heard(2);
  expect(events[1]).toMatchObject({ from: "+15005550004", to: "ACME", text: "STOP" });
});

test("the throttled number is accepted at the third try of the same message, and each message is counted separately", async () => {
  const { gateway } = start();
  const [one, two] = [sms("+15005550005"), sms("+15005550005")];
  expect(await gateway.send([one])).toMatchObject([{ kind: "later", throttled: true }]);
  expect(await kind(gateway, one)).toBe("later");
  expect(await kind(gateway, two)).toBe("later");
  expect(await kind(gateway, one)).toBe("accepted");
});

test("the silent number never has a receipt", async () => {
  const { gateway, heard } = start();
  await gateway.send([sms("+15005550006")]);
  const probe = sms("+15005550000");
  await gateway.send([probe]);
  expect(await heard(1)).toMatchObject([{ ref: probe.ref }]);
});

test("whoever tries the service for weeks does not use up the credit of the sandbox", async () => {
  const { gateway } = start();
  for (let call = 0; call < 100; call += 1) {
    const outcomes = await gateway.send(Array.from({ length: 100 }, () => sms("+447400123456")));
    expect(outcomes.filter(({ kind }) => kind !== "accepted")).toEqual([]);
  }
});

test("credit falls by one per segment, and a message that it does not cover stops the account and costs nothing", async () => {
  const { gateway } = start("credit=5");
  expect(await kind(gateway, sms("+447400123456", { segments: 3 }))).toBe("accepted");
  expect(await kind(gateway, sms("+447400123456", { segments: 3 }))).toBe("stop");
  expect(await kind(gateway, sms("+15005550001", { segments: 2 }))).toBe("rejected");
  expect(await gateway.credit!()).toEqual({ amount: "2", unit: "messages", currency: null });
});

test("a phone shows what was accepted, newest first, by number, and never more than it keeps", async () => {
  const { gateway } = start("keep=3");
  for (const text of ["a", "b", "c", "d", "e", "f", "g"]) await gateway.send([sms("+447400123456", { text })]);
  await gateway.send([sms("+15005550001"), sms("+15005550007"), sms("+12025550123", { text: "z", from: "ACME" })]);
  const phone = phoneOf(gateway)!;
  expect(phone.messages().map(({ body }) => body)).toEqual(["z", "g", "f"]);
  expect(phone.messages({ to: "+447400123456", limit: 1 })).toMatchObject([
    { to: "+447400123456", body: "g", from: "Sandbox" },
  ]);
  expect(phone.messages({ to: "+15005550001" })).toEqual([]);
});

test("a second message with the same reference is merged only if configured", async () => {
  const twice = sms("+447400123456");
  for (const [query, seen] of [
    ["dedup=true", 1],
    ["dedup=false", 2],
  ] as const) {
    const { gateway, heard } = start(`receipt_ms=1&${query}`);
    const [first] = await gateway.send([twice]);
    const [second] = await gateway.send([twice]);
    expect(phoneOf(gateway)!.messages()).toHaveLength(seen);
    expect(await heard(seen)).toHaveLength(seen);
    expect(JSON.stringify(first) === JSON.stringify(second)).toBe(seen === 1);
  }
});

test("only a sandbox that merges says that it de-duplicates", () => {
  const can = sandbox.can as (settings: unknown) => { deduplicates: boolean };
  expect([can({ dedup: true }).deduplicates, can({ dedup: false }).deduplicates]).toEqual([true, false]);
});

test("receipts that could not be stored are offered again, in order and without a gap", async () => {
  let refused = 0;
  const { gateway, heard } = start("receipt_ms=0&credit=2000&batch=1000", async () => {
    if (refused++ === 0) throw new Error("the database is away");
  });
  const batch = Array.from({ length: 1_200 }, () => sms("+447400123456"));
  await gateway.send(batch);
  const events = await heard(1_200);
  expect(events.map((each) => "ref" in each && each.ref)).toEqual(batch.map(({ ref }) => ref));
});

test("closing drops what waits, and nothing is reported afterwards", async () => {
  let done = (): void => {};
  const storing = new Promise<void>((resolve) => (done = resolve));
  let calls = 0;
  const { gateway } = start("receipt_ms=0", async () => {
    calls += 1;
    await storing;
  });
  await gateway.send([sms("+447400123456")]);
  await expect.poll(() => calls).toBe(1);
  await gateway.send([sms("+447400123456")]);
  const closing = gateway.close!();
  done();
  await closing;
  await gateway.send([sms("+447400123456")]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(1);
});

test("ids of two runs differ", async () => {
  const ids = await Promise.all(
    [start(), start()].map(async ({ gateway }) => (await gateway.send([sms("+447400123456")]))[0]),
  );
  expect(ids[0]).not.toEqual(ids[1]);
});

test("a process with nothing left but a sandbox receipt in a minute ends at once", async () => {
  const script = `
    import { sandbox } from "./src/gateways/adapters/sandbox.ts";
    const tools = { clock: { now: () => Date.now() }, random: Math.random, news: async () => {}, log: () => {} };
    const gateway = sandbox.open(sandbox.settings.parse({}), tools);
    const sms = { ref: "r", to: "+15005550003", text: "a", encoding: "gsm7", segments: 1, flash: false, media: [] };
    process.stdout.write((await gateway.send([sms]))[0].kind);`;
  const cwd = join(import.meta.dirname, "../../..");
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd,
    timeout: 45_000,
  });
  expect(stdout).toBe("accepted");
});
