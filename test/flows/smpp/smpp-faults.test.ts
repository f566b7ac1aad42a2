import { createServer, type Socket } from "node:net";
import { once } from "node:events";

import { expect, it, onTestFinished } from "vitest";

import type { Gateway } from "#domain/gateways/gateway";
import { HELD_BACK, withLastCheck } from "#lib/last-check";

import { bench, openSmpp, sendOne, sms } from "../../support/providers/smpp-gateway.ts";
import { startSmsc } from "../../support/providers/smsc.ts";

const many = (gateway: Gateway, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => sendOne(gateway, `number ${i}`)));

const kinds = (outcomes: readonly { kind: string }[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]));

it("a submit without a response in time is unknown, and its late response becomes evidence by our reference", async () => {
  const { promise: inDoubt, resolve } = Promise.withResolvers<void>();
  const { smsc, gateway, heard } = await bench({ onSubmit: () => ({ after: inDoubt }) }, { timeout: 1 });
  const outcome = await sendOne(gateway, "slow", { ref: "our-ref" });
  resolve();
  expect(outcome).toEqual({ kind: "unknown", reason: "no response in time" });
  await heard.until(() => heard.receipts.length > 0);
  expect(heard.receipts).toEqual([{ ref: "our-ref", providerId: "1", state: "sent" }]);
  expect(smsc.submitted).toHaveLength(1);
});

it("a link that closes in the middle of a window makes all written messages unknown and the waiting ones later", async () => {
  const { smsc, gateway } = await bench({ onSubmit: () => null }, { window: 5 });
  const sending = many(gateway, 8);
  await smsc.until(() => smsc.submitted.length === 5);
  smsc.cut();
  expect(kinds(await sending)).toEqual({ unknown: 5, later: 3 });
  expect(smsc.submitted).toHaveLength(5);
});

it("never has more submits unanswered than the window allows", async () => {
  let open = 0;
  let most = 0;
  const { gateway } = await bench(
    {
      onSubmit: () => {
        most = Math.max(most, (open += 1));
        setTimeout(() => (open -= 1), 9);
        return { delayMs: 10 };
      },
    },
    { window: 7 },
  );
  expect(gateway.window).toBe(7);
  const outcomes = await many(gateway, 100);
  expect(kinds(outcomes)).toEqual({ accepted: 100 });
  expect(most).toBe(7);
});

it("what waits for a slot is checked again before it leaves; the segments of a started message follow", async () => {
  const { smsc, gateway } = await bench({ onSubmit: () => ({ delayMs: 200 }) }, { window: 1 });
  let mayLeave = true;
  const gated = (body: string) =>
    withLastCheck(
      () => mayLeave,
      () => sendOne(gateway, body),
    );
  const long = gated("x".repeat(400));
  const late = gated("too old");
  await smsc.until(() => smsc.submitted.length === 1);
  mayLeave = false;
  expect(await long).toMatchObject({ kind: "accepted", segments: 3 });
  expect(await late).toMatchObject({ kind: "later", code: HELD_BACK, throttled: true });
  expect(smsc.submitted).toHaveLength(3);
});

it("responses that arrive out of order reach the message they belong to", async () => {
  const { smsc, gateway } = await bench({ onSubmit: ({ id }) => ({ delayMs: 10 * (11 - Number(id)) }) });
  const texts = Array.from({ length: 10 }, (_, i) => sms(`number ${i}`));
  const outcomes = await Promise.all(texts.map(async (text) => (await gateway.send([text]))[0]!));
  for (const [index, outcome] of outcomes.entries()) {
    const { id } = smsc.submitted.find(({ pdu }) => `+${pdu.destination_addr}` === texts[index]!.to)!;
    expect(outcome).toMatchObject({ kind: "accepted", providerIds: [id] });
  }
});

it("a malformed length closes the link at once, and a new session continues", async () => {
  let broken = false;
  const { smsc, gateway } = await bench({
    onSubmit: (_, link) => {
      if (broken) return {};
      broken = true;
      link.socket.write(Buffer.from("7fffffff00000015000000000000000a", "hex"));
      return null;
    },
  });
  expect(await sendOne(gateway, "first")).toMatchObject({ kind: "unknown" });
  await smsc.until(() => smsc.binds.length === 2);
  expect(await sendOne(gateway, "second")).toMatchObject({ kind: "accepted" });
});

