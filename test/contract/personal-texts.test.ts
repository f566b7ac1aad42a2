import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually, numbers } from "../support/engine/engine.ts";
import { endedMessage, textsTo } from "../support/service/sent-messages.ts";
import { NEXT_YEAR, trial } from "../support/engine/schedules.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

const received = (to: string): string[] => textsTo(service, to);

const send = (body: Record<string, unknown>) => service.call("POST", "/send", body);

const ended = (id: string): Promise<any> => endedMessage(service, id);

const rowsOf = async (sql: string, values: unknown[] = []): Promise<any[]> =>
  (await service.pool.query(sql, values)).rows;

/** Members of a new group, with their names. */
async function fill(phones: readonly string[], names: readonly string[], fields = "{}"): Promise<number> {
  const [group] = await rowsOf("insert into groups (name) values (gen_random_uuid()::text) returning id");
  await service.pool.query(
    `with s as (insert into subscribers (phone, name, custom_fields)
       select p, n, $4 from unnest($2::text[], $3::text[]) k(p, n)
       on conflict (phone) do update set name = excluded.name returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select $1, id, phone, 'active' from s`,
    [group.id, phones, names, fields],
  );
  return group.id;
}

test("direct numbers with values of their own get their own text, and the others of the call what is in it for them", async () => {
  const [ada, bob, plain] = numbers(3, 1_000) as [string, string, string];
  const reply = await send({
    numbers: [
      { number: ada, variables: { name: "Ada", code: 7 } },
      { number: bob, variables: { name: "{{number}}" } },
      plain,
    ],
    message: "Hi {{name|friend}}, {{code | no code}}",
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await ended(reply.body.data.message_id);
  expect([ada, bob, plain].map(received)).toEqual([["Hi Ada, 7"], ["Hi {{number}}, no code"], ["Hi friend, no code"]]);
  const log = await service.call("GET", `/outbox?recipient=${encodeURIComponent(ada)}`);
  expect(log.body.data.items[0]).toMatchObject({ message: "Hi Ada, 7", segments: 1 });
  const found = await service.call("GET", "/outbox?search=Ada,+7");
  expect(found.body.data.items.map((item: any) => item.recipient)).toEqual([ada]);
});

test("a text that one known person reads is stored as it reads, like any other message", async () => {
  const [ada] = numbers(1, 1_100) as [string];
  const reply = await send({
    numbers: [{ number: ada, variables: { name: "Łukasz" } }],
    message: `${"a".repeat(69)}{{name}}`,
  });
  expect(reply.body.data).toMatchObject({ segments: 2, encoding: "ucs2" });
  await ended(reply.body.data.message_id);
  const [message] = await rowsOf("select body, personal, segments from messages where id = $1", [
    reply.body.data.message_id.replace("msg_", ""),
  ]);
  expect(message).toEqual({ body: `${"a".repeat(69)}Łukasz`, personal: false, segments: 2 });
  expect(await rowsOf("select own_text as body from deliveries where phone = $1", [ada])).toEqual([{ body: null }]);
});

test("an unknown variable is refused with the nearest known one, and personalize false sends it unchanged", async () => {
  const [ada] = numbers(1, 1_200) as [string];
  const refused = await send({ numbers: [ada], message: "Hi {{nmae}}" });
  expect(refused.status).toBe(400);
  expect(refused.body.data.details).toMatchObject([
    { field: "message", code: "unknown_variable", did_you_mean: "name" },
  ]);
  for (const path of ["constructor", "__proto__", "toString", "fields.", "a.b", ""]) {
    expect((await send({ numbers: [ada], message: `{{${path}}}` })).status, path).toBe(400);
  }
  const literal = await send({ numbers: [ada], message: "Hi {{nmae}}", personalize: false });
  expect(literal.status).toBe(200);
  await ended(literal.body.data.message_id);
  expect(received(ada)).toEqual(["Hi {{nmae}}"]);
});

test("the refusal of an unknown variable lists each known one once, those of the numbers included", async () => {
  const [ada] = numbers(1, 1_250) as [string];
  const call = { numbers: [{ number: ada, variables: { name: "Ada", code: 7 } }], message: "Hi {{table}}" };
  const { message } = (await send(call)).body;
  expect(message).toContain("name, first_name, number, unsubscribe_url, preferences_url, code and fields.… are known");
  // In the console, too: a person who typed the name of a field has no parameter to set.
  expect(message).toContain("such as {{fields.table}} for a field of yours");
  expect(message).not.toContain("personalize");
});

test("a direct number without a value is refused before anything is stored, with a count and nobody's number", async () => {
  const people = numbers(40, 1_300);
  const before = await rowsOf("select count(*)::int as n from messages");
  const reply = await send({
    numbers: people.map((number, index) => (index < 10 ? { number, variables: { name: "Ada" } } : number)),
    message: "Hi {{name}}",
  });
  expect(reply.status).toBe(400);
  expect(reply.body.data).toMatchObject({
    details: [{ field: "message", code: "missing_value" }],
    refused_people: { count: 30 },
  });
  expect(reply.body.data.refused_people.sample).toHaveLength(10);
  expect(reply.body.data.refused_people.sample[0]).toEqual({
    reason: "missing_value",
    variable: "name",
    kind: "number",
    id: null,
    label: `…${people[10]!.slice(-2)}`,
  });
  const text = JSON.stringify(reply.body);
  expect(people.filter((phone) => text.includes(phone))).toEqual([]);
  expect(await rowsOf("select count(*)::int as n from messages")).toEqual(before);
});

test("a missing value of the last person of three pages: nothing is sent to anyone, and the message says whose it is", async () => {
  const people = numbers(4_500, 100_000).toSorted();
  const group = await fill(
    people,
    people.map((_, index) => (index === people.length - 1 ? "" : `N${index}`)),
  );
  const [direct] = numbers(1, 90_000) as [string];
  const reply = await send({
    group_ids: [group],
    numbers: [{ number: direct, variables: { name: "Ada" } }],
    message: "Hi {{name}}",
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const message = await ended(reply.body.data.message_id);
  const [last] = await rowsOf("select id from subscribers where phone = $1", [people.at(-1)]);
  expect(message).toMatchObject({
    state: "failed",
    reason: "missing_values",
    recipients: { matched: 4_501, accepted: 0 },
    refused_people: {
      count: 1,
      sample: [{ kind: "subscriber", id: Number(last.id), reason: "missing_value", variable: "name" }],
    },
  });
  const id = reply.body.data.message_id.replace("msg_", "");
  expect(await rowsOf("select 1 from deliveries where message_id = $1", [id])).toEqual([]);
  expect(await rowsOf("select 1 from chunks where message_id = $1", [id])).toEqual([]);
  expect(received(direct)).toEqual([]);
});

test("subscribers, users and customers each read their own name, and a person named twice gets one text", async () => {
  const people = numbers(4_100, 200_000).toSorted();
  const group = await fill(
    people,
    people.map((_, index) => `Name${index} X`),
    '{"city": "Köln"}',
  );
  const [user, customer] = numbers(2, 210_000) as [string, string];
  await service.pool.query(
    "insert into users (username, email, name, phone, roles) values ('pu', 'pu@x.test', 'Uma U', $1, '{author}')",
    [user],
  );
  expect((await service.call("POST", "/customers", { name: "Cleo C", phone: customer })).status).toBe(201);
  const reply = await send({
    group_ids: [group],
    recipients: ["subscribers", "roles", "customers", "numbers"],
    role_ids: ["author"],
    numbers: [{ number: people[0]!, variables: { name: "Direct" } }],
    message: "Hi {{first_name}} of {{fields.city|nowhere}}",
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const message = await ended(reply.body.data.message_id);
  expect(message).toMatchObject({ state: "completed", recipients: { matched: 4_103, accepted: 4_102, duplicates: 1 } });
  expect(received(people[0]!)).toEqual(["Hi Direct of nowhere"]);
  expect(received(people[1]!)).toEqual(["Hi Name1 of Köln"]);
  expect(received(people.at(-1)!)).toEqual(["Hi Name4099 of Köln"]);
  expect([user, customer].map(received)).toEqual([["Hi Uma of nowhere"], ["Hi Cleo of nowhere"]]);
  expect(await rowsOf("select 1 from prepared_texts where message_id = $1", [message.message_id.slice(4)])).toEqual([]);
});

test("a person whose text is too long stops the message like a missing value", async () => {
  const people = numbers(3, 300_000).toSorted();
  const group = await fill(people, ["Ada", "Łukasz", "Bob"]);
  const reply = await send({ group_ids: [group], message: `${"a".repeat(1_500)}{{name}}` });
  const message = await ended(reply.body.data.message_id);
  expect(message).toMatchObject({
    reason: "missing_values",
    refused_people: { count: 1, sample: [{ reason: "too_long", segments: 23 }] },
  });
});

/** A text whose only variable is a first name, to a group of two, of whom the second has no name. */
async function expectGroupRefused(people: readonly string[], message: string): Promise<void> {
  const reply = await send({ group_ids: [await fill(people, ["Ada", ""])], message });
  expect(await ended(reply.body.data.message_id)).toMatchObject({
    reason: "missing_values",
    recipients: { accepted: 0 },
    refused_people: { count: 1, sample: [{ reason: "missing_value", variable: "first_name" }] },
  });
}

test("a text that would be empty for somebody is refused like a missing value, for a number, in a batch and in a group", async () => {
  const [ada, none] = numbers(2, 350_000) as [string, string];
  for (const message of ["{{first_name|}}", " {{ first_name | }}{{fields.city|}}\n"]) {
    const call = { numbers: [{ number: ada, variables: { name: "Ada" } }, none], message };
    const refused = await send(call);
    expect(refused.status, message).toBe(400);
    expect(refused.body.data).toMatchObject({
      details: [{ field: "message", code: "missing_value" }],
      refused_people: { count: 1, sample: [{ variable: "first_name", label: `…${none.slice(-2)}` }] },
    });
    const batch = await service.call("POST", "/send/batch", { messages: [call] });
    expect(batch.body.data.results[0].error.details).toMatchObject([{ field: "message", code: "missing_value" }]);
    await expectGroupRefused([ada, none], message);
  }
  expect([ada, none].flatMap(received)).toEqual([]);
});

test("a footer alone is sent to nobody: not to a number, in a batch, in a group, by a preview or by a schedule", async () => {
  const [ada, none] = numbers(2, 370_000) as [string, string];
  await service.call("PATCH", "/settings", { footer: { enabled: true } });
  try {
    const message = " {{first_name|}} ";
    const call = { numbers: [{ number: ada, variables: { name: "Ada" } }, none], message, category: "marketing" };
    const missing = [{ field: "message", code: "missing_value" }];
    for (const path of ["/send", "/send/preview"]) {
      const refused = await service.call("POST", path, call);
      expect(refused.body.data, path).toMatchObject({
        details: missing,
        refused_people: { count: 1, sample: [{ variable: "first_name", label: `…${none.slice(-2)}` }] },
      });
    }
    const batch = await service.call("POST", "/send/batch", { messages: [call] });
    expect(batch.body.data.results[0].error.details).toMatchObject(missing);
    await trial(service);
    const scheduled = await send({ ...call, schedule: `${NEXT_YEAR}-06-01T09:00:00` });
    expect(scheduled.body.data).toMatchObject({ details: missing });
    await expectGroupRefused([ada, none], message);
    expect([ada, none].flatMap(received)).toEqual([]);
    const own = await service.call("POST", "/send/preview", { ...call, numbers: [call.numbers[0]] });
    expect(own.body.data.text).toMatchObject({ footer: expect.stringContaining("STOP") });
    const alone = await send({ ...call, numbers: [call.numbers[0]] });
    await ended(alone.body.data.message_id);
    expect(received(ada)).toEqual([expect.stringMatching(/^ ?Ada\n.*STOP/)]);
  } finally {
    await service.call("PATCH", "/settings", { footer: { enabled: false } });
  }
});

test("beside a picture, a text may be empty for somebody", async () => {
  const [ada, none] = numbers(2, 360_000) as [string, string];
  const picture = { message: "{{first_name|}}", media_urls: ["https://example.com/a.jpg"] };
  const direct = await send({ numbers: [none], ...picture });
  expect(direct.status, JSON.stringify(direct.body)).toBe(200);
  const group = await fill([ada, none], ["Ada", ""]);
  const reply = await send({ group_ids: [group], ...picture });
  expect(await ended(reply.body.data.message_id)).toMatchObject({ state: "completed", recipients: { accepted: 2 } });
});

test("after an erasure nothing that the person read is left, and the others' texts stay", async () => {
  const [ada, bob] = numbers(2, 400_000) as [string, string];
  const group = await fill([ada, bob], ["Ada Erased", "Bob Kept"]);
  const reply = await send({ group_ids: [group], message: "Hi {{name}}" });
  await ended(reply.body.data.message_id);
  expect(received(ada)).toEqual(["Hi Ada Erased"]);
  const sent = [reply.body.data.message_id.slice(4)];
  const underway = "select 1 from deliveries where message_id = $1 and state <> 'delivered'";
  await eventually(async () => (await rowsOf(underway, sent)).length === 0);
  await rowsOf("update deliveries set marked_at = now() - interval '4 days' where message_id = $1", sent);
  const held = await service.call("POST", "/privacy/export", { mobile: ada });
  expect(JSON.stringify(held.body)).toContain("Hi Ada Erased");
  const erasure = await service.call("POST", "/privacy/delete", { mobile: ada, confirm: true });
  expect(erasure.status, JSON.stringify(erasure.body)).toBe(201);
  await eventually(async () => (await rowsOf("select 1 from deliveries where phone = $1", [ada])).length === 0);
  const texts = await rowsOf(
    'select own_text as body from deliveries where message_id = $1 order by own_text collate "C"',
    sent,
  );
  expect(texts).toEqual([{ body: "Hi Bob Kept" }, { body: "[erased]" }]);
});

test("a preview counts the longest of the texts, and is refused as the message would be", async () => {
  const [ada, bob] = numbers(2, 500_000) as [string, string];
  const preview = (first: string, second: object) =>
    service.call("POST", "/send/preview", {
      numbers: [
        { number: ada, variables: { name: first } },
        { number: bob, ...second },
      ],
      message: `${"a".repeat(65)}{{name}}`,
    });
  const counted = await preview("Łukasz", { variables: { name: "Bob" } });
  expect(counted.body.data.text).toMatchObject({ encoding: "ucs2", segments: 2 });
  const refused = await preview("Ada", {});
  expect([refused.status, refused.body.data.details[0].code]).toEqual([400, "missing_value"]);
});
