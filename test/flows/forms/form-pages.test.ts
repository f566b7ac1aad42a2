import { Script } from "node:vm";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { openForms, type OpenForms, type Shown } from "../../support/people/forms.ts";
import { freshPhone } from "../../support/people/newsletter.ts";

let service: OpenForms;
beforeAll(async () => {
  service = await openForms();
});
// Each test has the limits of a network to itself.
let networks = 0;
beforeEach(() => {
  service.site.ip = `198.51.100.${(networks += 1)}`;
});
afterAll(() => service.close());

/** Apart from the sealed number, which no two pages have the same. */
const withoutSealed = ({ text }: Shown): string => text.replace(/name="sealed"\s+value="[^"]*"/, "");

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\${1}`;

describe("a form's page", () => {
  it("shows every word of the operator, and what a person entered, as text", async () => {
    const group = await service.group(HOSTILE);
    await service.form("hostile", {
      title: HOSTILE,
      intro: HOSTILE,
      consent: HOSTILE,
      groupIds: [group, 1],
      groupChoice: "open",
      fields: [
        { key: "a", label: HOSTILE, type: "text", required: true, choices: [] },
        { key: "b", label: HOSTILE, type: "choice", required: false, choices: [HOSTILE] },
        { key: "c", label: HOSTILE, type: "yes_no", required: false, choices: [] },
      ],
    });
    const empty = await service.visit("GET", "/p/hostile");
    const filled = await service.send("hostile", {
      number: HOSTILE,
      name: HOSTILE,
      field_a: HOSTILE,
      field_b: HOSTILE,
    });
    for (const { text } of [empty, filled]) {
      expect(text).not.toMatch(
        /<script(?! src="\/assets\/form\.js\?v=[\w-]{12}" defer><\/script>)|<img|onerror=alert\(1\)>[^&]/i,
      );
      expect(text).toContain("&lt;script&gt;");
      expect(text).not.toContain(HOSTILE);
    }
    expect(filled.status).toBe(400);
  });

  it("runs no script but its own, sends forms only to itself, and cannot be framed", async () => {
    await service.form("plain");
    for (const path of ["/p/plain", "/p/nothing", "/p/l/AAAA", "/p/plain?framed=1"]) {
      const { headers } = await service.visit("GET", path);
      const policy = headers.get("content-security-policy")!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self';");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  it("may be framed by the origins that it lists, and only on request", async () => {
    await service.form("framed", { origins: ["https://a.example", "https://b.example"] });
    const policyOf = async (path: string) => (await service.visit("GET", path)).headers.get("content-security-policy")!;
    expect(await policyOf("/p/framed?framed=1")).toContain("frame-ancestors https://a.example https://b.example;");
    expect(await policyOf("/p/framed")).toContain("frame-ancestors 'none'");
    const { text } = await service.visit("GET", "/p/framed?framed=1");
    expect(text).toContain('action="/p/framed?framed=1"');
  });

  it("changes nothing when it is opened, as by a scanner of links", async () => {
    await service.form("scanned");
    const before = await service.rows("select count(*) from form_requests");
    for (const method of ["GET", "HEAD"] as const) {
      for (const path of ["/p/scanned", "/p/scanned?number=%2B15005550000&consent=yes", "/p/scanned/form.json"]) {
        expect((await service.visit(method, path)).status).toBe(200);
      }
    }
    expect(await service.rows("select count(*) from form_requests")).toEqual(before);
  });

  it("is closed when it is disabled or all its groups were deleted, and missing under any other name", async () => {
    await service.form("off", { enabled: false });
    const group = await service.group("Short-lived");
    await service.form("gone", { groupIds: [group] });
    await service.groups.remove(group, true, { source: "api", actor: null, ip: null });
    for (const slug of ["off", "gone"]) {
      expect((await service.visit("GET", `/p/${slug}`)).status).toBe(410);
      expect((await service.send(slug, { number: freshPhone() })).status).toBe(410);
    }
    for (const slug of ["x", "OFF", "off%00", "..%2foff", "a".repeat(3_000), "%F0%9F%92%A9"]) {
      expect((await service.visit("GET", `/p/${slug}`)).status).toBe(404);
    }
  });

  it("is in German, for a form in German, and offers the groups to choose from", async () => {
    const group = await service.group("Angebote");
    await service.form("neues", { locale: "de", groupIds: [1, group], groupChoice: "preselected" });
    const { text } = await service.visit("GET", "/p/neues");
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain("Anmelden");
    expect(text.match(/name="group"[^>]*checked/g)).toHaveLength(2);
    const none = await service.send("neues", { number: freshPhone() });
    expect(none.text).toContain("Bitte wählen Sie mindestens eines aus.");
    const number = freshPhone();
    const page = await service.send("neues", { number, group: String(group) });
    expect(page.text).toContain("ist ein Code unterwegs");
    await service.fulfill();
    expect(await service.membershipsOf(number)).toEqual([{ group_id: group, state: "pending" }]);
  });

  it("keeps the custom fields of a new person by their types, and refuses what does not fit", async () => {
    const field = { label: "L", required: false, choices: [] } as const;
    await service.form("typed", {
      nameField: "required",
      fields: [
        { ...field, key: "city", type: "text" },
        { ...field, key: "age", type: "number" },
        { ...field, key: "born", type: "date" },
        { ...field, key: "size", type: "choice", choices: ["S", "L"] },
        { ...field, key: "vip", type: "yes_no" },
      ],
    });
    const number = freshPhone();
    const wrong = await service.send("typed", {
      number,
      field_age: "old",
      field_born: "2026-02-30",
      field_size: "XL",
      field_city: "x".repeat(1_001),
    });
    expect([...wrong.text.matchAll(/id="([\w-]+)-error"/g)].map(([, id]) => id)).toEqual([
      "name",
      "field_city",
      "field_age",
      "field_born",
      "field_size",
    ]);
    const right = { number, name: "Ada", field_city: " Bonn\n", field_age: "36,5", field_born: "1990-02-28" };
    await service.send("typed", { ...right, field_size: "L", field_vip: "yes" });
    await service.fulfill();
    expect(await service.rows("select name, custom_fields from subscribers where phone = $1", [number])).toEqual([
      { name: "Ada", custom_fields: { city: "Bonn", age: 36.5, born: "1990-02-28", size: "L", vip: true } },
    ]);
  });

  it("never renames a person who is or was subscribed: anyone can enter anyone's number", async () => {
    await service.form("rename");
    const number = freshPhone();
    await service.subscribe({ name: "Ada", mobile: number, double_opt_in: false, custom_fields: { city: "Bonn" } });
    const second = await service.group("Second");
    await service.form("rename-second", {
      groupIds: [second],
      fields: [{ key: "city", label: "City", type: "text", required: false, choices: [] }],
    });
    await service.send("rename-second", { number, name: "Mallory", field_city: "Elsewhere" });
    await service.fulfill();
    expect(await service.rows("select name, custom_fields from subscribers where phone = $1", [number])).toEqual([
      { name: "Ada", custom_fields: { city: "Bonn" } },
    ]);
    expect(await service.membershipsOf(number)).toContainEqual({ group_id: second, state: "pending" });
  });

  it("continues at the success address once the code is right, and only there", async () => {
    await service.form("thanks", { successUrl: "https://www.example.com/thanks?from=sms" });
    const number = freshPhone();
    const page = await service.send("thanks", { number });
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' https://www.example.com;");
    await service.fulfill();
    const fields = {
      sealed: service.hidden(page, "sealed"),
      code: await service.codeOf(number),
      success_url: "//evil",
    };
    const done = await service.visit("POST", "/p/thanks/confirm", { fields });
    expect([done.status, done.headers.get("location")]).toEqual([303, "https://www.example.com/thanks?from=sms"]);
    expect(await service.consentsOf(number)).toEqual([
      { group_id: 1, kind: "requested", source: "page", actor: null, ip: service.site.ip, wording: "I agree." },
      { group_id: 1, kind: "confirmed", source: "page", actor: null, ip: service.site.ip, wording: null },
    ]);
  });

  it("without a code, says the same to everyone, and subscribes at once", async () => {
    const group = await service.group("Single", false);
    await service.form("single", { groupIds: [group], confirm: false });
    const number = freshPhone();
    const first = await service.send("single", { number });
    await service.fulfill();
    const second = await service.send("single", { number });
    await service.fulfill();
    expect(withoutSealed(first)).toBe(withoutSealed(second));
    expect(first.text).toContain("Thank you");
    expect(await service.membershipsOf(number)).toEqual([{ group_id: group, state: "active" }]);
    expect((await service.consentsOf(number)).map(({ kind, wording }) => [kind, wording])).toEqual([
      ["subscribed", "I agree."],
    ]);
  });

  it("without a code, asks someone who left under the other number of their phone for one, too", async () => {
    const group = await service.group("Both numbers", false);
    await service.form("both-numbers", { groupIds: [group], confirm: false });
    const [local, mobile] = ["+541123459911", "+5491123459911"];
    await service.send("both-numbers", { number: local });
    await service.fulfill();
    expect(await service.membershipsOf(local)).toMatchObject([{ state: "active" }]);
    await service.call("POST", "/newsletter/unsubscribe", { mobile: local });
    await service.send("both-numbers", { number: mobile });
    await service.fulfill();
    expect(await service.membershipsOf(mobile)).toMatchObject([{ state: "pending" }]);
  });

  it("without a code, asks someone who left for one, and shows everyone the same page with room for it", async () => {
    const group = await service.group("Single again", false);
    await service.form("single-again", { groupIds: [group], confirm: false });
    const [left, deleted] = [freshPhone(), freshPhone()];
    for (const mobile of [left, deleted]) {
      await service.subscribe({ name: "Ada", mobile, group_id: group, double_opt_in: false });
      await service.call("POST", "/newsletter/unsubscribe", { mobile });
    }
    await service.rows("delete from subscribers where phone = $1", [deleted]);
    const unknown = await service.send("single-again", { number: freshPhone() });
    await service.fulfill();
    for (const number of [left, deleted]) {
      const page = await service.send("single-again", { number });
      expect(withoutSealed(page)).toBe(withoutSealed(unknown));
      await service.fulfill();
      expect(await service.membershipsOf(number)).toEqual([{ group_id: group, state: "pending" }]);
      const fields = { sealed: service.hidden(page, "sealed"), code: await service.codeOf(number) };
      const done = await service.visit("POST", "/p/single-again/confirm", { fields });
      expect(done.text).toContain("You are subscribed");
      expect(await service.membershipsOf(number)).toEqual([{ group_id: group, state: "active" }]);
    }
  });

  it("never renames a person who was imported and has not confirmed, however often it is sent", async () => {
    await service.form("rename-pending");
    const number = freshPhone();
    await service.rows(
      `with person as (insert into subscribers (phone, name) values ($1, 'Ada') returning id, phone)
       insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'pending' from person`,
      [number],
    );
    await service.rows(
      `insert into consents (subscriber_id, group_id, kind, source)
       select id, 1, 'requested', 'import' from subscribers where phone = $1`,
      [number],
    );
    for (const name of ["Mallory", "Eve"]) {
      await service.send("rename-pending", { number, name });
      await service.fulfill();
    }
    expect(await service.rows("select name from subscribers where phone = $1", [number])).toEqual([{ name: "Ada" }]);
  });

  it("takes over what was entered last for a number that only forms know", async () => {
    await service.form("rename-own");
    const number = freshPhone();
    for (const name of ["Mallory", "Ada"]) {
      await service.send("rename-own", { number, name });
      await service.fulfill();
    }
    expect(await service.rows("select name from subscribers where phone = $1", [number])).toEqual([{ name: "Ada" }]);
  });
});

describe("the script on other sites' pages", () => {
  const json = { accept: "application/json" };

  it("is small, runs without dependencies, and may be loaded from anywhere", async () => {
    await service.form("embedded");
    const script = await service.visit("GET", "/p/embedded/embed.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(script.text.length).toBeLessThan(8_000);
    expect(script.text).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|eval\(/);
    // The script is valid syntax.
    expect(() => new Script(script.text)).not.toThrow();
  });

  it("gets the form from a page of a listed origin, and nothing from another's", async () => {
    await service.form("listed", { origins: ["https://shop.example"] });
    const from = (origin: string) => ({ headers: { ...json, origin, "sec-fetch-site": "cross-site" } });
    const listed = await service.visit("GET", "/p/listed/form.json", from("https://shop.example"));
    expect(listed.status).toBe(200);
    expect(listed.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(listed.headers.get("access-control-allow-credentials")).toBeNull();
    expect(listed.headers.get("vary")).toBe("Origin");
    expect(JSON.parse(listed.text)).toMatchObject({ kind: "form", title: "News", hidden: { version: "1" } });
    for (const origin of ["https://evil.example", "https://shop.example.evil", "http://shop.example", "null"]) {
      for (const method of ["GET", "POST"] as const) {
        const path = method === "GET" ? "/p/listed/form.json" : "/p/listed";
        const refused = await service.visit(method, path, from(origin));
        expect([origin, method, refused.status]).toEqual([origin, method, 403]);
        expect(refused.headers.get("access-control-allow-origin")).toBeNull();
        expect(refused.text).not.toContain("token");
      }
    }
  });

  it("subscribes and confirms from a page of a listed origin", async () => {
    await service.form("both", { origins: ["https://shop.example"] });
    const headers = { ...json, origin: "https://shop.example", "sec-fetch-site": "cross-site" };
    const number = freshPhone();
    const sent = await service.send("both", { number }, { headers });
    const { kind, hidden } = JSON.parse(sent.text);
    expect(kind).toBe("code");
    await service.fulfill();
    const code = await service.codeOf(number);
    const post = (given: string) =>
      service.visit("POST", "/p/both/confirm", { headers, fields: { sealed: hidden.sealed, code: given } });
    const wrong = await post("1");
    expect([wrong.status, JSON.parse(wrong.text).kind]).toEqual([400, "code"]);
    expect(JSON.parse((await post(code)).text).kind).toBe("confirmed");
    expect(await service.membershipsOf(number)).toEqual([{ group_id: 1, state: "active" }]);
  });

  it("of a listed origin cannot make a browser send the form as a page: that is only filled in", async () => {
    await service.form("top", { origins: ["https://shop.example"] });
    const headers = { origin: "https://shop.example", "sec-fetch-site": "cross-site" };
    const page = await service.send("top", { number: freshPhone() }, { headers });
    expect(page.text).toContain("Please check your details");
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
    expect(await service.rows("select 1 from form_requests where slug = 'top'")).toEqual([]);
  });

  it("finds the same address in the snippet of a plain form, which has no token", async () => {
    await service.form("snippet");
    const page = await service.visit("POST", "/p/snippet", {
      fields: { number: "+49 151 12345678" },
      headers: { origin: "https://anyone.example", "sec-fetch-site": "cross-site" },
    });
    expect(page.text).toContain('value="+49 151 12345678"');
    expect(service.hidden(page, "token")).not.toBe("");
    expect(await service.rows("select 1 from form_requests where slug = 'snippet'")).toEqual([]);
  });
});
