import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { TIDINGS_PUBLIC_URL: "https://sms.example.com", TIDINGS_COUNTRY: "DE" },
    { workerLoops: false },
  );
});
afterAll(() => service.end());

const form = (slug: string, more: object = {}) => ({
  slug,
  title: "News",
  group_ids: [1],
  consent: "I agree.",
  ...more,
});

describe("/forms", () => {
  test("a form is created, read, changed, listed and deleted", async () => {
    const created = await service.call("POST", "/forms", form("news", { intro: "Twice a month." }));
    expect([created.status, created.headers.get("location")]).toEqual([201, "/svc/v1/forms/news"]);
    expect(created.body.data).toMatchObject({
      slug: "news",
      intro: "Twice a month.",
      group_choice: "all",
      name_field: "optional",
      confirm: true,
      consent_version: 1,
      logo_url: null,
      origins: [],
      open: true,
      url: "https://sms.example.com/p/news",
      embed: { script: '<script src="https://sms.example.com/p/news/embed.js" async></script>' },
    });
    const changed = await service.call("PATCH", "/forms/news", {
      accent: "#FF0000",
      logo_url: "https://example.com/logo.png",
      enabled: false,
    });
    expect(changed.body.data).toMatchObject({ accent: "#ff0000", enabled: false, open: false, consent_version: 1 });
    const cleared = await service.call("PATCH", "/forms/news", { logo_url: "" });
    expect(cleared.body.data.logo_url).toBeNull();
    await service.call("POST", "/forms", form("another"));
    const { items, pagination } = (await service.call("GET", "/forms?per_page=1")).body.data;
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(["another"]);
    const next = await service.call("GET", `/forms?per_page=1&cursor=${pagination.next_cursor}`);
    expect(next.body.data.items.map(({ slug }: { slug: string }) => slug)).toEqual(["news"]);
    expect((await service.call("DELETE", "/forms/news")).body.data).toEqual({ deleted: true, slug: "news" });
    expect((await service.call("GET", "/forms/news")).status).toBe(404);
    expect((await service.call("DELETE", "/forms/news")).status).toBe(404);
  });

  test("a new form is in the language of the site, and a page for nobody in particular too", async () => {
    await service.call("PATCH", "/settings", { site: { locale: "fr-CA" } });
    const french = await service.call("POST", "/forms", form("nouvelles"));
    const turkish = await service.call("POST", "/forms", form("haberler", { locale: "tr" }));
    expect([french.body.data.locale, turkish.body.data.locale]).toEqual(["fr", "tr"]);
    expect(french.body.data.embed.html).toContain("S’inscrire");
    const page = async (path: string, language: string) =>
      (await service.app.request(`http://127.0.0.1${path}`, { headers: { "accept-language": language } })).text();
    expect(await page("/p/nowhere", "ga")).toContain('<html lang="fr"');
    expect(await page("/p/nowhere", "ar-EG")).toContain('<html lang="ar" dir="rtl"');
    expect(await page("/p/haberler", "ar-EG")).toContain('<html lang="tr" dir="ltr"');
    await service.call("PATCH", "/settings", { site: { locale: "ga" } });
    expect((await service.call("POST", "/forms", form("nuacht"))).body.data.locale).toBe("en");
    await service.call("PATCH", "/settings", { site: { locale: "en" } });
    for (const slug of ["nouvelles", "haberler", "nuacht"]) await service.call("DELETE", `/forms/${slug}`);
  });

  test("a changed consent text is a new version, the same text is not, and versions outlive the form", async () => {
    await service.call("POST", "/forms", form("versions"));
    const versionAfter = async (consent: string) =>
      (await service.call("PATCH", "/forms/versions", { consent })).body.data.consent_version;
    expect([await versionAfter("I agree."), await versionAfter("New."), await versionAfter("New.")]).toEqual([1, 2, 2]);
    await Promise.all(["A", "B", "C", "D"].map(versionAfter));
    const { rows } = await service.pool.query("select version from form_wordings where slug = 'versions' order by 1");
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
    await service.call("DELETE", "/forms/versions");
    const again = await service.call("POST", "/forms", form("versions"));
    expect(again.body.data.consent_version).toBe(7);
  });

  test("of two calls that create the same form at once, one succeeds", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => service.call("POST", "/forms", form("race"))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test.each([
    ["slug", { slug: "l" }],
    ["slug", { slug: "Has Space" }],
    ["slug", { slug: "../x" }],
    ["title", { title: " " }],
    ["consent", { consent: "" }],
    ["group_ids", { group_ids: [] }],
    ["group_ids", { group_ids: [999_999] }],
    ["accent", { accent: "red;}body{display:none" }],
    ["logo_url", { logo_url: "http://example.com/x.png" }],
    ["logo_url", { logo_url: "https://user:secret@example.com/x.png" }],
    ["success_url", { success_url: "javascript:alert(1)" }],
    ["origins[0]", { origins: ["https://example.com/path"] }],
    ["origins[0]", { origins: ["*"] }],
    ["origins[1]", { origins: ["https://a.example", "https://b.example; script-src *"] }],
    ["origins[0]", { origins: ["http://example.com"] }],
    ["origins[0]", { origins: ["https://*"] }],
    ["origins[0]", { origins: ["https://*.example.com"] }],
    ["origins[0]", { origins: ["https://x;sandbox"] }],
    ["origins[0]", { origins: ["https://x,y"] }],
    ["logo_url", { logo_url: "https://*/x.png" }],
    ["success_url", { success_url: "https://x;sandbox" }],
    ["fields[0].key", { fields: [{ key: "a b", label: "L" }] }],
    [
      "fields[1].key",
      {
        fields: [
          { key: "a", label: "L" },
          { key: "a", label: "M" },
        ],
      },
    ],
    ["fields[0].choices", { fields: [{ key: "a", label: "L", type: "choice" }] }],
    ["fields[0].choices", { fields: [{ key: "a", label: "L", choices: ["x"] }] }],
    ["fields", { fields: Array.from({ length: 21 }, (_, nth) => ({ key: `k${nth}`, label: "L" })) }],
    ["locale", { locale: "xx" }],
    ["fields[0].typ", { fields: [{ key: "a", label: "L", typ: "text" }] }],
  ])("refuses %s: %j", async (field, wrong) => {
    const answer = await service.call("POST", "/forms", form("wrong", wrong));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.data.params)).toContain(field);
  });

  test("a caller without svc_subscribers sees and changes none", async () => {
    const as = await service.userWith("svc_sendsms", "svc_setting");
    expect((await service.call("GET", "/forms", undefined, { as })).status).toBe(403);
    expect((await service.call("POST", "/forms", form("mine"), { as })).status).toBe(403);
  });
});

