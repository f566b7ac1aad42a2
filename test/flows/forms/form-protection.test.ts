import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { hour, second } from "#lib/time";

import { suppress } from "../../support/database/ledger.ts";
import { openForms, type OpenForms, type Shown } from "../../support/people/forms.ts";
import { freshPhone } from "../../support/people/newsletter.ts";

let service: OpenForms;
let networks = 0;
beforeAll(async () => {
  service = await openForms();
  await service.form("news");
  await service.form("other");
});
afterEach(async () => {
  service.site.ip = `203.0.113.${(networks += 1)}`;
  await service.rows("delete from form_requests");
  await service.rows("delete from form_nonces");
});
afterAll(() => service.close());

/** A page without what differs between two visits of the same form. */
const bare = ({ text }: Shown): string => text.replace(/name="sealed"\s+value="[^"]*"/, "");

describe("what a form answers", () => {
  it("is the same, byte for byte, for an unknown, a pending, an active, a departed and a suppressed number", async () => {
    const [unknown, pending, active, departed, suppressed] = [1, 2, 3, 4, 5].map(() => freshPhone());
    await service.subscribe({ name: "P", mobile: pending });
    await service.subscribe({ name: "A", mobile: active, double_opt_in: false });
    await service.subscribe({ name: "D", mobile: departed, double_opt_in: false });
    await service.post("/newsletter/unsubscribe", { mobile: departed });
    await suppress(service.db.pool, suppressed!);
    const pages: Shown[] = [];
    for (const number of [unknown!, pending!, active!, departed!, suppressed!]) {
      pages.push(await service.send("news", { number }));
    }
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(pages.map(bare)).size).toBe(1);
    expect(bare(pages[0]!)).toContain("a code is on its way");
    for (const number of [unknown!, suppressed!]) expect(pages.map(({ text }) => text).join()).not.toContain(number);
    // The work is the same, too: one request each, and nothing else before the response.
    expect(await service.requests()).toHaveLength(5);
    // The active and the suppressed number get nothing, the pending one has its code already.
    expect((await service.fulfill()).toSorted()).toEqual(["done", "done", "done", "done", "refused"]);
    expect(await service.textsTo(suppressed!)).toEqual([]);
    expect(await service.textsTo(active!)).toEqual([]);
    expect(await service.textsTo(pending!)).toHaveLength(1);
    expect(await service.textsTo(unknown!)).toHaveLength(1);
    expect(await service.textsTo(departed!)).toHaveLength(1);
    expect(await service.rows("select 1 from subscribers where phone = $1", [suppressed])).toEqual([]);
  });

  it("is the same for a wrong code of a known and of an unknown number", async () => {
    const [known, suppressed] = [freshPhone(), freshPhone()];
    await suppress(service.db.pool, suppressed);
    const answers: string[] = [];
    for (const number of [known, suppressed]) {
      const page = await service.send("news", { number });
      await service.fulfill();
      const wrong = (await service.codeOf(known)) === "000000" ? "000001" : "000000";
      const answer = await service.visit("POST", "/p/news/confirm", {
        fields: { sealed: service.hidden(page, "sealed"), code: wrong },
      });
      expect(answer.status).toBe(400);
      answers.push(bare(answer));
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain("wrong or no longer valid");
  });
});

describe("a program that fills in the form", () => {
  const tricks: Readonly<Record<string, (number: string) => Promise<Shown>>> = {
    async "within two seconds"(number) {
      const page = await service.visit("GET", "/p/news");
      service.site.aheadMs += 2 * second;
      const fields = { token: service.hidden(page, "token"), version: "1", consent: "yes", number };
      return service.visit("POST", "/p/news", { fields });
    },
    "with the field that people do not see": async (number) =>
      service.send("news", { number, website: "https://spam.example" }),
    "with a token of another form": async (number) =>
      service.send("news", { number, token: await service.token("other") }),
    "with a token that it made up": async (number) => service.send("news", { number, token: "A".repeat(46) }),
  };

  it.each(Object.keys(tricks))("%s gets the same page, and nothing is stored or sent", async (name) => {
    const number = freshPhone();
    const honest = await service.send("news", { number: freshPhone() });
    const page = await tricks[name]!(number);
    expect([page.status, bare(page)]).toEqual([honest.status, bare(honest)]);
    expect(await service.rows("select 1 from form_requests where phone = $1", [number])).toEqual([]);
    await service.fulfill();
    expect(await service.textsTo(number)).toEqual([]);
  });

  it("with a token that was used before gets the same page, and nothing is stored, even from fifty connections", async () => {
    const token = await service.token("news");
    const numbers = Array.from({ length: 50 }, () => freshPhone());
    const pages = await Promise.all(numbers.map((number) => service.send("news", { number, token })));
    expect(new Set(pages.map(bare)).size).toBe(1);
    expect(await service.requests()).toHaveLength(1);
  });

  it("is limited to thirty requests an hour, for all addresses of one network together", async () => {
    for (let nth = 0; nth < 30; nth += 1) {
      service.site.ip = `2001:db8:1:2::${nth}`;
      expect((await service.send("news", { number: freshPhone() })).status).toBe(200);
    }
    const page = await service.send("news", { number: freshPhone() });
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "600"]);
    expect(await service.requests()).toHaveLength(30);
    service.site.ip = "2001:db8:1:3::1";
    expect((await service.send("news", { number: freshPhone() })).status).toBe(200);
  });
});

