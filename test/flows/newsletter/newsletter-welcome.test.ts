import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { guardSection } from "#domain/guard/guard-settings";
import { footerSection } from "#domain/opt-out/footer-settings";

import { suppress } from "../../support/database/ledger.ts";
import { freshPhone, openNewsletter, sandbox, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterAll(() => service.close());

const TEXTS = {
  default: "{{sender}}: Welcome to {{group}}, {{name | friend}}. Reply {{stop}} to end.",
  de: "Willkommen bei {{group}}, {{name | du}}.",
};
beforeEach(async () => {
  service.site.route = sandbox;
  await service.configure({ welcomeTexts: TEXTS });
  await store("opt_out", { senderName: "Acme" });
  await store("footer", {});
});

const store = (section: string, value: object) =>
  service.rows("insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = $2", [
    section,
    JSON.stringify(value),
  ]);

const join = (mobile: string, more: object = {}) =>
  service.subscribe({ name: "Ada", mobile, double_opt_in: false, ...more });

describe("the welcome message", () => {
  it("names sender, group, person and the word to end it, and comes once for each time that someone becomes a member", async () => {
    const mobile = freshPhone();
    await join(mobile);
    await join(mobile);
    expect(await service.textsTo(mobile)).toEqual(["Acme: Welcome to Newsletter, Ada. Reply STOP to end."]);
    await service.post("/newsletter/unsubscribe", { mobile });
    await join(mobile);
    expect(await service.textsTo(mobile)).toHaveLength(2);
  });

  it("comes after the code, not before, and once however often the code is sent at the same time", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, locale: "de-AT" });
    expect(await service.textsTo(mobile)).toHaveLength(1);
    const code = await service.codeOf(mobile);
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.verify(mobile, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect((await service.textsTo(mobile)).slice(1)).toEqual(["Willkommen bei Newsletter, Ada."]);
  });

  it("is one for groups with the same text, and one more for a group with its own", async () => {
    const [first, second, own] = [
      await service.group("First"),
      await service.group("Second"),
      await service.group("Own"),
    ];
    const changed = await service.call("PATCH", `/groups/${own}`, {
      welcome_texts: { default: "Own: {{fields.city}}!" },
    });
    expect(changed.json.data.welcome_texts).toEqual({ default: "Own: {{fields.city}}!" });
    const mobile = freshPhone();
    await join(mobile, { group_id: [first, second, own], custom_fields: { city: "Vienna" } });
    expect((await service.textsTo(mobile)).toSorted()).toEqual([
      "Acme: Welcome to First, Second, Ada. Reply STOP to end.",
      "Own: Vienna!",
    ]);
  });

  it("is not sent to a person for whom nothing is left of its text, who is subscribed all the same", async () => {
    await service.configure({ welcomeTexts: { default: "{{fields.city | }}" } });
    const mobile = freshPhone();
    expect((await join(mobile)).status).toBe(200);
    expect(await service.textsTo(mobile)).toEqual([]);
    const other = freshPhone();
    await join(other, { custom_fields: { city: "Vienna" } });
    expect(await service.textsTo(other)).toEqual(["Vienna"]);
  });

  it("has the person's own link, which leads to the same page as every other link to them", async () => {
    await service.configure({ welcomeTexts: { default: "Welcome. {{preferences_url}} or %unsubscribe_url%" } });
    const mobile = freshPhone();
    await join(mobile);
    const [text] = await service.textsTo(mobile);
    expect(text).toMatch(/^Welcome\. (https:\/\/sms\.example\.com\/p\/l\/[\w-]{30}) or \1#leave$/);
  });

  it.each([
    ["an import", { consent_source: "import" }],
    ["a call that says no", { welcome: false }],
  ])("is not sent by %s", async (_name, more) => {
    const mobile = freshPhone();
    expect((await join(mobile, more)).status).toBe(200);
    expect(await service.textsTo(mobile)).toEqual([]);
  });

  it("is sent by an import that asks for it", async () => {
    const mobile = freshPhone();
    await join(mobile, { consent_source: "import", welcome: true });
    expect(await service.textsTo(mobile)).toHaveLength(1);
  });

  it("takes no name from a form that anyone may have filled in", async () => {
    const mobile = freshPhone();
    await join(mobile, { name: "Win at evil.example", consent_source: "page" });
    expect(await service.textsTo(mobile)).toEqual(["Acme: Welcome to Newsletter, friend. Reply STOP to end."]);
  });

  it("is limited like a code for a number that a visitor enters, and the subscription is made all the same", async () => {
    const [before] = await service.rows("select value from settings where name = 'guard'");
    await store("guard", { ...guardSection.defaults, numberPerMinute: 1, specialNumbers: false });
    try {
      const [first, second] = [await service.group("Limited"), await service.group("Limited too")];
      const mobile = freshPhone();
      await join(mobile, { group_id: first, consent_source: "page" });
      await join(mobile, { group_id: second, client_ip: "192.0.2.77" });
      expect(await service.textsTo(mobile)).toHaveLength(1);
      const states = (await service.membershipsOf(mobile)).map(({ state }: { state: string }) => state);
      expect(states).toEqual(["active", "active"]);
    } finally {
      await store("guard", before.value);
    }
  });

  it("is not repeated for a visitor who leaves and joins as often as they like", async () => {
    const mobile = freshPhone();
    for (let round = 0; round < 3; round += 1) {
      await join(mobile, { consent_source: "page" });
      await service.post("/newsletter/unsubscribe", { mobile });
    }
    await join(mobile, { consent_source: "page" });
    expect(await service.textsTo(mobile)).toHaveLength(1);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "active" }]);
  });

  it("is not sent to people who have opted out, nor where there is no text", async () => {
    const [stopped, other] = [freshPhone(), freshPhone()];
    await suppress(service.db.pool, stopped);
    expect((await join(stopped)).status).toBe(409);
    await service.configure({ welcomeTexts: { de: "Willkommen" } });
    expect((await join(other)).status).toBe(200);
    expect([await service.textsTo(stopped), await service.textsTo(other)]).toEqual([[], []]);
  });

  it("does not prevent joining without a gateway", async () => {
    service.site.route = null;
    const mobile = freshPhone();
    expect((await join(mobile)).status).toBe(200);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "active" }]);
    expect(await service.textsTo(mobile)).toEqual([]);
  });

  it("is gone with a subscription that was rolled back", async () => {
    const mobile = freshPhone();
    await service.rows(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$; create trigger refuse before insert on memberships for each row execute function refuse()",
    );
    try {
      expect((await join(mobile)).status).toBe(500);
    } finally {
      await service.rows("drop trigger refuse on memberships; drop function refuse");
    }
    expect(await service.textsTo(mobile)).toEqual([]);
  });

  it("is transactional, or marketing with a footer where the settings say that it advertises", async () => {
    const [plain, advert] = [freshPhone(), freshPhone()];
    await join(plain);
    await service.configure({
      welcomeTexts: { default: "Hello {{name}}, 10% off today!" },
      welcomeCategory: "marketing",
    });
    await store("footer", { ...footerSection.defaults, enabled: true });
    await join(advert);
    const sent = await service.rows(
      "select m.category, m.body from messages m join deliveries d on d.message_id = m.id where d.phone = any($1) order by m.id",
      [[plain, advert]],
    );
    expect(sent).toEqual([
      { category: "transactional", body: "Acme: Welcome to Newsletter, Ada. Reply STOP to end." },
      { category: "marketing", body: "Hello Ada, 10% off today!\nAcme: reply STOP to end" },
    ]);
  });
});

