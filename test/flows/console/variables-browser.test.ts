import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";
import { eventually } from "../../support/engine/engine.ts";

const PUBLIC_URL = "http://sms.example.com";
const MEMBER = "+4915112345690";
const OWN = "+4915112345691";

describe.skipIf(!browserPresent)("variables in a text in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let group: number;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole({ TIDINGS_PUBLIC_URL: PUBLIC_URL }), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers"]);
    await site.userWith("sender", ["svc_sendsms"]);
    await site.api.createField({ key: "city", label: "Home <b>city</b>", type: "text" });
    await site.api.createField({ key: "vip", label: "VIP", type: "yes_no" });
    await site.api.createField({ key: "old", label: "Old", type: "text" });
    await site.api.updateField({ key: "old", archived: true });
    group = (await site.api.createGroup({ name: "Readers" })).id;
    await site.api.createSubscriber({
      name: "Ana Berg",
      mobile: MEMBER,
      group_id: group,
      double_opt_in: false,
      custom_fields: { city: "Kiel" },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const compose = (username: string, work: (page: Page) => Promise<void>) =>
    visit(site, browser, username, "/compose", async (page) => {
      await page.getByRole("heading", { name: "New message", level: 1 }).waitFor();
      await work(page);
    });
  const text = (page: Page) => page.getByLabel("Text", { exact: true });
  const menu = (page: Page) => page.getByRole("button", { name: "Insert a variable" });
  const received = async (to: string) => (await site.api.listSandboxMessages({ to })).items.map(({ body }) => body);

  test("the menu offers links and the fields of the site, and what it inserts reaches a subscriber filled in", () =>
    compose("ada", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill("Readers");
      await page.getByRole("option", { name: /Readers/ }).click();
      await text(page).fill("In ");
      await menu(page).click();
      await page.getByRole("menuitem", { name: "Home <b>city</b> {{fields.city}}" }).waitFor();
      expect(await page.getByRole("menuitem", { name: /VIP|Old/ }).count()).toBe(0);
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
      await page.getByRole("menuitem", { name: /fields\.city/ }).click();
      await menu(page).click();
      await page.getByRole("menuitem", { name: "Link to unsubscribe {{unsubscribe_url}}" }).click();
      await expect.poll(() => text(page).inputValue()).toBe("In {{fields.city}}{{unsubscribe_url}}");
      await text(page).fill("In {{fields.city}}: {{unsubscribe_url}}");
      await page.getByRole("group", { name: "Text on the phone" }).getByText(`In [city]: ${PUBLIC_URL}/p/l/`).waitFor();
      await page.getByRole("button", { name: "Check 1 text" }).click();

      await page.getByRole("button", { name: "Text me first" }).click();
      await page.getByLabel("Your number").fill(OWN);
      await page.getByRole("button", { name: "Send 1 text to me" }).click();
      const [mine] = await eventually(async () => (await received(OWN)).length > 0 && received(OWN));
      expect(mine).toMatch(/^In \[city\]: http:\/\/sms\.example\.com\/p\/l\/A{30}#leave$/);

      await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
      await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
      const [theirs] = await eventually(async () => (await received(MEMBER)).length > 0 && received(MEMBER));
      expect(theirs).toMatch(/^In Kiel: http:\/\/sms\.example\.com\/p\/l\/[\w-]{30}#leave$/);
    }));

  test("what the sender wrote is replaced in one click although a name is costly too, and the parts are those of the texts", async () => {
    const friends = await site.api.createGroup({ name: "Friends" });
    for (const [name, mobile] of [
      ["François Blé", "+4915112345691"],
      ["Ben", "+4915112345692"],
    ] as const)
      await site.api.createSubscriber({ name, mobile, group_id: friends.id, double_opt_in: false });
    await compose("ada", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill("Friends");
      await page.getByRole("option", { name: /Friends/ }).click();
      // Longer than a part as it is written, and shorter as it is read.
      await text(page).fill("Hello {{first_name | friend of the library}}, the doors open at six – until ten.");
      await page.getByText("1 part", { exact: true }).waitFor();
      await page.getByText("with everyone's own values").waitFor();
      await page.getByRole("button", { name: "Use - instead" }).click();
      await page.getByText("is not in the SMS alphabet").waitFor({ state: "detached" });
      expect(await text(page).inputValue()).toContain("six - until");
    });
  });

  test("a field that the site does not have is named, also where something else is written for who has no value", () =>
    compose("ada", async (page) => {
      await text(page).fill("From {{fields.ctiy | your town}} to {{fields.city}}, {{fields.old | there}}");
      const unknown = page.getByText("Not among the fields of this site");
      await unknown.waitFor();
      expect(await unknown.innerText()).toMatch(/: \{\{fields\.ctiy\}\}\. .* Is it spelled right\?$/);
      expect(await accessibilityIssues(page)).toEqual([]);
      await text(page).fill("From {{ fields.city | your town }}");
      await unknown.waitFor({ state: "detached" });
    }));

  test("a user who may not see subscribers is offered no fields, and no request is made that would be refused", () =>
    compose("sender", async (page) => {
      await menu(page).click();
      await page.getByRole("menuitem", { name: /unsubscribe_url/ }).waitFor();
      expect(await page.getByRole("menuitem", { name: /fields/ }).count()).toBe(0);
    }));
});