describe("a person", () => {
  it("a visitor who left the page open for three hours gets it again with what they entered, and must agree again", async () => {
    const token = await service.token("news");
    service.site.aheadMs += 3 * hour;
    const number = freshPhone();
    const page = await service.send("news", { number, token, name: "Ada" });
    expect(page.status).toBe(200);
    expect(page.text).toContain("open for a long time");
    expect(page.text).toContain(`value="${number}"`);
    expect(page.text).not.toMatch(/id="consent"[^>]*checked/);
    expect(await service.requests()).toEqual([]);
    service.site.aheadMs += 4 * second;
    const again = { token: service.hidden(page, "token"), version: "1", consent: "yes", number };
    await service.visit("POST", "/p/news", { fields: again });
    expect(await service.requests()).toHaveLength(1);
  });

  it("a visitor who corrects a mistake at once is not taken for a program", async () => {
    const token = await service.token("news");
    const wrong = await service.send("news", { number: "12", token });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('aria-invalid="true"');
    expect(service.hidden(wrong, "token")).toBe(token);
    await service.send("news", { number: freshPhone(), token });
    expect(await service.requests()).toHaveLength(1);
  });

  it.each([
    ["cross-site", { "sec-fetch-site": "cross-site" }],
    ["same-site", { "sec-fetch-site": "same-site" }],
    ["by its Origin", { origin: "https://evil.example" }],
    ["sandboxed", { origin: "null" }],
  ])(
    "whose browser was made to send the form by another site's page (%s) only sees it filled in",
    async (_, headers) => {
      const number = freshPhone();
      const page = await service.send("news", { number }, { headers });
      expect(page.status).toBe(200);
      expect(page.text).toContain("Please check your details");
      expect(page.text).toContain(`value="${number}"`);
      expect(page.text).not.toMatch(/id="consent"[^>]*checked/);
      expect(await service.requests()).toEqual([]);
    },
  );

  it("with more fields than a form can have is refused before it is taken apart", async () => {
    const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, nth) => [`a${nth}`, ""]));
    expect((await service.visit("POST", "/p/news", { fields })).status).toBe(413);
    delete fields["a0"];
    expect((await service.visit("POST", "/p/news", { fields })).status).toBe(200);
  });

  it("a visitor who read an older consent text than the current one must read the new one", async () => {
    await service.form("terms", { consent: "Old text." });
    const token = await service.token("terms");
    await service.forms.update("terms", { consent: "New text." });
    const number = freshPhone();
    const page = await service.send("terms", { number, token });
    expect(page.text).toContain("New text.");
    expect(page.text).toContain("read it again");
    expect(await service.requests()).toEqual([]);
    await service.send("terms", { number, version: "2" });
    await service.forms.update("terms", { consent: "Newest text." });
    await service.fulfill();
    expect(await service.consentsOf(number)).toMatchObject([
      { kind: "requested", source: "page", ip: service.site.ip, wording: "New text." },
    ]);
  });
});

describe("a sealed number", () => {
  it("of another form, or made up, asks for the number again", async () => {
    const page = await service.send("news", { number: freshPhone() });
    for (const [slug, sealed] of [
      ["other", service.hidden(page, "sealed")],
      ["news", "AAAA"],
      ["news", ""],
    ]) {
      const answer = await service.visit("POST", `/p/${slug}/confirm`, { fields: { sealed: sealed!, code: "123456" } });
      expect(answer.text).toContain('name="number"');
    }
  });

  it("confirms only groups of its form, although the code is valid for others, too", async () => {
    const stranger = await service.group("Not of the form");
    const number = freshPhone();
    await service.subscribe({ name: "S", mobile: number, group_id: [stranger] });
    await service.age(number, 61);
    const more = await service.send("news", { number });
    await service.fulfill();
    const code = await service.codeOf(number);
    const answer = await service.visit("POST", "/p/news/confirm", {
      fields: { sealed: service.hidden(more, "sealed"), code },
    });
    expect(answer.text).toContain("You are subscribed");
    expect(await service.membershipsOf(number)).toEqual([
      { group_id: 1, state: "active" },
      { group_id: stranger, state: "pending" },
    ]);
  });
});
