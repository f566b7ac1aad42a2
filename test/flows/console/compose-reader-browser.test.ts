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

describe.skipIf(!browserPresent)("the phone beside a message that is written", () => {
  let site: OpenConsole;
  let browser: Browser;
  const hostile = `<b>${"w".repeat(200)}\u202E`;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_outbox"]);
    await site.userWith("clerk", ["svc_sendsms", "svc_outbox"]);
    await site.userWith("blind", ["svc_sendsms"]);
    await site.api.createField({ key: "city", label: "City", type: "text" });
    const { id } = await site.api.createGroup({ name: "Choir" });
    const join = (name: string, mobile: string, city: string) =>
      site.api.createSubscriber({
        name,
        mobile,
        group_ids: [id],
        double_opt_in: false,
        ...(city && { custom_fields: { city } }),
      });
    await join("Ana Berg", "+4915112360001", "Ulm");
    await join("Bo Kern", "+4915112360002", "");
    await join("Cid Hof", "+4915112360003", hostile);
    await site.api.updateSettings({ footer: { enabled: true }, opt_out: { sender_name: "Acme" } });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const compose = (username: string, option: string, work: (page: Page) => Promise<void>) =>
    visit(site, browser, username, "/compose", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill(option);
      await page.getByRole("option", { name: new RegExp(option) }).click();
      await work(page);
    });
  const text = (page: Page) => page.getByLabel("Text", { exact: true });
  const shownFor = (page: Page) => page.getByRole("group", { name: "Shown for" });
  const onPhone = (page: Page) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('[aria-label="Text on the phone"] p')].map((part) => part.textContent)`,
    );
  const phone = (page: Page) => expect.poll(() => onPhone(page));

  test("shows the first of the people, the next ones, and the longest text, by the keyboard, with what is added to it", () =>
    compose("ada", "Choir", async (page) => {
      await text(page).fill("Hi {{first_name}} from {{fields.city | us}}");
      const footer = "\nAcme: reply STOP to end";
      await phone(page).toEqual([`Hi Ana from Ulm${footer}`]);
      await shownFor(page).getByText("Ana Berg").waitFor();
      await page.getByRole("button", { name: "Next person" }).focus();
      await page.keyboard.press("Enter");
      await phone(page).toEqual([`Hi Bo from us${footer}`]);
      // What is typed is on the phone before the service has answered.
      await text(page).press("End");
      await text(page).pressSequentially("!");
      expect(await onPhone(page)).toEqual([`Hi Bo from us!${footer}`]);
      await page.getByRole("button", { name: "The longest text" }).focus();
      await page.keyboard.press("Space");
      await shownFor(page).getByText("Cid Hof").waitFor();
      expect(await page.getByRole("button", { name: "The longest text" }).getAttribute("aria-pressed")).toBe("true");
      await page.getByText("Part 2 of 2").waitFor();
      expect((await onPhone(page)).join("")).toMatch(/^Hi Cid from <b>w+/);
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
      await page.getByRole("button", { name: "Check 3 texts" }).click();
      await page.getByRole("heading", { name: "Check the message", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Next person" }).click();
      await phone(page).toEqual([`Hi Ana from Ulm!${footer}`]);
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("calls people by their last digits for who may not list them, and shows examples to who may not read the log", async () => {
    await compose("clerk", "All subscribers", async (page) => {
      await text(page).fill("Hi from {{fields.city | us}}");
      await shownFor(page).getByText("…01").waitFor();
      await phone(page).toEqual(["Hi from Ulm\nAcme: reply STOP to end"]);
    });
    await compose("blind", "All subscribers", async (page) => {
      await text(page).fill("Hi {{first_name}}");
      await page.getByRole("button", { name: "Check 3 texts" }).waitFor();
      await page.getByRole("button", { name: "A long name" }).click();
      await phone(page).toEqual(["Hi Maximiliane\nAcme: reply STOP to end"]);
    });
  });

  test("shows the only recipient by their own name", () =>
    compose("ada", "Ana Berg", async (page) => {
      await text(page).fill("Hi {{first_name}}, {{fields.city | hello}}");
      await shownFor(page).getByText("Ana Berg").waitFor();
      await phone(page).toEqual(["Hi Ana, hello"]);
      expect(await page.getByRole("button", { name: "Next person" }).count()).toBe(0);
    }));
});
