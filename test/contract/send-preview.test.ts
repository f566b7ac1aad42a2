import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { suppress } from "../support/database/ledger.ts";
import { eventually } from "../support/engine/engine.ts";
import { farFromNow, haveTakenEffect } from "../support/engine/holding.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let groups: number[];

beforeAll(async () => {
  service = await startTestService();
  await allowWithoutRecord(service.pool);
  groups = [];
  for (const name of ["A", "B"]) groups.push((await service.call("POST", "/groups", { name })).body.data.id);
});
afterAll(() => service.end());

const preview = async (call: object) => (await service.call("POST", "/send/preview", call)).body.data;
const join = (mobile: string, group: number[], more: object = { double_opt_in: false }) =>
  service.call("POST", "/newsletter", { name: "Ada", mobile, group_id: group, ...more });

describe("POST /send/preview", () => {
  test("counts each person once and says why the others get nothing, as the message does when it is sent", async () => {
    const [a, b] = groups as [number, number];
    await join("+4915112345601", [a]);
    await join("+4915112345602", [a, b]);
    await join("+12025550103", [b]);
    await join("+447700900104", [b]);
    // Waits for a code, and is counted separately.
    await join("+4915112345605", [a], { double_opt_in: true });
    await suppress(service.pool, "+447700900104");
    const call = {
      group_ids: [a, b],
      numbers: ["+4915112345601", "+33612345606", "+33612345606", "nonsense"],
      skip_invalid: true,
      message: "Hello",
    };
    const { people, countries, invalid_numbers: invalid } = await preview(call);
    expect(people).toEqual({
      matched: 9,
      by_source: { numbers: 4, users: 0, roles: 0, customers: 0, subscribers: 5 },
      duplicates: 3,
      invalid: 1,
      suppressed: 1,
      unconfirmed: 1,
      over_cap: 0,
      without_consent: 1,
      final: 4,
      exact: true,
    });
    expect(invalid).toEqual([expect.objectContaining({ field: "numbers[3]" })]);
    expect(countries.map((one: Record<string, unknown>) => [one["prefix"], one["country"], one["people"]])).toEqual([
      ["+49", "DE", 2],
      ["+1", "US", 1],
      ["+33", "FR", 1],
    ]);

    const sent = (await service.call("POST", "/send", call)).body.data;
    const message = await eventually(async () => {
      const { data } = (await service.call("GET", `/messages/${sent.message_id}`)).body;
      return data.state === "completed" && data;
    });
    expect(message.recipients).toMatchObject({ accepted: people.final, suppressed: 1 });
  });

  test("counts people of many groups as people of few, each once", async () => {
    const many: number[] = [];
    for (let nth = 0; nth < 22; nth += 1)
      many.push((await service.call("POST", "/groups", { name: `Many ${nth}` })).body.data.id);
    await join("+4915112345611", many.slice(0, 3));
    await join("+12025550113", many.slice(3, 4));
    await join("+447700900114", many.slice(20));
    await join("+4915112345615", many.slice(0, 2), { double_opt_in: true });
    await suppress(service.pool, "+447700900114");
    const asked = { numbers: ["+4915112345611", "+33612345606"], category: "transactional", message: "Hello" };
    const ofMany = await preview({ ...asked, group_ids: many });
    expect(ofMany.people).toMatchObject({
      by_source: { numbers: 2, subscribers: 6 },
      duplicates: 4,
      suppressed: 1,
      unconfirmed: 1,
      final: 3,
      exact: true,
    });
    const few = await preview({ ...asked, group_ids: [...many.slice(0, 4), ...many.slice(20)] });
    expect(ofMany.people).toEqual(few.people);
    expect(ofMany.countries).toEqual(few.countries);
  });

  test("stores nothing and sends nothing", async () => {
    const count = async () =>
      (await service.pool.query("select (select count(*) from messages) + (select count(*) from deliveries) as rows"))
        .rows;
    const before = await count();
    await preview({ numbers: ["+4915112345699"], message: "Hello" });
    expect(await count()).toEqual(before);
  });

  test("names the character that halves the segment, its replacement, and what that saves", async () => {
    const message = `It’s ${"x".repeat(100)}`;
    const { text } = await preview({ numbers: ["+4915112345699"], message });
    expect(text).toEqual({
      content: message,
      footer: null,
      encoding: "ucs2",
      segments: 2,
      units: 105,
      units_per_segment: 67,
      segments_least: 2,
      forced_by: { character: "’", index: 2, replacement: "'", segments_replaced: 1 },
      personal: null,
    });
    const emoji = (await preview({ numbers: ["+4915112345699"], message: "Hi 😀" })).text.forced_by;
    expect(emoji).toEqual({ character: "😀", index: 3, replacement: null, segments_replaced: 1 });
    expect((await preview({ numbers: ["+4915112345699"], message: "Hi" })).text.forced_by).toBeNull();
  });

  test("shows the text as it leaves: with its footer, and of personal texts one with the most segments", async () => {
    const call = { category: "marketing", numbers: ["+4915112345699"], consent_basis: "contract" };
    const settings = (enabled: boolean) =>
      service.call("PATCH", "/settings", { footer: { enabled }, opt_out: { sender_name: "Acme" } });
    await settings(true);
    const marketing = await preview({ ...call, message: "Hello" });
    const long = "x".repeat(155);
    const personal = await preview({
      message: `${long} {{name}}`,
      numbers: [
        { number: "+4915112345698", variables: { name: "Al" } },
        { number: "+4915112345699", variables: { name: "Alexandra" } },
      ],
    });
    const group = await preview({ group_ids: groups, message: "Hello {{name | friend}}" });
    await settings(false);
    expect(marketing.text).toMatchObject({
      content: "Hello\nAcme: reply STOP to end",
      footer: "\nAcme: reply STOP to end",
    });
    expect(personal.text.content).toBe(`${long} Alexandra`);
    expect(group.text.content).toBe("Hello Ada\nAcme: reply STOP to end");
  });

  test("adds up the price of the longest beginning of each number, and counts who has none", async () => {
    const changed = await service.call("PATCH", "/settings", {
      prices: {
        currency: "EUR",
        segments: [
          { prefix: "+49", price: "0.07" },
          { prefix: "+4915", price: "0.08" },
          { prefix: "+1", price: "0.01" },
        ],
      },
    });
    expect(changed.status).toBe(200);
    const { cost, countries } = await preview({
      numbers: ["+4915112345601", "+4917112345602", "+12025550103", "+33612345606"],
      message: "x".repeat(200),
    });
    expect(cost).toEqual({ currency: "EUR", total: "0.32", unpriced: 1 });
    expect(countries).toContainEqual({
      prefix: "+4915",
      country: "DE",
      people: 1,
      segments: 2,
      gateway: "sandbox",
      price: "0.08",
      cost: "0.16",
    });
    const members = await preview({ group_ids: [groups[0]], message: "Hello" });
    expect(members.cost).toEqual({ currency: "EUR", total: "0.16", unpriced: 0 });
    // The gateway that would send it has a price of its own.
    const own = [{ gateway: "sandbox", segments: [{ prefix: "+491", price: "0.02" }] }];
    expect((await service.call("PATCH", "/settings", { prices: { gateways: own } })).status).toBe(200);
    const special = await preview({ group_ids: [groups[0]], message: "Hello" });
    expect(special.cost).toEqual({ currency: "EUR", total: "0.04", unpriced: 0 });
    const twice = await service.call("PATCH", "/settings", { prices: { gateways: [...own, ...own] } });
    expect(twice.body.data.params).toEqual({ "prices.gateways[1].gateway": "is listed above already" });
    await service.call("PATCH", "/settings", { prices: { gateways: [] } });
    // Prices without a currency mean nothing.
    const refused = await service.call("PATCH", "/settings", { prices: { currency: "euro" } });
    expect(refused.status).toBe(400);
  });

  test("says when the last message leaves at the rate of the call", async () => {
    const data = await preview({
      numbers: Array.from({ length: 61 }, (_, index) => `+49151123457${String(index).padStart(2, "0")}`),
      message: "Hello",
      rate_per_minute: 60,
    });
    expect(Date.parse(data.last_at) - Date.parse(data.first_at)).toBe(60_000);
  });

  test("says when the last message leaves within quiet hours, by what the numbers say", async () => {
    const window = farFromNow("Europe/Berlin");
    const hours = { weekdays: window, saturday: window, sunday: window, holidays: "open" };
    const quiet = (mode: "on" | "off") =>
      service.call("PATCH", "/settings", { quiet_hours: { mode, regions: { DE: hours } } });
    const group = (await service.call("POST", "/groups", { name: "Quiet" })).body.data.id;
    await join("+4915112345691", [group]);
    const call = {
      category: "marketing",
      consent_basis: "contract",
      numbers: ["+4915112345692"],
      group_ids: [group],
      message: "Hello",
    };
    expect(await preview(call)).toMatchObject({ quiet_hours: null, last_at: null });
    await quiet("on");
    const held = await preview(call);
    expect(held.quiet_hours).toEqual({ held: 2, exact: true });
    expect(held.first_at).toBe(held.last_at);
    const opens = Temporal.Instant.from(held.last_at).toZonedDateTimeISO("Europe/Berlin");
    expect(opens.toPlainTime().toString({ smallestUnit: "minute" })).toBe(window[0]);
    expect(Date.parse(held.last_at)).toBeGreaterThan(Date.now());

    // The opening is more than an hour away, and the second person has to wait for a turn after it.
    const slow = await preview({ ...call, rate_per_minute: 1, valid_for: 3_600 });
    expect(slow.first_at).toBe(held.last_at);
    expect(Date.parse(slow.last_at)).toBeGreaterThan(Date.parse(held.last_at));
    expect(slow.warnings.join()).toContain("expired: those people would not receive it");
    expect((await preview({ ...call, category: "transactional" })).quiet_hours).toBeNull();

    const later = opens.add({ days: 1, minutes: 30 }).toInstant().toString();
    const scheduled = await preview({ ...call, schedule: later });
    expect(scheduled.quiet_hours).toBeNull();
    expect(Date.parse(scheduled.first_at)).toBe(Date.parse(later));
    await quiet("off");
  });

  test.each([
    [{ message: "Hello" }, "invalid_parameter"],
    [{ numbers: ["abc"], message: "Hello", skip_invalid: true }, "no_recipients"],
    [{ numbers: ["+4915112345601"], message: "Hello", flsh: true }, "unknown_parameter"],
    [{ numbers: ["+4915112345601"], message: "Hello", recipients: ["users"], users: [1] }, "selector_conflict"],
  ])("refuses %j as a send does", async (call, code) => {
    const [previewed, sent] = [
      await service.call("POST", "/send/preview", call),
      await service.call("POST", "/send", call),
    ];
    expect([previewed.status, previewed.body.code]).toEqual([sent.status, code]);
    expect(previewed.body.data.details).toEqual(sent.body.data.details);
  });

  test("counts whom quiet hours hold by everybody's own number and time zone, as they are when it is sent", async () => {
    const now = Temporal.Now.zonedDateTimeISO("America/New_York");
    // From an hour before: hours that begin in an hour that the clocks repeat begin when it is repeated.
    const [from, to] = [Math.max(now.hour - 1, 0), Math.min(now.hour + 2, 24)];
    const window = [from, to].map((hour) => `${String(hour).padStart(2, "0")}:00`);
    const hours = { weekdays: window, saturday: window, sunday: window, holidays: "open" };
    const group = (await service.call("POST", "/groups", { name: "Coasts" })).body.data.id;
    const offset = Number(now.offset.slice(0, 3)) + 12;
    const opposite = `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
    await join("+12125550171", [group]);
    await join("+12135550172", [group]);
    await join("+12125550173", [group], { double_opt_in: false, time_zone: opposite });
    // Named by number, and not of this group.
    await join("+12125550174", [groups[0]!], { double_opt_in: false, time_zone: opposite });
    await service.call("PATCH", "/settings", { quiet_hours: { mode: "on", regions: { US: hours } } });
    const call = { category: "marketing", group_ids: [group], numbers: ["+12125550174"], message: "Hello" };
    const previewed = await preview(call);
    expect([previewed.people.final, previewed.quiet_hours]).toEqual([4, { held: 3, exact: true }]);
    await eventually(() => haveTakenEffect(service.pool));
    const sent = (await service.call("POST", "/send", call)).body.data.message_id;
    const states = async () => (await service.call("GET", `/messages/${sent}`)).body.data.deliveries;
    await expect.poll(states).toMatchObject({ held: 3, delivered: 1 });
    await service.call("PATCH", "/settings", { quiet_hours: { mode: "off", regions: {} } });
  });

  test("counts a person who bounces as suppressed, unless the call names their number", async () => {
    const mobile = "+4915112345681";
    const group = (await service.call("POST", "/groups", { name: "Bounces" })).body.data.id;
    await join(mobile, [group]);
    await service.pool.query("update subscribers set bounced_at = now() where phone = $1", [mobile]);
    const members = { group_ids: [group], message: "Hello" };
    expect((await preview(members)).people).toMatchObject({ suppressed: 1, final: 0 });
    const named = { ...members, numbers: [mobile] };
    expect((await preview(named)).people).toMatchObject({ suppressed: 0, final: 1, duplicates: 1 });
    const sent = (await service.call("POST", "/send", named)).body.data;
    const message = await eventually(async () => {
      const { data } = (await service.call("GET", `/messages/${sent.message_id}`)).body;
      return data.state === "completed" && data;
    });
    expect(message.recipients).toMatchObject({ accepted: 1 });
  });

  test("says with all figures that marketing to people without a consent would be refused, and logs no basis that a preview states", async () => {
    const group = (await service.call("POST", "/groups", { name: "Agreed" })).body.data.id;
    await join("+4915112345686", [group]);
    const call = {
      numbers: ["+4915112345682", "+4915112345686"],
      group_ids: [group],
      message: "Offers!",
      category: "marketing",
    };
    const missing = "There is no record that 1 recipient agreed to marketing.";
    const seen = await preview(call);
    expect([seen.warnings, seen.refusals]).toEqual([expect.arrayContaining([missing]), []]);
    await service.call("PATCH", "/settings", { consent: { require_record: "enforce" } });
    const sent = await service.call("POST", "/send", call);
    const { status, body } = await service.call("POST", "/send/preview", call);
    expect([sent.status, status]).toEqual([409, 200]);
    const { refusals, warnings, ...figures } = body.data;
    expect(figures).toEqual({
      ...seen,
      refusals: undefined,
      warnings: undefined,
      first_at: expect.any(String),
    });
    expect(figures.people).toMatchObject({ matched: 3, duplicates: 1, without_consent: 1, final: 2, exact: true });
    const reply = sent.body.message as string;
    const message = reply.replace("Nothing was sent. ", "");
    expect(refusals).toEqual([{ code: sent.body.code, message, data: { without_consent: 1 } }]);
    expect(message).toMatch(/^There is no record that 1 recipient agreed to marketing\. Let people sign up/);
    // Every other warning stands; a refusal is not repeated as one.
    expect(warnings).toEqual(seen.warnings.filter((warning: string) => warning !== missing));
    expect(body.message).toBe(
      "POST /send would refuse this message now. 2 people would receive this message otherwise.",
    );

    const stated = await preview({ ...call, consent_basis: "contract" });
    expect([stated.refusals, stated.people.final, stated.people.without_consent]).toEqual([[], 2, 1]);
    const { rowCount } = await service.pool.query("select 1 from events where kind = 'consent.basis_declared'");
    expect(rowCount).toBe(0);
    await service.call("PATCH", "/settings", { consent: { require_record: "off" } });
  });

  test("says that people who are looked up later cannot be sent marketing, and counts them all the same", async () => {
    await service.call("PATCH", "/settings", { consent: { require_record: "enforce" } });
    const lea = { username: "lea", email: "lea@example.com", name: "Lea", phone: "+4915112345687", roles: ["author"] };
    const { id } = (await service.call("POST", "/users", lea)).body.data;
    const call = { role_ids: ["author"], message: "Offers!", category: "marketing" };
    const seen = await preview(call);
    expect(seen.people).toMatchObject({ matched: 1, without_consent: 1, final: 1 });
    expect(seen.refusals).toMatchObject([{ code: "consent_required", data: { without_consent: null } }]);
    await service.call("DELETE", `/users/${id}`);
    await service.call("PATCH", "/settings", { consent: { require_record: "off" } });
  });

  test("warns of marketing that does not say who sends it or how it ends, and of nothing else", async () => {
    const warningsOf = async (call: object): Promise<string> =>
      ((await preview({ numbers: ["+4915112345684"], category: "marketing", ...call })).warnings ?? []).join();
    await service.call("PATCH", "/settings", { opt_out: { sender_name: null } });
    expect(await warningsOf({ message: "Offers!" })).toMatch(/do not name the sender.*how to opt out/);
    expect(await warningsOf({ message: "Offers! Abmelden mit STOP", sender: "Library" })).not.toMatch(/sender|opt out/);
    expect(await warningsOf({ message: "Offers!", category: "transactional" })).toBe("");
    await service.call("PATCH", "/settings", { opt_out: { sender_name: "Town Library" } });
    expect(await warningsOf({ message: "Reply STOP to leave" })).toContain("names the sender");
    expect(await warningsOf({ message: "TOWN LIBRARY: offers" })).not.toContain("names the sender");
    await service.call("PATCH", "/settings", { footer: { enabled: true } });
    expect(await warningsOf({ message: "Offers!" })).not.toMatch(/sender|opt out/);
    await service.call("PATCH", "/settings", { footer: { enabled: false }, opt_out: { sender_name: null } });
  });

  test("works while the spend cap is reached, and says that a send would be refused", async () => {
    const call = { numbers: ["+4915112345683"], message: "Offers!", category: "marketing" };
    await service.call("PATCH", "/settings", {
      prices: { currency: "EUR", segments: [{ prefix: "+49", price: "0.07" }] },
      spending: { per_day: "0" },
    });
    const sent = await eventually(async () => {
      const answer = await service.call("POST", "/send", call);
      return answer.status === 409 && answer.body;
    });
    expect(sent.code).toBe("spend_cap_reached");
    const { people, warnings, refusals } = await preview(call);
    expect(people.final).toBe(1);
    expect((warnings ?? []).filter((warning: string) => warning.includes("spend cap"))).toEqual([]);
    expect(refusals).toEqual([
      { code: sent.code, message: sent.message, data: { period: sent.data.period, until: sent.data.until } },
    ]);
    await service.call("PATCH", "/settings", { consent: { require_record: "enforce" } });
    const both = (await preview(call)).refusals.map(({ code }: any) => code);
    expect(both).toEqual(["consent_required", "spend_cap_reached"]);
    await service.call("PATCH", "/settings", { consent: { require_record: "off" } });
    await service.call("PATCH", "/settings", { spending: { per_day: "1000" } });
  });

  test("counts roles of users and numbers that are also users once", async () => {
    const { body } = await service.call("POST", "/users", {
      username: "ben",
      email: "ben@example.com",
      name: "Ben",
      phone: "+4915112345671",
      roles: ["editor"],
    });
    const { people } = await preview({
      role_ids: ["editor"],
      users: [body.data.id],
      numbers: ["+4915112345671"],
      message: "Hello",
    });
    expect(people).toMatchObject({ matched: 3, duplicates: 2, final: 1, exact: true });
  });
});
