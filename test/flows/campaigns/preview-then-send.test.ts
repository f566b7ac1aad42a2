import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { hour } from "#lib/time";

import { suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { endedMessage } from "../../support/service/sent-messages.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  const prices = {
    currency: "EUR",
    segments: [
      { prefix: "+49", price: "0.07" },
      { prefix: "+1", price: "0.01" },
    ],
  };
  await change({ prices });
  expect((await service.call("POST", "/fields", { key: "city", label: "City", type: "text" })).status).toBe(201);
  await service.call("POST", "/users", {
    username: "ben",
    email: "ben@example.com",
    name: "Ben",
    phone: "+4915112340900",
    roles: ["editor"],
  });
});
afterAll(() => service.end());
beforeEach(() => change({ frequency_cap: { mode: "off" } }));

async function change(settings: object): Promise<void> {
  expect((await service.call("PATCH", "/settings", settings)).status).toBe(200);
}

async function preview(call: object, as?: { user: string; password: string }): Promise<any> {
  const { status, body } = await service.call("POST", "/send/preview", call, as && { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body.data, said: body.message };
}

async function sent(call: object): Promise<any> {
  const { status, body } = await service.call("POST", "/send", call);
  expect(status, JSON.stringify(body)).toBe(200);
  return endedMessage(service, body.data.message_id);
}

const deliveries = async (message: { message_id: string }): Promise<any[]> =>
  (
    await service.pool.query(
      `select d.phone, d.state, coalesce(d.own_text, m.body) as text, coalesce(d.segments, m.segments) as segments
       from deliveries d join messages m on m.id = d.message_id where m.id = $1 order by d.phone`,
      [message.message_id.replace("msg_", "")],
    )
  ).rows;

let next = 400_000;
async function join(group: number, name: string, more: object = {}): Promise<{ id: number; mobile: string }> {
  const body = { name, mobile: numbers(1, (next += 1))[0], double_opt_in: false, group_ids: [group], ...more };
  const answer = await service.call("POST", "/subscribers", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const groupNamed = async (name: string): Promise<number> =>
  (await service.call("POST", "/groups", { name })).body.data.id;
const livesIn = (city: string) => ({ custom_fields: { city } });

describe("the preview of personal texts", () => {
  test("says who has no text, as the message does when it is sent", async () => {
    const group = await groupNamed("Missing");
    await join(group, "Ada", livesIn("Ulm"));
    await join(group, "Bob");
    const stopped = await join(group, "Cid");
    await suppress(service.pool, stopped.mobile);
    const call = {
      group_ids: [group],
      role_ids: ["editor"],
      category: "transactional",
      message: "Hello {{name}}, in {{fields.city}}",
    };
    const seen = await preview(call);
    const message = await sent(call);
    expect(message).toMatchObject({ state: "failed", reason: "missing_values" });
    expect(seen.refused_people).toEqual(message.refused_people);
    expect(seen.refused_people.count).toBe(3);
    expect(seen.people).toMatchObject({ matched: 4, suppressed: 1, final: 0 });
    expect(message.recipients.accepted).toBe(0);
    expect(seen.said).toBe("Nobody would receive this message: there is no text for 3 recipients.");
    expect(seen.cost.total).toBe("0.00");
    expect(seen.warnings).toContain(
      "Some of the recipients have no value for {{fields.city}}: the message would be sent to nobody.",
    );
  });

  test("has the segments, the encoding and the cost that people's own texts have when they are sent", async () => {
    const group = await groupNamed("Own texts");
    await join(group, "Ada", livesIn("Ulm"));
    await join(group, "Łukasz", livesIn("Łódź"));
    await join(group, "Bartholomew Longfellow-Smythe", { mobile: "+12025550151", ...livesIn("x".repeat(60)) });
    const stopped = await join(group, "Ωmega", livesIn("y".repeat(150)));
    await suppress(service.pool, stopped.mobile);
    const call = {
      group_ids: [group],
      role_ids: ["editor"],
      numbers: [{ number: "+12025550152", variables: { name: "Dan" } }],
      category: "transactional",
      message: `Hello {{name}} in {{fields.city | town}}, ${"a".repeat(80)}`,
    };
    const seen = await preview(call);
    expect(seen.refused_people).toBeNull();
    expect(seen.warnings).toBeUndefined();
    const message = await sent(call);
    const left = (await deliveries(message)).filter(({ state }) => state !== "suppressed");
    expect(message.recipients).toMatchObject({ accepted: seen.people.final, suppressed: seen.people.suppressed });
    const segments = left.map((one) => one.segments);
    expect([seen.text.segments_least, seen.text.segments]).toEqual([Math.min(...segments), Math.max(...segments)]);
    expect(left.map(({ text }) => text)).toContain(seen.text.content);
    expect(seen.text.personal).toEqual({
      exact: true,
      made: left.length,
      ucs2: 1,
      forced_by: { character: "Ł", replacement: expect.any(String), people: 1 },
      samples: { people: expect.any(Array), longest: expect.any(Object) },
    });
    // The samples are the texts that these people got, with their values; people who get nothing are not among them.
    const { people, longest } = seen.text.personal.samples;
    const got = left.map(({ text, segments: parts }) => ({ text, segments: parts }));
    expect(people).toHaveLength(left.length);
    for (const { text, segments: parts } of people) expect(got).toContainEqual({ text, segments: parts });
    expect(people[1]).toMatchObject({ kind: "number", label: "+12025550152", values: { name: "Dan" } });
    expect(people.map(({ label }: { label: string }) => label)).not.toContain("Ωmega");
    expect(longest).toMatchObject({ text: seen.text.content, segments: seen.text.segments });
    const parts = (prefix: string): number =>
      left.filter(({ phone }) => phone.startsWith(prefix)).reduce((sum, one) => sum + one.segments, 0);
    expect(seen.countries.map((one: any) => [one.prefix, one.segments]).toSorted()).toEqual([
      ["+1", parts("+1")],
      ["+49", parts("+49")],
    ]);
    expect(Number(seen.cost.total)).toBeCloseTo(parts("+49") * 0.07 + parts("+1") * 0.01, 6);
  });

  test("shows nobody's values to a caller who may not read the log", async () => {
    const group = await groupNamed("Hidden");
    await join(group, "Secretive");
    const call = { group_ids: [group], message: "Hello {{name}}" };
    const sender = await service.userWith("svc_sendsms");
    const hidden = (await preview(call, sender)).text;
    expect([hidden.content, hidden.personal.samples]).toEqual(["Hello {{name}}", null]);
    const shown = (await preview(call)).text;
    const sample = { kind: "subscriber", id: expect.any(Number), text: "Hello Secretive", segments: 1 };
    const named = { ...sample, label: "Secretive", values: { name: "Secretive" } };
    expect([shown.content, shown.personal.samples]).toEqual(["Hello Secretive", { people: [named], longest: named }]);
    // A user who may read the log but not the list of subscribers sees no name that is not in the text.
    const reader = await service.userWith("svc_sendsms", "svc_outbox");
    const city = { ...call, message: "Hello {{fields.city | town}}" };
    const [only] = (await preview(city, reader)).text.personal.samples.people;
    expect(only).toMatchObject({ label: expect.stringMatching(/^…\d\d$/), text: "Hello town", values: {} });
  });

  test("tells a caller who may not read the log the length of segments in the encoding that it names", async () => {
    const group = await groupNamed("Hidden and Cyrillic");
    await join(group, "Иван");
    const call = { group_ids: [group], message: "Hello {{name}}" };
    const sender = await service.userWith("svc_sendsms");
    // In the GSM alphabet each brace takes two.
    expect((await preview(call, sender)).text).toMatchObject({
      content: "Hello {{name}}",
      encoding: "ucs2",
      units: 14,
      segments: 1,
      units_per_segment: 70,
      forced_by: null,
    });
    const long = { ...call, message: `Hello {{name}}${"a".repeat(100)}` };
    expect((await preview(long, sender)).text).toMatchObject({ encoding: "ucs2", segments: 2, units_per_segment: 67 });
  });

  test("in each person's language is made of the text of that language", async () => {
    const group = await groupNamed("Languages");
    await join(group, "Ada", { locale: "de" });
    await join(group, "Bob");
    const template = (
      await service.call("POST", "/templates", {
        name: "Languages",
        text: "Hello {{name}}",
        variants: { de: `Guten Tag {{name}}, ${"a".repeat(200)}` },
      })
    ).body.data;
    const call = { group_ids: [group], template_id: template.id };
    const seen = await preview(call);
    const left = await deliveries(await sent(call));
    expect([seen.text.segments_least, seen.text.segments]).toEqual([1, 2]);
    expect(seen.countries[0].segments).toBe(left.reduce((sum, one) => sum + one.segments, 0));
  });

  test("of a large audience is an estimate that says so, near the truth", async () => {
    const group = await groupNamed("Large");
    await service.pool.query(
      `with made as (
         insert into subscribers (phone, name, custom_fields)
         select phone, 'Ada', case when n % 10 > 0 then '{"city": "Ulm"}'::jsonb else '{}' end
         from unnest($1::text[]) with ordinality as one (phone, n) returning id, phone)
       insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, 'active' from made`,
      [numbers(12_000, 500_000), group],
    );
    await service.pool.query("analyze subscribers, memberships");
    const call = { group_ids: [group], message: "Hello {{name}}" };
    const whole = await preview(call);
    expect(whole.people).toMatchObject({ final: 12_000, exact: true });
    expect(whole.text.personal.exact).toBe(false);
    expect(whole.text.personal.made).toBeGreaterThan(2_000);
    expect(whole.text.personal.made).toBeLessThan(12_000);
    expect(whole.countries[0]).toMatchObject({ prefix: "+49", people: 12_000, segments: 12_000 });
    expect(whole.warnings).toContainEqual(expect.stringMatching(/too large to make every text/));
    const missing = await preview({ ...call, message: "In {{fields.city}}" });
    expect(missing.refused_people.count).toBeGreaterThan(900);
    expect(missing.refused_people.count).toBeLessThan(1_500);
    expect(missing.people.final).toBe(0);
    const again = await preview({ ...call, message: "In {{fields.city}}" });
    expect(again).toEqual({ ...missing, first_at: again.first_at });
  });
});

describe("the preview of marketing", () => {
  const marketing = { category: "marketing", consent_basis: "contract", message: "Offers!" } as const;
  const texted = (phones: readonly string[]) =>
    service.pool.query(
      `insert into contacts (phone, recent)
       select phone, json_build_array(json_build_array(gen_random_uuid(), extract(epoch from now()) * 1000 - 600000))
       from unnest($1::text[]) as one (phone)`,
      [phones],
    );

  /** One message an hour, as soon as every node applies it: until then a message to someone over the cap leaves. */
  async function capped(whenOver: "hold" | "skip"): Promise<void> {
    await change({ frequency_cap: { mode: "on", messages: 1, window_hours: 1, when_over: whenOver } });
    await eventually(async () => {
      const probe = numbers(1, (next += 1));
      await texted(probe);
      const { body } = await service.call("POST", "/send", { ...marketing, numbers: probe });
      const state = await eventually(async () => {
        const [only] = await deliveries(body.data);
        return ["held", "suppressed", "sent", "delivered"].includes(only.state) && only.state;
      });
      return state === (whenOver === "hold" ? "held" : "suppressed");
    });
  }

  /** A group of which two people are over the cap, one of them suppressed, and a number that is over it, too. */
  async function audience() {
    const group = await groupNamed(`Cap ${(next += 1)}`);
    const [over, stopped, free] = [await join(group, "Ada"), await join(group, "Bob"), await join(group, "Cid")];
    const named = numbers(1, (next += 1))[0]!;
    await texted([over.mobile, stopped.mobile, named]);
    await suppress(service.pool, stopped.mobile);
    return { free, call: { ...marketing, group_ids: [group], numbers: [named] } };
  }

  test("leaves people over the frequency cap out of those who get it, if the cap skips them", async () => {
    const { call, free } = await audience();
    await capped("skip");
    const { people, countries, frequency_cap: held } = await preview(call);
    expect(people).toMatchObject({ matched: 4, suppressed: 1, over_cap: 2, final: 1, exact: true });
    expect(held).toBeNull();
    expect(countries).toEqual([expect.objectContaining({ prefix: "+49", people: 1, segments: 1 })]);
    const message = await sent(call);
    const states = await deliveries(message);
    expect(states.filter(({ state }) => state === "suppressed")).toHaveLength(people.suppressed + people.over_cap);
    expect(states.filter(({ state }) => state !== "suppressed").map(({ phone }) => phone)).toEqual([free.mobile]);
  });

  test("counts people whom the frequency cap holds, and says when the last of them leaves", async () => {
    const { call } = await audience();
    await capped("hold");
    const seen = await preview({ ...call, valid_for: 1_800 });
    expect(seen.people).toMatchObject({ over_cap: 2, final: 3 });
    expect(seen.frequency_cap).toEqual({ held: 2 });
    expect(seen.warnings.join()).toContain("expired: those people would not receive it");
    const { message_id: id } = (await service.call("POST", "/send", call)).body.data;
    const { rows } = await eventually(async () => {
      const found = await service.pool.query(
        "select count(*)::int as held, max(due) as last from holds where message_id = $1 and reason = 'frequency_cap'",
        [id.replace("msg_", "")],
      );
      // After the change of the cap, what is held is due once more to be judged again.
      return found.rows[0].held === 2 && found.rows[0].last.getTime() > Date.now() && found;
    });
    expect(Math.abs(rows[0].last.getTime() - Date.parse(seen.last_at))).toBeLessThan(2);
    expect(Date.parse(seen.last_at) - Date.parse(seen.first_at)).toBeLessThan(hour);
    await service.call("POST", `/messages/${id}/cancel`);
    // In an hour the window has room again, and another category has no cap.
    const later = new Date(Date.now() + 2 * hour).toISOString();
    expect((await preview({ ...call, schedule: later })).people.over_cap).toBe(0);
    expect((await preview({ ...call, category: "transactional" })).people.over_cap).toBe(0);
  });

  test("counts people of every source without a consent on record, and none of a group", async () => {
    await allowWithoutRecord(service.pool);
    const group = await groupNamed("Consent");
    const member = await join(group, "Ada");
    const call = { category: "marketing", message: "Offers!", group_ids: [group], role_ids: ["editor"] };
    const seen = await preview({ ...call, numbers: ["+12025550161", member.mobile] });
    expect(seen.people.without_consent).toBe(2);
    expect(seen.warnings).toContain("There is no record that 1 recipient agreed to marketing.");
    expect(seen.warnings).toContain(
      "Users, roles and customers are looked up later: whether they agreed cannot be checked.",
    );
    expect((await preview({ ...call, role_ids: undefined, recipients: ["subscribers"] })).people.without_consent).toBe(
      0,
    );
    // Whatever basis is stated, and whether or not a record is asked for.
    const stated = { ...call, numbers: ["+12025550161"], consent_basis: "contract" };
    expect((await preview(stated)).people.without_consent).toBe(2);
    expect(
      (await preview({ ...stated, category: "transactional", consent_basis: undefined })).people.without_consent,
    ).toBeNull();
  });
});

test("the last message leaves at the rate of the gateway, as it counts, or at that of the call if it is lower", async () => {
  const gateways = "failover(sandbox://default?name=slow&rate=2 sandbox://default?name=fast)";
  const other = await startTestService({ TIDINGS_COUNTRY: "DE", TIDINGS_GATEWAY: gateways }, { workerLoops: false });
  const seconds = async (more: object): Promise<number | null> => {
    const call = { numbers: numbers(41, 700_000), message: "Hello", ...more };
    const { body } = await other.call("POST", "/send/preview", call);
    return body.data.last_at && (Date.parse(body.data.last_at) - Date.parse(body.data.first_at)) / 1_000;
  };
  expect(await seconds({})).toBe(20);
  expect(await seconds({ message: "x".repeat(200) })).toBe(40);
  expect(await seconds({ rate_per_minute: 60 })).toBe(40);
  expect(await seconds({ rate_per_minute: 6_000 })).toBe(20);
  expect(await seconds({ gateway: "fast" })).toBeNull();
  await other.end();
});
