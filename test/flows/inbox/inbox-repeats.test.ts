import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let url: string;
beforeAll(async () => {
  const timed =
    'https://127.0.0.1:1/?body={"t":"{text}"}&id=/id&name=timed&inbound_from=from&inbound_text=text&inbound_time=at';
  const counted =
    'https://127.0.0.1:1/?body={"t":"{text}"}&id=/id&name=counted&inbound_from=from&inbound_text=text&inbound_id=nr';
  // A `get-url` without Kannel's id in it.
  service = await startTestService({
    TIDINGS_GATEWAY: `failover(kannel+http://user:word@127.0.0.1:1?name=bare ${timed} ${counted})`,
  });
  url = (await service.call("GET", "/gateways/bare")).body.data.receipt_url;
});
afterAll(() => service.end());

const tell = async (query: Record<string, string>, at = url) =>
  (await service.app.request(`${at}?${new URLSearchParams({ to: "13013", ...query })}`)).status;
const stored = async (from: string): Promise<string[]> =>
  (await service.pool.query("select body from inbox where sender = $1 order by id", [from])).rows.map(
    ({ body }) => body,
  );
const isSuppressed = async (phone: string): Promise<boolean> =>
  (await service.pool.query("select from suppressions where phone = $1", [phone])).rowCount === 1;
/** Makes what is stored this many windows of five minutes older. */
const age = (windows: number) =>
  service.pool.query(
    `update inbox set provider_id = regexp_replace(provider_id, ' \\d+$', ' ' || (floor(extract(epoch from now()) / 300) - $1)::bigint)
    where provider_id ~ '^text .* \\d+$'`,
    [windows],
  );

test("a message without an id or a time is reported once however often its provider repeats it, also across the end of a window", async () => {
  const from = "+447700900001";
  for (let nth = 0; nth < 3; nth += 1) expect(await tell({ from, text: "Hello" })).toBe(200);
  expect(await stored(from)).toEqual(["Hello"]);
  await age(1);
  await tell({ from, text: "Hello" });
  expect(await stored(from)).toEqual(["Hello"]);
  const { rowCount } = await service.pool.query("select from events where kind = 'new_incoming_sms' and phone = $1", [
    from,
  ]);
  expect(rowCount).toBe(1);
});

test("the same text from another sender, to another number, another text, and the same much later are separate messages", async () => {
  const from = "+447700900002";
  await tell({ from, text: "Yes" });
  await tell({ from, text: "No" });
  await tell({ from, text: "Yes", to: "13014" });
  await tell({ from: "+447700900003", text: "Yes" });
  await age(2);
  await tell({ from, text: "Yes" });
  expect(await stored(from)).toEqual(["Yes", "No", "Yes", "Yes"]);
  expect(await stored("+447700900003")).toEqual(["Yes"]);
});

test("two nodes that receive a repetition at the same instant store one message", async () => {
  const from = "+447700900004";
  await Promise.all(Array.from({ length: 10 }, () => tell({ from, text: "Hello" })));
  expect(await stored(from)).toEqual(["Hello"]);
});

test("a second STOP within minutes is honored, and a repeated START lifts nothing", async () => {
  const from = "+447700900005";
  await tell({ from, text: "STOP" });
  await tell({ from, text: "START" });
  expect(await isSuppressed(from)).toBe(false);
  await tell({ from, text: "STOP" });
  expect(await isSuppressed(from)).toBe(true);
  await tell({ from, text: "START" });
  expect(await isSuppressed(from)).toBe(true);
});

test("if the provider gives a time, the time distinguishes a repetition from a second message", async () => {
  const from = "+447700900006";
  const timed = (await service.call("GET", "/gateways/timed")).body.data.receipt_url as string;
  for (const at of ["10:00:00", "10:00:00", "10:00:04"]) await tell({ from, text: "1", at }, timed);
  expect(await stored(from)).toEqual(["1", "1"]);
  // What a STOP brought a START has ended: its repetition brings nothing.
  const replies = { STOP: "2026-11-20T10:00:00Z", START: "2026-11-20T10:01:00Z" };
  for (const text of ["STOP", "START", "STOP"] as const) await tell({ from, text, at: replies[text] }, timed);
  expect(await isSuppressed(from)).toBe(false);
});

test("a START that Kannel delivers once more under another id lifts no later STOP, because Kannel gives its time", async () => {
  const from = "+447700900017";
  const second = Math.floor(service.store.db.now() / 1_000);
  const kannel = (text: string, id: string, time: number) => tell({ from, text, id, time: String(time) });
  await kannel("STOP", "k-1", second - 30);
  await kannel("START", "k-2", second - 20);
  expect(await isSuppressed(from)).toBe(false);
  await kannel("STOP", "k-3", second - 10);
  await kannel("START", "k-4", second - 20);
  expect(await isSuppressed(from)).toBe(true);
  await kannel("START", "k-5", second);
  expect(await isSuppressed(from)).toBe(false);
});

describe("a provider that begins to count its ids anew", () => {
  let counted: string;
  beforeAll(async () => {
    counted = (await service.call("GET", "/gateways/counted")).body.data.receipt_url as string;
  });

  test("brings a STOP under an id that another message has, and the STOP is stored and honored once", async () => {
    const [earlier, later] = ["+447700900007", "+447700900008"];
    await tell({ from: earlier, text: "Hello", nr: "1" }, counted);
    for (let nth = 0; nth < 2; nth += 1) await tell({ from: later, text: "STOP", nr: "1" }, counted);
    expect(await stored(later)).toEqual(["STOP"]);
    expect(await isSuppressed(later)).toBe(true);
    await tell({ from: earlier, text: "Hello", nr: "1" }, counted);
    expect(await stored(earlier)).toEqual(["Hello"]);
  });

  test("brings another text of the same person, and both are stored", async () => {
    const from = "+447700900009";
    await tell({ from, text: "Hello", nr: "2" }, counted);
    await Promise.all(Array.from({ length: 5 }, () => tell({ from, text: "STOP", nr: "2" }, counted)));
    expect(await stored(from)).toEqual(["Hello", "STOP"]);
    expect(await isSuppressed(from)).toBe(true);
  });

  test("delivers the same text of the same person again: a STOP is honored again, a START that may be a repetition lifts nothing", async () => {
    const from = "+447700900010";
    const say = (text: string, nr: string) => tell({ from, text, nr }, counted);
    await say("STOP", "3");
    await say("START", "4");
    expect(await isSuppressed(from)).toBe(false);
    await say("STOP", "3");
    expect(await isSuppressed(from)).toBe(true);
    await say("START", "4");
    expect(await isSuppressed(from)).toBe(true);
    expect(await stored(from)).toEqual(["STOP", "START"]);
  });

  test("does not bring back a message that was erased", async () => {
    const from = "+447700900011";
    await tell({ from, text: "Hello", nr: "5" }, counted);
    await service.pool.query("update inbox set sender = '[erased]', body = '' where sender = $1", [from]);
    await tell({ from, text: "Hello", nr: "5" }, counted);
    expect(await stored(from)).toEqual([]);
  });
});
