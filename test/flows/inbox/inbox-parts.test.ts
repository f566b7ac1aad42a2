import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let url: string;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_GATEWAY: "vonage://key:secret@127.0.0.1:1?from=ACME&name=main" });
  url = (await service.call("GET", "/gateways/main")).body.data.receipt_url;
});
afterAll(() => service.end());

let people = 0;
const person = (): string => `44770090${String((people += 1)).padStart(4, "0")}`;

type Part = { from: string; text: string; part?: number; total?: number; ref?: string; id?: string; to?: string };

/** One call as Vonage makes it for each part of a long message. */
async function receive({ from, text, part, total = 2, ref = "7", id, to = "447700909999" }: Part): Promise<number> {
  const concat =
    part === undefined ? {} : { concat: "true", "concat-ref": ref, "concat-total": total, "concat-part": part };
  const messageId = id ?? `${from} ${ref} ${part}`;
  const body = {
    msisdn: from,
    to,
    messageId,
    text,
    type: "text",
    "message-timestamp": "2026-11-20 12:00:00",
    ...concat,
  };
  const headers = { "content-type": "application/json" };
  return (await service.app.request(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

const stored = async (from: string): Promise<string[]> =>
  (await service.pool.query("select body from inbox where sender = $1 order by id", [`+${from}`])).rows.map(
    ({ body }) => body,
  );
const isSuppressed = async (from: string): Promise<boolean> =>
  (await service.pool.query("select from suppressions where phone = $1", [`+${from}`])).rowCount === 1;
/** As if the time to wait for missing parts had passed. */
const grow = () => service.pool.query("update inbound_parts set received_at = received_at - interval '3 minutes'");

test("the parts of a long message are one message, in whatever order they arrive, with one event", async () => {
  const from = person();
  expect(await receive({ from, part: 3, total: 3, text: " end" })).toBe(200);
  expect(await receive({ from, part: 1, total: 3, text: "A beginning," })).toBe(200);
  expect(await stored(from)).toEqual([]);
  expect(await receive({ from, part: 2, total: 3, text: " a middle, an" })).toBe(200);
  expect(await stored(from)).toEqual(["A beginning, a middle, an end"]);
  const events = "select data->>'text' as text from events where kind = 'new_incoming_sms' and phone = $1";
  expect((await service.pool.query(events, [`+${from}`])).rows).toEqual([{ text: "A beginning, a middle, an end" }]);
});

test("a part that is repeated counts once, before and after its message was complete", async () => {
  const from = person();
  for (let nth = 0; nth < 3; nth += 1) await receive({ from, part: 1, text: "one " });
  await receive({ from, part: 2, text: "two" });
  for (const part of [1, 2]) await receive({ from, part, text: "again" });
  await grow();
  expect(await stored(from)).toEqual(["one two"]);
});

test("two nodes that get the two parts at the same instant store one message", async () => {
  const people = Array.from({ length: 10 }, person);
  await Promise.all(
    people.flatMap((from) => [receive({ from, part: 1, text: "a" }), receive({ from, part: 2, text: "b" })]),
  );
  for (const from of people) expect(await stored(from)).toEqual(["ab"]);
});

test("a request to stop counts by the whole message, and not by what one part begins with", async () => {
  const [unsure, sure] = [person(), person()];
  const texts = ["Is lunch during the long non", "stop", "over in Doha included?"];
  for (const [index, text] of texts.entries()) await receive({ from: unsure, part: index + 1, total: 3, text });
  expect(await stored(unsure)).toEqual([texts.join("")]);
  await receive({ from: sure, part: 2, text: "P" });
  await receive({ from: sure, part: 1, text: "STO" });
  expect([await isSuppressed(unsure), await isSuppressed(sure)]).toEqual([false, true]);
});

test("after two minutes the available parts are passed on with … for missing ones, and later parts are passed on separately", async () => {
  const from = person();
  await receive({ from, part: 1, total: 3, text: "STOP" });
  await grow();
  await eventually(async () => (await stored(from)).length === 1);
  await receive({ from, part: 3, total: 3, text: "late" });
  await receive({ from, part: 2, total: 3, text: "too " });
  expect(await stored(from)).toEqual(["STOP……", "too late"]);
});

test("a reference that is used again begins a new message", async () => {
  const from = person();
  await receive({ from, part: 1, text: "old " });
  await receive({ from, part: 1, text: "new ", id: "n1" });
  await receive({ from, part: 2, text: "one", id: "n2" });
  expect(await stored(from)).toEqual(["old …", "new one"]);
  await receive({ from, part: 2, text: "day", id: "d2" });
  await receive({ from, part: 1, text: "another ", id: "d1" });
  expect(await stored(from)).toEqual(["old …", "new one", "another day"]);
});

test("a reference of a message that never became complete, when it is used again later, begins a new one with any part", async () => {
  const from = person();
  await receive({ from, part: 1, text: "half " });
  await grow();
  await eventually(async () => (await stored(from)).length === 1);
  await service.pool.query("update inbound_parts set joined_at = joined_at - interval '1 hour'");
  await receive({ from, part: 2, text: "P", id: "n2" });
  await receive({ from, part: 1, text: "STO", id: "n1" });
  expect(await stored(from)).toEqual(["half …", "STOP"]);
  expect(await isSuppressed(from)).toBe(true);
});

test("parts of others, to another number, and of another length are not mixed", async () => {
  const [from, other] = [person(), person()];
  await receive({ from, part: 1, text: "mine" });
  await receive({ from: other, part: 2, text: "theirs" });
  await receive({ from, part: 2, text: "elsewhere", to: "447700908888", id: "e" });
  await receive({ from, part: 2, total: 3, text: "longer", id: "l" });
  expect([await stored(from), await stored(other)]).toEqual([[], []]);
});

test("an impossible part is a message by itself, and nothing of a person is kept of a message that was passed on", async () => {
  const from = person();
  for (const [part, total] of [
    [0, 2],
    [3, 2],
    [1, 1],
    [1, 9_999],
  ] as const)
    await receive({ from, part, total, text: `${part}/${total}`, id: `${part}/${total}` });
  expect(await stored(from)).toEqual(["0/2", "3/2", "1/1", "1/9999"]);
  await receive({ from, part: 1, text: "x" });
  await receive({ from, part: 2, text: "y" });
  const { rows } = await service.pool.query("select * from inbound_parts where joined_at is not null");
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"[+]?${from}"|"[xy]"`));
});

test("a START that Vonage repeats after the person sent STOP lifts nothing, because it is older", async () => {
  const from = person();
  const call = async (text: string, at: string): Promise<void> => {
    const body = { msisdn: from, to: "447700909999", messageId: `${from} ${text}`, text, "message-timestamp": at };
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    expect((await service.app.request(url, init)).status).toBe(200);
  };
  await call("STOP", "2026-11-20 12:05:00");
  await call("START", "2026-11-20 12:00:00");
  expect(await isSuppressed(from)).toBe(true);
  await call("UNSTOP", "2026-11-20 12:10:00");
  expect(await isSuppressed(from)).toBe(false);
});