it("a generic_nack that matches nothing of ours closes the link at once", async () => {
  const { smsc, gateway } = await bench();
  expect(await sendOne(gateway, "first")).toMatchObject({ kind: "accepted" });
  for (const link of smsc.links) link.socket.write(Buffer.from("00000010800000000000000300000000", "hex"));
  await smsc.until(() => smsc.binds.length === 2);
});

it("a generic_nack to a submit is its response", async () => {
  const { smsc, gateway } = await bench({
    onSubmit({ pdu }, link) {
      const sequence = pdu.sequence_number.toString(16).padStart(8, "0");
      link.socket.write(Buffer.from(`000000108000000000000008${sequence}`, "hex"));
      return null;
    },
  });
  expect(await sendOne(gateway, "nacked")).toMatchObject({ kind: "later", code: "0x00000008" });
  expect(smsc.binds).toHaveLength(1);
});

it("a generic_nack without an error does not count as accepted", async () => {
  const { gateway } = await bench({
    onSubmit({ pdu }, link) {
      const sequence = pdu.sequence_number.toString(16).padStart(8, "0");
      link.socket.write(Buffer.from(`000000108000000000000000${sequence}`, "hex"));
      return null;
    },
  });
  expect(await sendOne(gateway, "nacked")).toMatchObject({ kind: "unknown" });
});

it("a throttled message is later, the link pauses for a second, and nothing is refused for good", async () => {
  let throttled = 0;
  const { smsc, gateway } = await bench({ onSubmit: () => (throttled++ < 1 ? { status: 0x58 } : {}) });
  expect(await sendOne(gateway, "too fast")).toEqual({
    kind: "later",
    code: "0x00000058",
    reason: "throttled",
    afterMs: 1_000,
    throttled: true,
  });
  const start = Date.now();
  expect(await sendOne(gateway, "again")).toMatchObject({ kind: "accepted" });
  expect(Date.now() - start).toBeGreaterThan(900);
  expect(smsc.submitted).toHaveLength(2);
});

it("an SMSC that never answers enquire_link loses the link after the configured number of misses", async () => {
  const settings = { enquire: 0.1, misses: 2, timeout: 30 };
  const { smsc, gateway } = await bench({ onEnquire: () => null, onSubmit: () => null }, settings);
  expect(await sendOne(gateway, "into the void")).toEqual({ kind: "unknown", reason: "no response to enquire_link" });
  expect(smsc.heard.filter(({ command }) => command === "enquire_link").length).toBeGreaterThanOrEqual(2);
  await smsc.until(() => smsc.binds.length === 2);
});

it("a quiet link that answers enquire_link stays up", async () => {
  // So many misses that a computer that freezes for a second causes none.
  const { smsc } = await bench({}, { enquire: 0.1, misses: 20 });
  await smsc.until(() => smsc.heard.filter(({ command }) => command === "enquire_link").length >= 25);
  expect(smsc.binds).toHaveLength(1);
});

it("answers the SMSC's enquire_link, refuses a command it does not know, and binds again after an unbind", async () => {
  const { smsc, gateway } = await bench();
  await sendOne(gateway, "bound");
  expect((await smsc.deliver({}, undefined, "enquire_link")).command).toBe("enquire_link_resp");
  expect(await smsc.deliver({}, undefined, "query_sm")).toMatchObject({ command_status: 0x03 });
  expect((await smsc.deliver({}, undefined, "unbind")).command).toBe("unbind_resp");
  await smsc.until(() => smsc.binds.length === 2);
  expect(await sendOne(gateway, "bound again")).toMatchObject({ kind: "accepted" });
});

it.each([
  [0x0e, "invalid password"],
  [0x0f, "invalid system id"],
  [0x0d, "bind failed"],
])("a bind refused with %i stops the gateway instead of losing messages", async (status, reason) => {
  const { smsc, gateway } = await bench({ onBind: () => ({ status }) });
  expect(await sendOne(gateway, "not today")).toMatchObject({ kind: "stop", reason });
  expect(await sendOne(gateway, "nor now")).toMatchObject({ kind: "stop", reason });
  expect(smsc.binds).toHaveLength(1);
  expect(smsc.submitted).toHaveLength(0);
});

