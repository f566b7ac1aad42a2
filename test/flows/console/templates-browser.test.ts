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
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("templates in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers"]);
    await site.userWith("reader", ["svc_outbox"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const text = (page: Page) => page.getByLabel("Text", { exact: true });

  test("a template with a second language is written, and a message with it reaches each person in their language", () =>
    as("ada", "/templates", async (page) => {
      const { id: group } = await site.api.createGroup({ name: "Guests" });
      const person = { group_id: group, double_opt_in: false };
      await site.api.createSubscriber({ ...person, name: "Ada", mobile: "+4915112345611", locale: "en" });
      await site.api.createSubscriber({ ...person, name: "Bo", mobile: "+4915112345612", locale: "de" });

      await page.getByRole("link", { name: "Write a template" }).first().click();
      await page.getByRole("textbox", { name: "Name" }).fill("Reminder");
      await text(page).fill("Hello {{name}}, see you at 9.");
      await page.getByText("Hello Ana Berg, see you at 9.").waitFor();
      await page.getByRole("button", { name: "Add a language" }).click();
      await page.getByLabel("Language", { exact: true }).fill("de");
      await page.getByLabel("Language", { exact: true }).press("Enter");
      await page.getByLabel("Text in German").fill("Hallo {{name}}, bis um 9.");
      await page.getByRole("button", { name: "Save this template" }).click();
      await page.getByRole("heading", { name: "Reminder", level: 1 }).waitFor();

      await page.getByRole("link", { name: "Write with this" }).click();
      await page.getByRole("heading", { name: "New message", level: 1 }).waitFor();
      await expect.poll(() => text(page).inputValue()).toBe("Hello {{name}}, see you at 9.");
      await page.getByText("Subscribers whose language is German get the text").waitFor();
      await page.getByLabel("To: a group, a name or a number").fill("Guests");
      await page.getByRole("option", { name: /Guests/ }).click();
      await page.getByRole("button", { name: "Check 2 texts" }).click();
      await page.getByRole("button", { name: "Send 2 texts" }).click();
      await page.getByRole("heading", { name: "2 texts are leaving" }).waitFor();
      const body = async (to: string) => (await site.api.listSandboxMessages({ to })).items[0]?.body;
      await expect.poll(() => body("+4915112345611")).toContain("Hello Ada, see you at 9.");
      await expect.poll(() => body("+4915112345612")).toContain("Hallo Bo, bis um 9.");
    }));

  test("a changed text is sent without the template's translations, and says so", async () => {
    const { id } = await site.api.createTemplate({ name: "Two", text: "One.", variants: { fr: "Un." } });
    await as("ada", `/compose?template=${id}`, async (page) => {
      await page.getByText("Subscribers whose language is French").waitFor();
      await text(page).fill("One and a half.");
      await page.getByText("its translations (French) are not sent").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    });
  });

  test("leaving with unsaved changes asks; a deleted template can be brought back", async () => {
    const { id } = await site.api.createTemplate({ name: "Brought back", text: "Hi" });
    await as("ada", `/templates/${id}`, async (page) => {
      await text(page).fill(`Hi – ${"x".repeat(80)}`);
      await page.getByText("Without it: 1 part.").waitFor();
      await page.getByRole("button", { name: "Use - instead" }).click();
      expect(await text(page).inputValue()).toContain("Hi - x");
      await page.getByText("is not in the SMS alphabet").waitFor({ state: "detached" });
      await text(page).fill("Hi there");
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates" }).click();
      const dialog = page.getByRole("dialog", { name: "What you changed is not saved" });
      await dialog.getByRole("button", { name: "Go on editing" }).click();
      await page.getByRole("button", { name: "Save the changes" }).click();
      await page.getByText("Not saved yet").waitFor({ state: "detached" });
      expect((await site.api.getTemplate({ id })).text).toBe("Hi there");

      await page.keyboard.press("d");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("heading", { name: "Brought back", level: 1 }).waitFor();
      expect(await text(page).inputValue()).toBe("Hi there");
    });
  });

  test("hostile names and texts are inert, and nothing is serious or too wide in any layout", async () => {
    const hostile = `<img src=x onerror=alert(1)> \u202E${"w".repeat(60)}`;
    const { id } = await site.api.createTemplate({
      name: hostile,
      text: `${hostile} ’ ${"m".repeat(600)}`,
      variants: { fa: "سلام {{name}}" },
    });
    for (const { colorScheme, viewport } of looks) {
      await as("ada", "/templates", { colorScheme, viewport }, async (page) => {
        await page.goto(`${site.url}/templates`);
        await page.getByRole("row").filter({ hasText: "<img" }).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        await page.goto(`${site.url}/templates/${id}`);
        await page.getByRole("button", { name: "Persian" }).click();
        await page.getByText("سلام Ana Berg").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      });
    }
  });

  test("a user who may not send messages is told so", () =>
    as("reader", "/templates", async (page) => {
      await page.getByRole("heading", { name: "You may not send messages" }).waitFor();
      expect(await page.getByRole("link", { name: "Templates" }).count()).toBe(0);
    }));
});