describe("POST /subscribers/{id}/links", () => {
  test("gives the same links until they are replaced, and none of a person that does not exist", async () => {
    const person = await service.call("POST", "/subscribers", {
      name: "Ada",
      mobile: "+4915111111111",
      double_opt_in: false,
    });
    const linksOf = async (body?: object) =>
      (await service.call("POST", `/subscribers/${person.body.data.id}/links`, body)).body.data;
    const first = await linksOf();
    expect(first.preferences_url).toMatch(/^https:\/\/sms\.example\.com\/p\/l\/[\w-]{30}$/);
    expect(first.leave_url).toBe(`${first.preferences_url}#leave`);
    expect(await linksOf()).toEqual(first);
    const page = await service.app.request(new URL(first.preferences_url).pathname);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const second = await linksOf({ replace: true });
    expect(second.preferences_url).not.toBe(first.preferences_url);
    expect((await service.app.request(new URL(first.preferences_url).pathname)).status).toBe(404);
    expect((await service.call("POST", "/subscribers/999999/links")).status).toBe(404);
  });

  test("needs the address that the public sees", async () => {
    const other = await startTestService({}, { workerLoops: false });
    try {
      const answer = await other.call("POST", "/subscribers/1/links");
      expect([answer.status, answer.body.code]).toEqual([409, "public_url_missing"]);
      const created = await other.call("POST", "/forms", form("local"));
      expect(created.body.data).toMatchObject({ url: null, embed: null });
    } finally {
      await other.end();
    }
  });
});

test("a person's request in a form is exported and erased with the person", async () => {
  await service.call("POST", "/forms", form("erased"));
  const phone = "+4915122222222";
  await service.pool.query(
    `insert into form_requests (slug, version, phone, name, group_ids, custom_fields, ip)
     values ('erased', 1, $1, 'Grace Hopper', '{1}', '{"city": "Bonn"}', '203.0.113.9')`,
    [phone],
  );
  const held = await service.call("POST", "/privacy/export", { mobile: phone });
  expect(held.body.data.items).toMatchObject([
    { kind: "form_request", data: { name: "Grace Hopper", form: "erased" } },
  ]);
  await service.call("POST", "/privacy/delete", { mobile: phone, confirm: true });
  const { rows } = await service.pool.query("select 1 from form_requests where phone = $1", [phone]);
  expect(rows).toEqual([]);
});
