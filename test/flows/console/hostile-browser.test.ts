import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  browserPresent,
  complaintsOf,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { makeEach } from "../../support/console/hostile-texts.ts";
import { unisolatedTexts, unreachable } from "../../support/console/layout.ts";
import { showScreen } from "../../support/console/show-screen.ts";
import { openConsole, type OpenConsole, webPassword } from "../../support/console/open-console.ts";
import { eventually } from "../../support/service/processes.ts";

describe.skipIf(!browserPresent)("what people with bad intentions write", () => {
  let site: OpenConsole;
  let browser: Browser;
  let paths: readonly string[];
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole({ TIDINGS_COUNTRY: "DE" }), launchBrowser()]);
    paths = await fill(site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test(
    "runs nowhere, breaks no screen and turns nothing around, at a desk and on a phone",
    { timeout: 400_000 },
    async () => {
      const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
      const page = await context.newPage();
      const complaints = await complaintsOf(page);
      page.on("dialog", (dialog) => {
        complaints.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(`${site.url}/account`);
      await page.locator("input[autocomplete^=username]").fill("maya");
      await page.locator("input[type=password]").fill(webPassword);
      await page.locator("button[type=submit]").click();
      await page.locator("#screen h1").first().waitFor();
      for (const path of paths) {
        await showScreen(page, path);
        for (const viewport of [desktop, phone]) {
          await page.setViewportSize(viewport);
          expect.soft([path, viewport.width, await brokenOn(page)]).toEqual([path, viewport.width, {}]);
        }
        await page.setViewportSize(desktop);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

/** What is wrong, by its name. */
async function brokenOn(page: Page): Promise<Record<string, unknown>> {
  const found = {
    ran: await page.evaluate("window.ran ?? null"),
    elements: await page.locator("#root script, img[src='/nothing-there'], [onerror]").count(),
    overflow: await overflowOf(page),
    unreachable: await unreachable(page),
    unisolated: await unisolatedTexts(page),
  };
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  );
}

/** One with a script, one that turns around, one that is long, and some others: each takes two seconds. */
const isWalked = (_: unknown, nth: number): boolean => nth % 3 === 0 || nth === 11;

/** Everything that a person names or writes, and the addresses of the screens that show it. */
async function fill({ api }: OpenConsole): Promise<readonly string[]> {
  await api.createUser({
    username: "maya",
    name: "Maya",
    email: "maya@example.com",
    password: webPassword,
    roles: ["administrator"],
  });
  const groups = await makeEach(200, (name) => api.createGroup({ name }));
  const fields = await makeEach(100, (label, nth) =>
    api.createField({ key: `field_${nth}`, label, type: nth % 2 ? "choice" : "text", choices: nth % 2 ? [label] : [] }),
  );
  const people = await makeEach(200, (name, nth) =>
    api.createSubscriber({
      name,
      mobile: `+4915112340${100 + nth}`,
      group_ids: [groups[nth % groups.length]!.id],
      custom_fields: Object.fromEntries(fields.filter(({ type }) => type === "text").map(({ key }) => [key, name])),
      double_opt_in: false,
    }),
  );
  const segments = await makeEach(200, (name) =>
    api.createSegment({ name, filter: { all: [{ field: "name", op: "contains", value: name.slice(0, 20) }] } }),
  );
  const templates = await makeEach(200, (name) => api.createTemplate({ name, text: `${name} {{first_name}}` }));
  const forms = await makeEach(100, (title, nth) =>
    api.createForm({ slug: `form-${nth}`, title, intro: title, consent: title, group_ids: [groups[0]!.id] }),
  );
  const webhooks = await makeEach(1_500, (text) =>
    api.createWebhook({ url: `http://127.0.0.1:9/${encodeURIComponent(text).slice(0, 1_400)}`, types: ["new_sms"] }),
  );
  const roles = await makeEach(100, (label, nth) =>
    api.createRole({ name: `role-${nth}`, label, capabilities: ["svc_outbox"] }),
  );
  const users = await makeEach(100, (name, nth) =>
    api.createUser({ username: `user-${nth}`, name, email: `user-${nth}@example.com`, roles: [roles[0]!.name] }),
  );
  await makeEach(500, (reason, nth) =>
    api.createSuppression({ number: `+4915112350${100 + nth}`, kind: "block", reason }),
  );
  await makeEach(100, (name) => api.createApplicationPassword({ id: 1, name }));
  const messages = await makeEach(900, (message, nth) =>
    api.sendMessage({ message, numbers: [`+4915112340${100 + nth}`], group_ids: [groups[0]!.id] }),
  );
  await makeEach(900, (text, nth) => api.replyAsSandboxPhone({ from: `+4915112340${100 + nth}`, text }));
  await eventually(async () => (await api.listOutbox({ status: "success" })).items.length > 8);
  const [entry] = (await api.listOutbox({})).items;
  const [thread] = (await api.listInboxThreads({})).items;
  return [
    "/overview",
    "/compose",
    "/messages",
    ...messages.slice(0, 5).map(({ message_id: id }) => `/messages/${id}`),
    "/outbox",
    `/outbox?entry=${entry!.id}`,
    "/inbox",
    `/inbox?thread=${encodeURIComponent(thread!.number)}`,
    "/templates",
    ...templates.filter(isWalked).map(({ id }) => `/templates/${id}`),
    "/subscribers",
    ...people.filter(isWalked).map(({ id }) => `/subscribers/${id}`),
    "/groups",
    "/segments",
    ...segments.filter(isWalked).map(({ id }) => `/segments/${id}`),
    "/suppressions",
    "/forms",
    ...forms.filter(isWalked).map(({ slug }) => `/forms/${slug}`),
    "/fields",
    "/webhooks",
    ...webhooks.slice(0, 3).map(({ id }) => `/webhooks/${id}`),
    "/users",
    ...users.filter(isWalked).map(({ id }) => `/users?user=${id}`),
    "/safety",
    "/settings",
    "/audit",
    "/account",
    "/developers",
  ];
}