it("returns later while nothing listens, without waiting for the timeout", async () => {
  const smsc = await startSmsc();
  await smsc.close();
  const { gateway } = openSmpp(smsc.port);
  onTestFinished(() => gateway.close!());
  expect(await sendOne(gateway, "hello?")).toMatchObject({ kind: "later", code: "link_down", throttled: true });
});

it("returns later if the listener is not an SMSC", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { gateway } = openSmpp((silent.address() as { port: number }).port, { timeout: 0.2 });
  expect(await sendOne(gateway, "hello?")).toMatchObject({ kind: "later", code: "link_down" });
  await gateway.close!();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it.each([
  [0x0b, { kind: "rejected", code: "0x0000000b", reason: "invalid destination address" }],
  [0x65, { kind: "rejected", code: "0x00000065", reason: "permanent application error" }],
  [0x08, { kind: "later", code: "0x00000008", reason: "system error" }],
  [0x14, { kind: "later", code: "0x00000014", reason: "message queue full", afterMs: 1_000, throttled: true }],
  [0x0f, { kind: "stop", code: "0x0000000f", reason: "invalid system id" }],
  [0x4ff, { kind: "later", code: "0x000004ff", reason: "error of the provider" }],
])("submit status %i becomes the right outcome", async (status, outcome) => {
  const { gateway } = await bench({ onSubmit: () => ({ status }) });
  expect(await sendOne(gateway, "text")).toEqual(outcome);
});

it("close waits for pending responses, unbinds, and accepts nothing more", async () => {
  const { smsc, gateway } = await bench({ onSubmit: () => ({ delayMs: 200 }) });
  const sending = many(gateway, 3);
  await smsc.until(() => smsc.submitted.length === 3);
  const closing = gateway.close!();
  expect(await sendOne(gateway, "too late")).toMatchObject({ kind: "later", code: "closing" });
  expect(kinds(await sending)).toEqual({ accepted: 3 });
  await closing;
  expect(smsc.unbinds).toHaveLength(1);
  expect(smsc.submitted).toHaveLength(3);
});

it("close does not wait forever for an SMSC that hangs", async () => {
  const { smsc, gateway } = await bench({ onSubmit: () => null }, { timeout: 1 });
  const sending = many(gateway, 2);
  await smsc.until(() => smsc.submitted.length === 2);
  await gateway.close!();
  expect(kinds(await sending)).toEqual({ unknown: 2 });
});

it("a burst far beyond the socket's buffer waits for it to drain and loses nothing", async () => {
  const { smsc, gateway } = await bench({}, { window: 1_000, timeout: 10 });
  await sendOne(gateway, "bound");
  const texts = Array.from({ length: 3_000 }, () => sms("x".repeat(160)));
  const outcomes = await Promise.all(texts.map(async (text) => (await gateway.send([text]))[0]!));
  expect(kinds(outcomes)).toEqual({ accepted: 3_000 });
  expect(new Set(smsc.submitted.map(({ pdu }) => pdu.destination_addr)).size).toBe(3_001);
});

it("distributes messages over its binds and continues with one when the other is cut", async () => {
  const { smsc, gateway, heard } = await bench({ onSubmit: () => ({ delayMs: 5 }) }, { binds: 2, window: 4 });
  expect(gateway.window).toBe(8);
  await heard.until(() => heard.log.filter((line) => line === "info: SMPP link bound").length === 2);
  expect(kinds(await many(gateway, 40))).toEqual({ accepted: 40 });
  const byBind = Map.groupBy(smsc.submitted, ({ bind }) => bind);
  expect(byBind.get(1)!.length).toBeGreaterThan(10);
  expect(byBind.get(2)!.length).toBeGreaterThan(10);
  const [first] = smsc.links;
  first!.destroy();
  await smsc.until(() => smsc.links.size === 1);
  expect(await sendOne(gateway, "one left")).toMatchObject({ kind: "accepted" });
});
