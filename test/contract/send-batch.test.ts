import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { limits } from "#contract/limits";

import { eventually, numbers } from "../support/engine/engine.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";
import { suppress } from "../support/database/ledger.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

type Result = { index: number; status: string; message_id?: string; error?: any };
async function batch(messages: unknown, headers: Record<string, string> = {}) {
  const { status, body, headers: given } = await service.call("POST", "/send/batch", { messages }, { headers });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body.data, replayedHeader: given.get("idempotency-replayed") } as {
    accepted: number;
    refused: number;
    replayed: number;
    results: Result[];
    replayedHeader: string | null;
  };
}
const countOf = async (phones: readonly string[]): Promise<number> =>
  (await service.pool.query("select count(*)::int as n from deliveries where phone = any($1)", [phones])).rows[0].n;

test("a batch of 1,000 with three bad entries: those are refused, each with its reason, and 997 are accepted", async () => {
  const people = numbers(1_000);
  const messages: Record<string, unknown>[] = people.map((number, index) => ({ number, message: `Text ${index}` }));
  messages[3] = { number: "not a number", message: "x" };
  messages[500] = { number: people[500], message: "Hi {{name}}" };
  messages[999] = { number: people[999], mesage: "x" };
  const reply = await batch(messages);
  expect(reply).toMatchObject({ accepted: 997, refused: 3, replayed: 0 });
  expect(reply.results.map(({ index }) => index)).toEqual(messages.keys().toArray());
  expect(reply.results.filter(({ status }) => status === "refused")).toMatchObject([
    { index: 3, error: { code: "invalid_parameter", details: [{ field: "number", code: "invalid_phone" }] } },
    { index: 500, error: { code: "invalid_parameter", details: [{ field: "message", code: "missing_value" }] } },
    { index: 999, error: { code: "unknown_parameter", details: [{ field: "mesage", did_you_mean: "message" }, {}] } },
  ]);
  expect(await countOf(people)).toBe(997);
  const { rows } = await service.pool.query("select id::text, body from messages where id = $1", [
    reply.results[7]!.message_id!.slice(4),
  ]);
  expect(rows[0].body).toBe("Text 7");
});

test("the same keyed batch, twice at once and once more, sends nothing twice", async () => {
  const people = numbers(300, 10_000);
  const messages = people.map((number, index) => ({ number, message: `Order ${index}`, key: `order-${index}` }));
  const both = await Promise.all([batch(messages), batch(messages)]);
  const again = await batch(messages);
  for (const [index] of people.entries()) {
    const outcomes = both.map(({ results }) => results[index]!);
    expect(outcomes.filter(({ status }) => status === "accepted")).toHaveLength(1);
    // One that is refused could be sent again under another key.
    for (const { status, error } of outcomes) {
      expect(["accepted", "replayed", "unknown"]).toContain(status);
      if (status === "unknown") expect(error.code).toBe("idempotency_in_flight");
    }
    const accepted = outcomes.find(({ status }) => status === "accepted")!;
    expect(again.results[index]).toEqual({ index, status: "replayed", message_id: accepted.message_id });
  }
  expect(again).toMatchObject({ accepted: 0, refused: 0, replayed: 300, replayedHeader: "true" });
  expect(await countOf(people)).toBe(300);
});

test("a key that comes with another text is refused, and so is a key that one batch uses twice", async () => {
  const [one, two] = numbers(2, 20_000) as [string, string];
  await batch([{ number: one, message: "first", key: "k" }]);
  const other = await batch([
    { number: one, message: "second", key: "k" },
    { number: two, message: "a", key: "double" },
    { number: two, message: "b", key: "double" },
  ]);
  expect(other.results).toMatchObject([
    { status: "refused", error: { code: "idempotency_mismatch" } },
    { status: "accepted" },
    { status: "refused", error: { details: [{ field: "key", code: "taken" }] } },
  ]);
  expect(await countOf([one, two])).toBe(2);
});

test("an accepted entry whose key cannot be looked up is unknown when it is repeated, and not refused", async () => {
  const [number] = numbers(1, 12_000);
  const messages = [{ number, message: "Once", key: "kept" }];
  expect(await batch(messages)).toMatchObject({ accepted: 1 });
  await service.pool.query("alter table idempotency_keys rename to keys_elsewhere");
  try {
    expect(await batch(messages)).toMatchObject({ accepted: 0, refused: 0, results: [{ status: "unknown" }] });
  } finally {
    await service.pool.query("alter table keys_elsewhere rename to idempotency_keys");
  }
  expect(await batch(messages)).toMatchObject({ replayed: 1 });
  expect(await countOf([number!])).toBe(1);
});

