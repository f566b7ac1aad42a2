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

const STRANGER = "+4915112349001";
const OWN = "+4915112349009";

describe.skipIf(!browserPresent)("marketing to people who have not agreed", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_outbox"]);
    await site.userWith("clerk", ["svc_sendsms"]);
    await site.userWith("owner", ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_setting"]);
    await site.api.createSubscriber({ name: "Eve", mobile: "+4915112349002", double_opt_in: false });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = (name: string, work: (page: Page) => Promise<void>) =>
    visit(site, browser, name, "/compose", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill(`${STRANGER},`);
      await page.getByLabel("Text", { exact: true }).fill("Offers!");
      await page.getByLabel("Kind").selectOption("marketing");
      await refusal(page).waitFor();
      await work(page);
    });
  const refusal = (page: Page) => page.getByRole("alert").filter({ hasText: "1 person has not agreed to marketing" });
  const check = (page: Page) => page.getByRole("button", { name: /^Check/ });
  const received = async (to: string) => (await site.api.listSandboxMessages({ to })).items.map(({ body }) => body);

  test("is stopped where it is written, with the people and what can be done about it", () =>
    as("ada", async (page) => {
      expect(await check(page).getAttribute("aria-disabled")).toBe("true");
      await page.getByText("Not everybody has agreed to marketing.").waitFor();
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
      // A user who may not change the settings may not state a basis.
      expect(await page.getByLabel("Basis other than consent").count()).toBe(0);
      await refusal(page).getByText("somebody who may change the settings can state it").waitFor();
      await refusal(page).getByRole("link", { name: "a form" }).waitFor();
      await refusal(page).getByRole("button", { name: "Look at these people" }).click();
      await page
        .getByRole("dialog")
        .getByText(/490.01$/)
        .waitFor();
      await page.keyboard.press("Escape");
      await page.getByLabel("Kind").selectOption("transactional");
      await page.getByRole("button", { name: "Check 1 text" }).waitFor();
      expect(await refusal(page).count()).toBe(0);
    }));

  test("is counted all the same, and cannot be sent from the last check either", () =>
    as("ada", async (page) => {
      const to = page.getByLabel("To: a group, a name or a number");
      await to.fill("+4915112349002,");
      await page.getByRole("button", { name: "2 people", exact: true }).waitFor();
      await page.getByRole("button", { name: "1 without a consent on record" }).waitFor();
      await refusal(page).waitFor();
      await page.goto(`${page.url()}?step=check`);
      await page.getByRole("heading", { name: "Check the message" }).waitFor();
      await refusal(page).waitFor();
      expect(await page.getByRole("button", { name: "2 people", exact: true }).count()).toBe(1);
      // What the panel explains is not repeated as a warning.
      expect(await page.getByText("would be refused now").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Send 2 texts" }).isDisabled()).toBe(true);
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
      await page.getByRole("button", { name: "Back to the text" }).click();
      await page.getByRole("heading", { name: "New message" }).waitFor();
    }));

  test("links to no screen that the user may not open", () =>
    as("clerk", async (page) => {
      expect(await refusal(page).getByRole("link").count()).toBe(0);
    }));

  test("goes out on another basis that someone states who may change the settings, and the check shows it", () =>
    as("owner", async (page) => {
      await refusal(page).getByRole("link", { name: "the rule for everybody" }).waitFor();
      await page.getByLabel("Basis other than consent").fill("Contract, section 4");
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page
        .locator("dl > div")
        .filter({ hasText: "Basis other than consent" })
        .getByText("Contract, section 4")
        .waitFor();
      await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
      await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
      await expect.poll(() => received(STRANGER)).toEqual(["Offers!"]);
    }));

  test("a text to oneself needs no consent, and has the footer that everyone reads", async () => {
    await site.api.updateSettings({ footer: { enabled: true, texts: { default: "Reply STOP to end" } } });
    await visit(site, browser, "ada", "/compose", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill("+4915112349002,");
      await page.getByLabel("Text", { exact: true }).fill("Offers!");
      await page.getByLabel("Kind").selectOption("marketing");
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByRole("button", { name: "Text me first" }).click();
      await page.getByLabel("Your number").fill(OWN);
      await page.getByRole("button", { name: "Send 1 text to me" }).click();
      await page.getByRole("status").filter({ hasText: "On its way to" }).waitFor();
      await expect.poll(() => received(OWN)).toEqual(["Offers!\nReply STOP to end"]);
      expect((await site.api.listOutbox({ recipient: OWN, category: "transactional" })).items.length).toBe(1);
    });
    await site.api.updateSettings({ footer: { enabled: false } });
  });

  test("the user who changes the rule is named in the audit, in the terms of the form", async () => {
    await visit(site, browser, "owner", "/safety?part=consent", async (page) => {
      const choice = page.getByRole("combobox", { name: "Marketing to people without a consent on record" });
      await expect.poll(() => choice.inputValue()).toBe("Is refused");
      await choice.click();
      await page.getByRole("option", { name: "Is sent, with a warning" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(/Changed .* by you/).waitFor();
      await page.getByRole("link", { name: "All changes of Consent" }).click();
      const entry = page
        .getByRole("listitem")
        .filter({ hasText: "Marketing to people without a consent on record" })
        .first();
      await entry.getByText("Is refused", { exact: true }).waitFor();
      await entry.getByText("Is sent, with a warning", { exact: true }).waitFor();
      await entry.getByText(/changed by you/).waitFor();
    });
  });

  test("what else refuses the message is said in the reader's language, with the place where it is changed", async () => {
    await site.api.updateSettings({
      consent: { require_record: "warn" },
      prices: { currency: "EUR", segments: [{ prefix: "+", price: "0.07" }] },
      spending: { per_day: "0" },
    });
    const context = await browser.newContext({ locale: "de-DE" });
    const page = await context.newPage();
    await site.admit(page, "owner");
    await page.goto(`${site.url}/compose`);
    await page.getByLabel("An: Gruppe, Name oder Nummer").fill(`${STRANGER},`);
    await page.getByLabel("Text", { exact: true }).fill("Offers!");
    await page.getByLabel("Art", { exact: true }).selectOption("marketing");
    await page.getByRole("button", { name: "1 SMS prüfen" }).click();
    const capped = page.getByRole("listitem").filter({ hasText: "Die Ausgabengrenze ist erreicht" });
    await capped.getByRole("link").click();
    await page.waitForURL(/safety\?part=spending/);
    await context.close();
  });
});
