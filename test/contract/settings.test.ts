import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

const change = (changes: unknown) => service.call("PATCH", "/settings", changes);
const read = async () => (await service.call("GET", "/settings")).body.data;

describe("/settings", () => {
  test("a change is used by the next call, keeps the fields that it does not name, and is listed with who made it", async () => {
    const before = await read();
    expect(before.settings.newsletter).toMatchObject({ double_opt_in: true, call_may_switch_off: true });
    expect(before.updated).toEqual([]);

    const answer = await change({ newsletter: { call_may_switch_off: false } });
    expect(answer.status).toBe(200);
    expect(answer.body.data.settings.newsletter).toEqual({
      ...before.settings.newsletter,
      call_may_switch_off: false,
    });
    const refused = await service.call("POST", "/newsletter", {
      name: "Ada",
      mobile: "+4915112345678",
      double_opt_in: false,
    });
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);

    const { items } = (await service.call("GET", "/settings/changes?section=newsletter")).body.data;
    expect(items).toEqual([
      expect.objectContaining({
        section: "newsletter",
        changed_by: "builtin:1",
        before: before.settings.newsletter,
        after: { ...before.settings.newsletter, call_may_switch_off: false },
      }),
    ]);
    expect((await read()).updated).toEqual([
      expect.objectContaining({ section: "newsletter", updated_by: "builtin:1" }),
    ]);
  });

  test("the same values once more change nothing and leave no entry", async () => {
    const { settings } = await read();
    const { body } = await change({ newsletter: settings.newsletter });
    expect(body.message).toContain("Nothing changed");
    expect((await service.call("GET", "/settings/changes")).body.data.items).toHaveLength(1);
  });

  test("null ends a limit", async () => {
    await change({ spending: { per_day: "5" } });
    expect((await read()).settings.spending.per_day).toBe("5");
    const { body } = await change({ spending: { per_day: null } });
    expect(body.data.settings.spending.per_day).toBeNull();
  });

  test("changes at the same time do not overwrite each other's fields", async () => {
    const answers = await Promise.all([
      change({ newsletter: { double_opt_in: false } }),
      change({ newsletter: { call_may_switch_off: true } }),
      change({ newsletter: { code_text: "Code {code}" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read()).settings.newsletter).toMatchObject({
      double_opt_in: false,
      call_may_switch_off: true,
      code_text: "Code {code}",
    });
  });

  test.each([
    [{ newsletter: { code_text: "Welcome!" } }, "newsletter.code_text"],
    [{ newsletter: { double_opt_in: "perhaps" } }, "newsletter.double_opt_in"],
    [{ newsletter: { double_optin: true } }, "newsletter.double_optin"],
    [{ newsleter: { double_opt_in: true } }, "newsleter"],
    [{ newsletter: true }, "newsletter"],
  ])("%j is refused and changes nothing", async (changes, field) => {
    const before = await read();
    const { status, body } = await change(changes);
    expect([status, body.data.details[0].field]).toEqual([400, field]);
    expect(await read()).toEqual(before);
  });

  test("a list of changes has pages, and a cursor of another list is refused", async () => {
    const first = (await service.call("GET", "/settings/changes?per_page=1")).body.data;
    expect(first.items).toHaveLength(1);
    const second = (await service.call("GET", `/settings/changes?per_page=1&cursor=${first.pagination.next_cursor}`))
      .body.data;
    expect(second.items[0].id).toBeLessThan(first.items[0].id);
    const { status } = await service.call("GET", "/settings/changes?cursor=grp_1");
    expect(status).toBe(400);
  });

  test("other rows of the table, such as the license, are never shown", async () => {
    await service.pool.query("insert into settings (name, value) values ('license', '\"a token\"')");
    expect(JSON.stringify(await read())).not.toContain("a token");
  });
});

test.each([
  ["newsletter", "code_text", "{{code}} {{unsubscribe_url}}"],
  ["newsletter", "code_text", "{{code}} for {{name}}"],
  ["newsletter", "code_texts.de", "%subscriber_name%: {{code}}"],
  ["newsletter", "welcome_texts.default", "Welcome to %subscriber_group%"],
  ["newsletter", "welcome_texts.de", "Willkommen {{nmae}}"],
  ["one_time_passwords", "texts.en", "{{code}} {{group}}"],
  ["footer", "texts.default", "%site_name%: {{stop}}"],
  ["opt_out", "confirm_text.default", "Bye {{name}}"],
])("%s.%s may not be %j: nothing would replace the variable", async (section, path, text) => {
  const [field, language] = path.split(".") as [string, string?];
  const { status, body } = await change({ [section]: { [field]: language ? { [language]: text } : text } });
  expect(status).toBe(400);
  expect(body.data.details).toMatchObject([{ field: `${section}.${path}`, code: "unknown_variable" }]);
});

test("a welcome text has the variables of personal texts and its own, and a code text those of its own", async () => {
  const welcome_texts = { default: "{{sender}} {{group}} {{stop}} {{name | you}} {{fields.city}} %unsubscribe_url%" };
  const code_texts = { de: "{{sender | wir}}: {code} {{group}}" };
  expect((await change({ newsletter: { welcome_texts, code_texts } })).status).toBe(200);
  const group = await service.call("POST", "/groups", { name: "Texts", code_texts: { default: "{{code}} {{name}}" } });
  expect([group.status, group.body.data.details[0].code]).toEqual([400, "unknown_variable"]);
});

test("the language of the site is a language", async () => {
  expect((await change({ site: { locale: "pt-BR" } })).body.data.settings.site).toEqual({ locale: "pt-BR" });
  for (const locale of ["", "german language", "x".repeat(36)])
    expect((await change({ site: { locale } })).status, locale).toBe(400);
});
