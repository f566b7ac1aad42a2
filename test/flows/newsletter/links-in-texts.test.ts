import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually, numbers } from "../../support/engine/engine.ts";
import { compatCalls } from "../../support/service/compat.ts";
import { endedMessage, textsTo } from "../../support/service/sent-messages.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const LINK = /https:\/\/sms\.example\.com(\/p\/l\/[\w-]{30})#leave/;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    TIDINGS_COUNTRY: "DE",
    TIDINGS_PUBLIC_URL: "https://sms.example.com",
    TIDINGS_COMPAT: "wpsms",
  });
});
afterAll(() => service.end());

const wpsms = compatCalls(() => service);
const received = (to: string): string[] => textsTo(service, to);

const send = (body: Record<string, unknown>) => service.call("POST", "/send", body);

const ended = (id: string): Promise<any> => endedMessage(service, id);

/** A new group with new members. */
async function groupOf(phones: readonly string[]): Promise<number> {
  const made = await service.call("POST", "/groups", { name: `Group of ${phones[0]}` });
  for (const mobile of phones) {
    const answer = await service.call("POST", "/newsletter", {
      name: "Ada",
      mobile,
      group_id: made.body.data.id,
      double_opt_in: false,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  return made.body.data.id;
}

const statesOf = async (phone: string): Promise<string[]> =>
  (await service.pool.query("select state from memberships where phone = $1", [phone])).rows.map(({ state }) => state);

test("a campaign brings each member their own link, which only the button on its page unsubscribes", async () => {
  const [ada, bob] = numbers(2, 1_000) as [string, string];
  const group = await groupOf([ada, bob]);
  const reply = await send({ group_ids: [group], message: "News, {{first_name}}. Enough? %unsubscribe_url%" });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  expect(await ended(reply.body.data.message_id)).toMatchObject({ state: "completed", recipients: { accepted: 2 } });
  const [path, other] = [ada, bob].map((phone) => LINK.exec(received(phone)[0] ?? "")?.[1] ?? "");
  expect(path).not.toBe(other);

  const opened = await service.app.request(path!);
  expect([opened.status, opened.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await opened.text()).toContain('id="leave"');
  expect(await statesOf(ada)).toEqual(["active"]);

  const pressed = await service.app.request(path!, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "action=leave",
  });
  expect([pressed.status, (await pressed.text()).includes("You have left")]).toEqual([200, true]);
  expect([await statesOf(ada), await statesOf(bob)]).toEqual([["left"], ["active"]]);
});

test("the link of a text is that of the API, and replacing it there ends it", async () => {
  const [ada] = numbers(1, 2_000) as [string];
  const group = await groupOf([ada]);
  await ended((await send({ group_ids: [group], message: "Yours: {{unsubscribe_url}}" })).body.data.message_id);
  const [link, path] = LINK.exec(received(ada)[0] ?? "") ?? [];
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [ada]);
  const links = (body?: object) => service.call("POST", `/subscribers/${rows[0].id}/links`, body);
  expect((await links()).body.data.leave_url).toBe(link);
  await links({ replace: true });
  expect((await service.app.request(path!)).status).toBe(404);
});

test("a link counts in the segments of the log, and in those of the preview, which makes none", async () => {
  const [ada] = numbers(1, 3_000) as [string];
  const group = await groupOf([ada]);
  const message = `${"a".repeat(130)} {{unsubscribe_url}}`;
  const preview = await service.call("POST", "/send/preview", { group_ids: [group], message });
  expect(preview.body.data.text).toMatchObject({
    segments: 2,
    units: 130 + 1 + "https://sms.example.com/p/l/#leave".length + 30,
  });
  expect(
    (
      await service.pool.query(
        "select 1 from person_links l join subscribers s on s.id = l.subscriber_id where s.phone = $1",
        [ada],
      )
    ).rows,
  ).toEqual([]);
  await ended((await send({ group_ids: [group], message })).body.data.message_id);
  const log = await service.call("GET", `/outbox?recipient=${encodeURIComponent(ada)}`);
  expect(log.body.data.items[0]).toMatchObject({ segments: 2, message: expect.stringMatching(LINK) });
});

test("direct numbers have no link: they are refused without a fallback, and the call may give them one", async () => {
  const [ada] = numbers(1, 4_000) as [string];
  const refused = await send({ numbers: [ada], message: "Bye: {{unsubscribe_url}}" });
  expect([refused.status, refused.body.data.details[0].code]).toEqual([400, "missing_value"]);
  const own = { number: ada, variables: { unsubscribe_url: "https://x.test/bye" } };
  await ended((await send({ numbers: [own], message: "Bye: {{unsubscribe_url}}" })).body.data.message_id);
  await ended((await send({ numbers: [ada], message: "Bye: {{unsubscribe_url | reply STOP}}" })).body.data.message_id);
  expect(received(ada).toSorted()).toEqual(["Bye: https://x.test/bye", "Bye: reply STOP"]);
});

test("after an erasure neither the link nor the text with it is left", async () => {
  const [ada] = numbers(1, 5_000) as [string];
  const group = await groupOf([ada]);
  const { message_id: id } = (await send({ group_ids: [group], message: "{{preferences_url}}" })).body.data;
  await ended(id);
  const path = new URL(received(ada)[0]!).pathname;
  expect((await service.app.request(path)).status).toBe(200);
  const sent = [id.slice(4)];
  const underway = "select 1 from deliveries where message_id = $1 and state <> 'delivered'";
  await eventually(async () => (await service.pool.query(underway, sent)).rows.length === 0);
  await service.pool.query("update deliveries set marked_at = now() - interval '4 days' where message_id = $1", sent);
  const erasure = await service.call("POST", "/privacy/delete", { mobile: ada, confirm: true });
  expect(erasure.status, JSON.stringify(erasure.body)).toBe(201);
  await eventually(async () => {
    const { rows } = await service.pool.query("select own_text from deliveries where message_id = $1", sent);
    return rows[0]?.own_text === "[erased]";
  });
  expect((await service.app.request(path)).status).toBe(404);
});

test("what WP SMS would replace and nothing here does is refused, and goes out as it is with personalize false", async () => {
  const [ada, bob] = numbers(2, 6_000) as [string, string];
  const message = "From %site_name%: %subscriber_group% %discount%";
  const refused = await send({ numbers: [ada, bob], message });
  expect([refused.status, refused.body.code]).toEqual([400, "invalid_parameter"]);
  expect(refused.body.data.details.map(({ field, code, value }: any) => [field, code, value])).toEqual([
    ["message", "unknown_variable", "%site_name%"],
    ["message", "unknown_variable", "%subscriber_group%"],
  ]);
  const template = await service.call("POST", "/templates", {
    name: "From WP SMS",
    text: "Hi",
    variants: { de: "Hallo %subscriber_date%" },
  });
  expect([template.status, template.body.data.details[0].value]).toEqual([400, "%subscriber_date%"]);
  const literal = await send({ numbers: [ada], message, personalize: false });
  await ended(literal.body.data.message_id);
  expect(received(ada)).toEqual([message]);
  expect((await send({ numbers: [bob], message: "Only %discount%" })).status).toBe(200);
});

test("under the paths of WP SMS a text about a subscriber has the link of that one", async () => {
  const [ada, staff] = numbers(2, 8_000) as [string, string];
  await groupOf([ada]);
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [ada]);
  const reply = await wpsms("POST", "/send", {
    sender: "",
    recipients: "numbers",
    numbers: [staff],
    message: "For %subscriber_name%: %unsubscribe_url% %preferences_url%",
    notification_handler: "SubscriberNotification",
    handler_id: rows[0].id,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const links = await service.call("POST", `/subscribers/${rows[0].id}/links`);
  const [text] = await eventually(async () => received(staff).length > 0 && received(staff));
  expect(text).toBe(`For Ada: ${links.body.data.leave_url} %preferences_url%`);
});

test("without the address that the public sees, no text may have a link", async () => {
  const other = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  try {
    const [ada] = numbers(1, 7_000) as [string];
    const text = { message: "Bye: {{preferences_url | reply STOP}}" };
    for (const path of ["/send", "/send/preview"]) {
      const { status, body } = await other.call("POST", path, { ...text, group_ids: [1] });
      expect([status, body.code]).toEqual([409, "public_url_missing"]);
      expect(body.message).toBe("The text has {{preferences_url}}, which needs TIDINGS_PUBLIC_URL.");
    }
    const batch = await other.call("POST", "/send/batch", { messages: [{ number: ada, ...text }] });
    expect(batch.body.data.results[0]).toMatchObject({ status: "refused", error: { code: "public_url_missing" } });
    const own = { number: ada, variables: { preferences_url: "https://x.test" } };
    expect((await other.call("POST", "/send", { ...text, numbers: [own] })).status).toBe(200);
    expect((await other.call("POST", "/send", { ...text, numbers: [ada], personalize: false })).status).toBe(200);
  } finally {
    await other.end();
  }
});
