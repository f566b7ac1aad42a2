import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { newsletterSection } from "#domain/newsletter/settings";

import { ageConsents } from "../../support/people/consents.ts";
import { suppress } from "../../support/database/ledger.ts";
import { freshPhone, openNewsletter, sandbox, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterEach(async () => {
  await service.configure({});
  service.site.route = sandbox;
});
afterAll(() => service.close());

describe("POST /newsletter", () => {
  it("leaves the subscription pending and sends a code of six digits", async () => {
    const mobile = freshPhone();
    const answer = await service.subscribe({
      name: "Ada",
      mobile,
      custom_fields: { city: "Bonn", age: 36, vip: true },
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: "success",
      error: [],
      data: {
        state: "pending",
        already: false,
        code_sent: true,
        sandbox: true,
        subscriber: {
          name: "Ada",
          mobile,
          groups: [{ id: 1, name: "Newsletter", state: "pending" }],
          custom_fields: { city: "Bonn", age: 36, vip: true },
        },
      },
    });
    expect(answer.json.message).toContain("sandbox");
    const texts = await service.textsTo(mobile);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^Your activation code is \d{6}\./);
    const [message] = await service.rows(
      "select category from messages join deliveries on message_id = messages.id where phone = $1",
      [mobile],
    );
    expect(message.category).toBe("otp");
  });

  it("never shows the code in a response, an event or its own table", async () => {
    const mobile = freshPhone();
    const answer = await service.subscribe({ name: "Ada", mobile });
    const code = await service.codeOf(mobile);
    const events = await service.rows("select data from events");
    const [stored] = await service.rows(
      "select code_hash from opt_in_codes join subscribers on id = subscriber_id where phone = $1",
      [mobile],
    );
    expect(JSON.stringify(answer.json)).not.toContain(code);
    expect(JSON.stringify(events)).not.toContain(code);
    expect(stored.code_hash).toHaveLength(32);
    expect(service.logged.join()).not.toContain(code);
  });

  it("writes the consent with its wording, and the event new_subscriber", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile });
    expect(await service.consentsOf(mobile)).toEqual([
      {
        group_id: 1,
        kind: "requested",
        source: "api",
        actor: expect.stringMatching(/^builtin:\d+$/),
        ip: "192.0.2.7",
        wording: newsletterSection.defaults.codeText.replace("{{sender}}: ", ""),
      },
    ]);
    expect(await service.eventsOf(mobile)).toMatchObject([
      {
        kind: "new_subscriber",
        data: { name: "Ada", mobile, state: "pending", groups: [{ id: 1, name: "Newsletter", state: "pending" }] },
      },
    ]);
  });

  it("writes an event with the known data of the person, as its description says", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, double_opt_in: false, custom_fields: { city: "Bonn", visits: 3 } });
    const [event] = await service.eventsOf(mobile);
    expect(event).toMatchObject({
      kind: "new_subscriber",
      data: { name: "Ada", custom_fields: { city: "Bonn", visits: 3 } },
    });
  });

  it("sends the event to the webhooks that subscribed to it", async () => {
    await service.rows(
      "insert into webhooks (url, types, secret) values ('https://a.example', '{new_subscriber}', 'x')",
    );
    await service.subscribe({ name: "Ada", mobile: freshPhone() });
    const hooks = await service.rows("select kind from webhook_deliveries");
    await service.rows("delete from webhooks");
    expect(hooks).toEqual([{ kind: "new_subscriber" }]);
  });

  it("inserts the code into the operator's own text", async () => {
    await service.configure({ codeText: "{code} is your code for Bücher & Co. {code}" });
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile });
    const code = await service.codeOf(mobile);
    expect(await service.textsTo(mobile)).toEqual([`${code} is your code for Bücher & Co. ${code}`]);
  });

  it("activates at once if the call says that no code is needed", async () => {
    const mobile = freshPhone();
    const answer = await service.subscribe({ name: "Ada", mobile, double_opt_in: false });
    expect(answer.json.data).toMatchObject({ state: "active", already: false });
    expect(answer.json.data).not.toHaveProperty("code_sent");
    expect(await service.textsTo(mobile)).toEqual([]);
    expect(await service.consentsOf(mobile)).toMatchObject([{ kind: "subscribed" }]);
  });

  it("refuses a call that switches double opt-in off if the site forbids it, and stores nothing", async () => {
    await service.configure({ callMaySwitchOff: false });
    const mobile = freshPhone();
    const answer = await service.subscribe({ name: "Ada", mobile, double_opt_in: false });
    expect(answer).toMatchObject({ status: 403, json: { code: "forbidden" } });
    expect(await service.rows("select 1 from subscribers where phone = $1", [mobile])).toEqual([]);
  });

  it.each([
    // call, group, site → state
    [undefined, null, true, "pending"],
    [undefined, null, false, "active"],
    [undefined, false, true, "active"],
    [undefined, true, false, "pending"],
    [true, false, false, "pending"],
    [false, true, true, "active"],
  ] as const)("with the call saying %s, the group %s and the site %s is %s", async (call, group, site, state) => {
    await service.configure({ doubleOptIn: site });
    const id = await service.group(`switch ${String(call)} ${String(group)} ${String(site)}`, group);
    const body = {
      name: "Ada",
      mobile: freshPhone(),
      group_id: id,
      ...(call !== undefined && { double_opt_in: call }),
    };
    expect((await service.subscribe(body)).json.data.state).toBe(state);
  });

  it("decides for each group on its own, and returns pending if any of them waits", async () => {
    const open = await service.group("open", false);
    const closed = await service.group("closed", true);
    const mobile = freshPhone();
    const answer = await service.subscribe({ name: "Ada", mobile, group_id: [closed, open, open] });
    expect(answer.json.data.state).toBe("pending");
    expect(await service.membershipsOf(mobile)).toEqual([
      { group_id: open, state: "active" },
      { group_id: closed, state: "pending" },
    ]);
  });

  it("does not affect an active membership when another group's request is pending", async () => {
    const other = await service.group("other");
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, double_opt_in: false });
    const answer = await service.subscribe({ name: "Ada", mobile, group_id: other });
    expect(answer.json.data.state).toBe("pending");
    expect(await service.membershipsOf(mobile)).toEqual([
      { group_id: 1, state: "active" },
      { group_id: other, state: "pending" },
    ]);
  });

  it("returns already for an active number, without a message, an event or a consent", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, double_opt_in: false });
    const answer = await service.subscribe({ name: "Ada", mobile });
    expect(answer).toMatchObject({ status: 200, json: { data: { state: "active", already: true } } });
    expect(await service.textsTo(mobile)).toEqual([]);
    expect(await service.eventsOf(mobile)).toHaveLength(1);
    expect(await service.consentsOf(mobile)).toHaveLength(1);
  });

  it("recognizes the same person, however the number is written", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, double_opt_in: false });
    for (const written of [
      mobile.replace("+", "00"),
      mobile.replace("+49", "0"),
      `${mobile.slice(0, 6)} ${mobile.slice(6)}`,
    ]) {
      expect((await service.subscribe({ name: "Ada", mobile: written })).json.data).toMatchObject({ already: true });
    }
  });

  it("renames the subscriber and replaces the custom fields that a later call gives", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, custom_fields: { a: "1", b: "2" }, double_opt_in: false });
    await service.subscribe({ name: "Ada L.", mobile });
    const kept = await service.subscribe({ name: "Ada L.", mobile });
    expect(kept.json.data.subscriber).toMatchObject({ name: "Ada L.", custom_fields: { a: "1", b: "2" } });
    const replaced = await service.subscribe({ name: "Ada L.", mobile, custom_fields: { c: "3" } });
    expect(replaced.json.data.subscriber.custom_fields).toEqual({ c: "3" });
  });

  it("sends no second code within a minute, and a new one after it", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile });
    const soon = await service.subscribe({ name: "Ada", mobile });
    expect(soon).toMatchObject({ status: 200, json: { data: { state: "pending", already: false, code_sent: false } } });
    expect(soon.json.data.resend_after).toBeGreaterThan(50);
    expect(soon.json.data.resend_after).toBeLessThanOrEqual(60);
    expect(await service.textsTo(mobile)).toHaveLength(1);
    await service.age(mobile, 61);
    expect((await service.subscribe({ name: "Ada", mobile })).json.data.code_sent).toBe(true);
    expect(await service.textsTo(mobile)).toHaveLength(2);
    expect(await service.eventsOf(mobile)).toHaveLength(1);
  });

  it("sends ten codes a day to a number and no more, regardless of the caller", async () => {
    const mobile = freshPhone();
    for (let i = 1; i <= 12; i += 1) {
      const answer = await service.subscribe({ name: "Ada", mobile });
      expect(answer.json.data).toMatchObject({ state: "pending", code_sent: i <= 10 });
      await service.age(mobile, 61);
      await ageConsents(service.db.pool, "61 s");
    }
    expect(await service.textsTo(mobile)).toHaveLength(10);
    const refused = await service.subscribe({ name: "Ada", mobile });
    expect(refused.json.data.resend_after).toBeGreaterThan(80_000);
    await ageConsents(service.db.pool, "1 day");
    expect((await service.subscribe({ name: "Ada", mobile })).json.data.code_sent).toBe(true);
  });

  it("refuses a number that replied STOP, sends nothing and stores nothing", async () => {
    const mobile = freshPhone();
    await suppress(service.db.pool, mobile, { source: "sms" });
    for (const more of [{}, { double_opt_in: false }]) {
      const answer = await service.subscribe({ name: "Ada", mobile, ...more });
      expect(answer).toMatchObject({ status: 409, json: { code: "not_in_this_state", data: { suppressed: true } } });
    }
    expect(await service.textsTo(mobile)).toEqual([]);
    expect(await service.rows("select 1 from subscribers where phone = $1", [mobile])).toEqual([]);
    expect(await service.rows("select 1 from suppressions where phone = $1", [mobile])).toHaveLength(1);
  });

  it("refuses if a code is needed and no gateway could send it, and subscribes if none is needed", async () => {
    service.site.route = null;
    const mobile = freshPhone();
    const refused = await service.subscribe({ name: "Ada", mobile });
    expect(refused).toMatchObject({ status: 409, json: { code: "no_gateway" } });
    expect(await service.rows("select 1 from subscribers where phone = $1", [mobile])).toEqual([]);
    expect((await service.subscribe({ name: "Ada", mobile, double_opt_in: false })).status).toBe(200);
  });

  it("names every invalid parameter at once", async () => {
    const answer = await service.subscribe({
      name: " ",
      mobile: "12ab",
      group_id: [1, 99],
      custom_fields: { a: { b: 1 } },
      double_opt_in: "perhaps",
    });
    expect(answer.status).toBe(400);
    expect(answer.json.code).toBe("invalid_parameter");
    const found = answer.json.data.details
      .map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
      .toSorted();
    expect(found).toEqual([
      "custom_fields.a wrong_type",
      "double_opt_in wrong_type",
      "group_id[1] unknown_group",
      "mobile invalid_phone",
      "name invalid_format",
    ]);
  });

  it("names the parameters that are missing", async () => {
    const answer = await service.subscribe({});
    expect(Object.keys(answer.json.data.params).toSorted()).toEqual(["mobile", "name"]);
  });

  it.each([
    [
      "too many fields",
      { custom_fields: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, "x"])) },
      "too_many",
    ],
    ["a long value", { custom_fields: { a: "x".repeat(1_001) } }, "too_long"],
    ["a list as a value", { custom_fields: { a: [] } }, "wrong_type"],
    ["null in a list as a value", { custom_fields: { a: [null] } }, "wrong_type"],
    ["a text instead of fields", { custom_fields: "city" }, "wrong_type"],
    ["a NUL in a key", { custom_fields: { "a\0": "x" } }, "invalid_text"],
    ["half a character", { name: "\ud800" }, "invalid_text"],
    ["a long name", { name: "x".repeat(251) }, "too_long"],
    ["group 0", { group_id: 0 }, "too_small"],
    ["a negative group", { group_id: "-1" }, "too_small"],
    ["a fraction of a group", { group_id: 1.5 }, null],
    ["no group in a list", { group_id: [] }, "too_short"],
    ["words", { group_id: "customers" }, null],
    ["broken JSON", { group_id: "[1" }, null],
    ["an object", { group_id: { id: 1 } }, "wrong_type"],
    ["a list in lists", { group_id: [[[[[[1]]]]]] }, "wrong_type"],
    ["a group nobody has", { group_id: "9007199254740991" }, "unknown_group"],
    ["two ways to name groups", { group_id: 1, group_ids: [1] }, "not_together"],
  ])("refuses %s", async (_what, more, code) => {
    const answer = await service.subscribe({ name: "Ada", mobile: freshPhone(), ...more });
    expect(answer.status).toBe(400);
    if (code !== null) expect(answer.json.data.details.map((one: { code: string }) => one.code)).toContain(code);
  });

  it("treats a field called __proto__ as data", async () => {
    const mobile = freshPhone();
    const body = `{"name":"Ada","mobile":"${mobile}","double_opt_in":false,"custom_fields":{"__proto__":"x","constructor":"y"}}`;
    const answer = await service.subscribe(body);
    expect([200, 400]).toContain(answer.status);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it.each([
    ["a number", (id: number) => id],
    ["a numeric string", (id: number) => String(id)],
    ["a list of numbers", (id: number) => [id]],
    ["a list of strings", (id: number) => [String(id)]],
    ["JSON in a string", (id: number) => `[${id}]`],
    ["JSON strings in a string", (id: number) => `["${id}"]`],
    ["JSON in a string in a list", (id: number) => [`[${id}]`]],
    ["a comma-separated string", (id: number) => `${id}, 1`],
    ["the same group twice", (id: number) => [id, String(id)]],
  ])("takes group_id as %s", async (what, written) => {
    const id = await service.group(`form ${what}`);
    const mobile = freshPhone();
    const answer = await service.subscribe({ name: "Ada", mobile, group_id: written(id), double_opt_in: false });
    expect(answer.status).toBe(200);
    expect((await service.membershipsOf(mobile)).map((one) => one.group_id)).toContain(id);
  });

  it("accepts group_ids as group_id, so that nobody is added to the wrong group", async () => {
    const id = await service.group("plural");
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, group_ids: [id] });
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: id, state: "pending" }]);
  });

  it("accepts a form, with its empty group and its custom fields", async () => {
    const mobile = freshPhone();
    const form = new URLSearchParams({
      name: "Ada",
      mobile,
      group_id: "",
      double_opt_in: "0",
      "custom_fields[city]": "Bonn",
    });
    const answer = await service.subscribe(form.toString(), { type: "application/x-www-form-urlencoded" });
    expect(answer.json.data).toMatchObject({
      state: "active",
      subscriber: { custom_fields: { city: "Bonn" }, groups: [{ id: 1 }] },
    });
  });

  it("accepts PHP's empty list as no custom fields", async () => {
    const answer = await service.subscribe({ name: "Ada", mobile: freshPhone(), custom_fields: [] });
    expect(answer.json.data.subscriber.custom_fields).toEqual({});
  });

  it("gives a repeated call with the same key the same response and sends once", async () => {
    const mobile = freshPhone();
    const first = await service.subscribe({ name: "Ada", mobile }, { key: "subscribe-1" });
    const again = await service.subscribe({ name: "Ada", mobile }, { key: "subscribe-1" });
    expect(again.json).toEqual(first.json);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await service.textsTo(mobile)).toHaveLength(1);
    const other = await service.subscribe({ name: "Bob", mobile }, { key: "subscribe-1" });
    expect(other.status).toBe(422);
  });

  it("is closed to users without svc_subscribers", async () => {
    const body = { name: "Ada", mobile: freshPhone() };
    for (const path of ["/newsletter", "/newsletter/verify", "/newsletter/unsubscribe", "/groups"]) {
      expect((await service.post(path, body, { auth: null })).status).toBe(401);
      expect((await service.post(path, body, { auth: service.sender.basic })).status).toBe(403);
    }
  });
});