test("an Idempotency-Key of the call covers the entries without a key, by their position", async () => {
  const people = numbers(3, 30_000);
  const messages = people.map((number) => ({ number, message: "once" }));
  const first = await batch(messages, { "idempotency-key": "whole" });
  const again = await batch(messages, { "idempotency-key": "whole" });
  expect(first).toMatchObject({ accepted: 3, replayedHeader: null });
  expect(again).toMatchObject({ replayed: 3, replayedHeader: "true" });
  expect(again.results.map(({ message_id }) => message_id)).toEqual(first.results.map(({ message_id }) => message_id));
  const changed = await batch([{ number: people[0], message: "changed" }, ...messages.slice(1)], {
    "idempotency-key": "whole",
  });
  expect(changed.results).toMatchObject([
    { status: "refused", error: { code: "idempotency_mismatch" } },
    { status: "replayed" },
    { status: "replayed" },
  ]);
  expect(await countOf(people)).toBe(3);
});

test("a person who opted out gets nothing from a batch, alone or among others", async () => {
  const [gone, other] = numbers(2, 40_000) as [string, string];
  await suppress(service.pool, [gone]);
  const reply = await batch([
    { number: gone, message: "a" },
    { numbers: [gone, other], message: "b {{name}}", variables: { name: "x" } },
    { numbers: [gone, { number: other, variables: { name: "y" } }], message: "c {{name}}", variables: { name: "x" } },
  ]);
  expect(reply.results).toMatchObject([
    { status: "refused", error: { code: "no_recipients" } },
    { status: "accepted" },
    { status: "accepted" },
  ]);
  const { rows } = await service.pool.query("select state::text, own_text as body from deliveries where phone = $1", [
    gone,
  ]);
  expect(rows).toEqual([
    { state: "suppressed", body: null },
    { state: "suppressed", body: null },
  ]);
});

describe("an entry that was accepted before is answered as before", () => {
  const settings = (body: object) => service.call("PATCH", "/settings", body);

  test("although its template is gone, and a key that comes twice is still refused", async () => {
    const [number] = numbers(1, 60_000) as [string];
    const template = await service.call("POST", "/templates", { name: "Gone", text: "Hi" });
    const used = { number, template_id: template.body.data.id, key: "template-gone" };
    const first = await batch([used]);
    expect(first, JSON.stringify(first)).toMatchObject({ accepted: 1 });
    await service.call("DELETE", `/templates/${used.template_id}`);
    const again = await batch([used, used, { ...used, key: "new" }]);
    expect(again.results).toMatchObject([
      { status: "replayed", message_id: first.results[0]!.message_id },
      { status: "refused", error: { details: [{ field: "key", code: "taken" }, {}] } },
      { status: "refused", error: { code: "invalid_parameter" } },
    ]);
  });

  test("although a spend cap has been reached since, by its own key or by the key of the call", async () => {
    const [keyed, plain, ...others] = numbers(1_000, 50_000) as [string, string, ...string[]];
    const messages = [
      { number: keyed, message: "once", key: "before-the-cap", category: "marketing" },
      { number: plain, message: "once", category: "marketing" },
    ];
    const headers = { "idempotency-key": "before-the-cap" };
    const first = await batch(messages, headers);
    expect(first).toMatchObject({ accepted: 2 });
    await settings({
      prices: { currency: "EUR", segments: [{ prefix: "+49", price: "0.10" }] },
      spending: { per_day: "0.1" },
    });
    const late = () => ({ number: others.pop(), message: "late", category: "marketing" });
    await eventually(async () => (await batch([late()])).results[0]!.error?.code === "spend_cap_reached");
    const again = await batch([...messages, late()], headers);
    const [one, two] = first.results.map(({ message_id }) => message_id);
    expect(again.results).toMatchObject([
      { index: 0, status: "replayed", message_id: one },
      { index: 1, status: "replayed", message_id: two },
      { index: 2, status: "refused", error: { code: "spend_cap_reached" } },
    ]);
    expect(again).toMatchObject({ accepted: 0, refused: 1, replayed: 2, replayedHeader: null });
    const changed = await batch([{ ...messages[0], message: "another" }]);
    expect(changed.results).toMatchObject([{ status: "refused", error: { code: "idempotency_mismatch" } }]);
    await settings({ spending: { per_day: null } });
    expect(await countOf([keyed, plain])).toBe(2);
  });
});

test("a batch that is none is refused as a whole", async () => {
  for (const messages of [undefined, [], "x", [1], Array.from({ length: 1_001 }, () => ({}))]) {
    const { status } = await service.call("POST", "/send/batch", { messages });
    expect(status).toBe(400);
  }
});

test("the reply to a batch of nothing but unknown names stays small, and counts what it leaves out", async () => {
  const names = Object.fromEntries(Array.from({ length: 150 }, (_, nth) => [`zzqq${nth}`, 1]));
  const messages = Array.from({ length: 1_000 }, (_, nth) => ({
    number: `+49151${20_000_000 + nth}`,
    message: "x",
    ...names,
  }));
  const { body } = await service.call("POST", "/send/batch", { messages });
  expect(body.data).toMatchObject({ accepted: 0, refused: 1_000 });
  const { error } = body.data.results[0];
  expect([error.details.length, error.more_details]).toEqual([
    limits.batchIssuesListed,
    150 - limits.batchIssuesListed,
  ]);
  expect(JSON.stringify(body).length).toBeLessThan(2_000_000);
});