describe("the text of the code message", () => {
  it("is the group's before the site's, in the language of the person", async () => {
    const group = await service.group("Coded", true);
    await service.call("PATCH", `/groups/${group}`, {
      code_texts: { default: "{{sender}}: {{code}} for {{group}}", fr: "{{sender}} : code {{code}}" },
    });
    await service.configure({ codeTexts: { de: "Ihr Code: {{code}}" } });
    const [own, french, german, other] = [freshPhone(), freshPhone(), freshPhone(), freshPhone()];
    await service.subscribe({ name: "A", mobile: own, group_id: group, locale: "de" });
    await service.subscribe({ name: "A", mobile: french, group_id: group, locale: "fr-CA" });
    await service.subscribe({ name: "A", mobile: german, locale: "de" });
    await service.subscribe({ name: "A", mobile: other });
    const masked = async (mobile: string) => (await service.textsTo(mobile)).map((text) => text.replace(/\d{6}/, "#"));
    expect([...(await masked(own)), ...(await masked(french)), ...(await masked(german))]).toEqual([
      "Acme: # for Coded",
      "Acme : code #",
      "Ihr Code: #",
    ]);
    expect((await masked(other))[0]).toMatch(/^Acme: Your activation code is #\./);
    expect((await service.consentsOf(own))[0].wording).toBe("Acme: {{code}} for Coded");
  });

  it.each([
    ["a text without the code", { code_texts: { default: "Welcome" } }],
    ["a language that is none", { welcome_texts: { german: "Willkommen" } }],
    ["an empty text", { welcome_texts: { default: "" } }],
  ])("%s is refused", async (_name, change) => {
    expect((await service.call("PATCH", "/groups/1", change)).status).toBe(400);
  });
});
