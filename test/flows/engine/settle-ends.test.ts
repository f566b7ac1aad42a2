import { expect, test } from "vitest";

import type { Chunk, Claim, Marked, Settlement } from "#domain/deliveries/queue";

import { statesOf } from "../../support/database/ledger.ts";
import { numbers } from "../../support/engine/engine.ts";
import { claimAll, openQueueFixture } from "../../support/engine/queue-fixture.ts";

const fixture = openQueueFixture();
const GATEWAY = "main";
const LEASE_MS = 60_000;
let people = 0;
const some = (count: number): string[] => numbers(count, (people += count));

type Under = { readonly chunk: Chunk; readonly marked: readonly Marked[] };

async function marked({ chunk }: Claim): Promise<Under> {
  return { chunk, marked: await fixture.queue.mark([{ chunk, keys: chunk.keys, prolong: false }], GATEWAY, LEASE_MS) };
}

/** The only chunk, in progress. */
async function under(): Promise<Under> {
  const claims = await fixture.queue.claim(claimAll);
  expect(claims).toHaveLength(1);
  return marked(claims[0]!);
}

function answers({ chunk, marked: rows }: Under, more: Partial<Settlement> = {}): Settlement[] {
  return rows.map(({ messageId, phone }) => ({
    messageId,
    phone,
    chunkId: chunk.id,
    token: chunk.token,
    gateway: GATEWAY,
    state: "sent",
    counts: true,
    route: chunk.route,
    priority: chunk.priority,
    providerIds: [`p-${phone}`],
    ...more,
  }));
}

const chunks = (): Promise<unknown[]> => fixture.ask.rows("select id from chunks order by id");
const stateOf = async (id: string): Promise<unknown> =>
  (await fixture.ask.rows("select state from messages where id = $1", [id]))[0]!["state"];

test("a delivery that is alone in its chunk ends with it, and its message, in one statement", async () => {
  const id = await fixture.accepted(some(1));
  const one = await under();
  expect([...(await fixture.queue.settle(answers(one), [one.chunk]))]).toEqual([one.chunk.id]);
  expect(await chunks()).toEqual([]);
  expect(await stateOf(id)).toBe("completed");
  const events = await fixture.ask.rows("select kind from events where message_id = $1 order by id", [id]);
  expect(events.map(({ kind }) => kind)).toEqual(["message.accepted", "message.sent", "message.completed"]);
});

test("new_sms, which repeats the text, is logged only for an enabled webhook of that type, before the delivery's own event", async () => {
  const logged = async (): Promise<unknown[]> => {
    const id = await fixture.accepted(some(1));
    const one = await under();
    await fixture.queue.settle(answers(one), [one.chunk]);
    const events = await fixture.ask.rows("select kind, data from events where message_id = $1 order by id", [id]);
    return events.slice(1).map(({ kind, data }) => [kind, (data as { message?: string }).message]);
  };
  const unheard = [
    ["message.sent", undefined],
    ["message.completed", undefined],
  ];
  await fixture.ask.rows(
    "insert into webhooks (url, types, secret, enabled) values ('https://a.example', '{message.sent}', 'x', true), ('https://b.example', '{new_sms}', 'x', false)",
  );
  expect(await logged()).toEqual(unheard);
  await fixture.ask.rows("update webhooks set enabled = true");
  expect(await logged()).toEqual([["new_sms", expect.any(String)], ...unheard]);
  const [hooked] = await fixture.ask.rows("select count(*)::int as n from webhook_deliveries where kind = 'new_sms'");
  expect(hooked).toEqual({ n: 1 });
  await fixture.ask.rows("delete from webhooks");
  expect(await logged()).toEqual(unheard);
});

test("a message with several recipients is completed by the settle that ends its last chunk, and not before", async () => {
  const id = await fixture.accepted(some(3));
  const one = await under();
  const all = answers(one);
  await fixture.queue.settle(all.slice(0, 1));
  expect(await stateOf(id)).toBe("running");
  await fixture.queue.settle(all.slice(1), [one.chunk]);
  expect(await chunks()).toEqual([]);
  expect(await stateOf(id)).toBe("completed");
});

test("a message with a delivery that waits for another try is not completed with its chunk", async () => {
  const [first, second] = some(2);
  const id = await fixture.accepted([first!, second!]);
  const one = await under();
  const all = answers(one);
  await fixture.queue.settle([{ ...all[0]!, state: "queued", retryMs: 60_000, providerIds: [] }]);
  await fixture.queue.settle(all.slice(1), [one.chunk]);
  expect(await chunks()).toEqual([]);
  expect(await stateOf(id)).toBe("running");
  await fixture.db.pool.query("delete from retries");
});

test("a worker whose chunk was claimed by another ends nothing, and its evidence is kept", async () => {
  const id = await fixture.accepted(some(1));
  const late = await under();
  await fixture.db.pool.query("update chunks set due = now() - interval '1 second'");
  const [next] = await fixture.queue.claim(claimAll);
  expect([...(await fixture.queue.settle(answers(late), [late.chunk]))]).toEqual([]);
  expect(await chunks()).toEqual([{ id: late.chunk.id }]);
  expect(await statesOf(fixture.db.pool, { message: id })).toEqual({ sent: 1 });
  await fixture.queue.finish([{ chunk: next!.chunk, clean: true }]);
  expect(await chunks()).toEqual([]);
});

test("a chunk that another session has locked at this moment delays no settle: its worker finishes it", async () => {
  const id = await fixture.accepted(some(1));
  const one = await under();
  const other = await fixture.db.pool.connect();
  await other.query("begin");
  await other.query("select from chunks for update");
  expect([...(await fixture.queue.settle(answers(one), [one.chunk]))]).toEqual([]);
  expect(await stateOf(id)).toBe("completed");
  await other.query("rollback");
  other.release();
  await fixture.queue.finish([{ chunk: one.chunk, clean: true }]);
  expect(await chunks()).toEqual([]);
});

test("a settle that reports more than acceptance leaves ending the chunks to the sweep", async () => {
  await fixture.accepted(some(1));
  const one = await under();
  const refused = answers(one, { state: "failed", failure: "rejected", providerIds: [] });
  expect([...(await fixture.queue.settle(refused, [one.chunk]))]).toEqual([]);
  expect(await chunks()).toHaveLength(1);
  await fixture.queue.finish([{ chunk: one.chunk, clean: true }]);
});

test("a settle that is repeated after a lost response ends its chunk only once and harms nothing", async () => {
  const id = await fixture.accepted(some(1));
  const one = await under();
  await fixture.queue.settle(answers(one), [one.chunk]);
  expect([...(await fixture.queue.settle(answers(one), [one.chunk]))]).toEqual([]);
  const events = await fixture.ask.rows("select kind from events where message_id = $1 and kind = 'message.sent'", [
    id,
  ]);
  expect(events).toHaveLength(1);
});
