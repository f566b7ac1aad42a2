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

describe.skipIf(!browserPresent)("the counts of a message that is written", () => {
  let site: OpenConsole;
  let browser: Browser;
  const hostile = `<img src=x onerror=alert(1)> \u202E${"w".repeat(60)}`;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers"]);
    await site.api.updateSettings({ consent: { require_record: "off" } });
    await site.userWith("clerk", ["svc_sendsms"]);
    const { id } = await site.api.createGroup({ name: "Choir" });
    const join = (name: string, mobile: string, optIn = false) =>
      site.api.createSubscriber({ name, mobile, group_ids: [id], double_opt_in: optIn });
    await join("Ana Berg", "+4915112370001");
    await join("Bo Kern", "+4915112370002");
    await join(hostile, "+4915112370003");
    await join("Dan Wait", "+4915112370004", true);
    for (const number of ["+4915112370002", "+4915112370003"])
      await site.api.createSuppression({ number, reason: "Asked by telephone" });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const compose = (username: string, option: string, work: (page: Page) => Promise<void>) =>
    visit(site, browser, username, "/compose", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill(option);
      await page.getByRole("option", { name: new RegExp(option) }).click();
      await page.getByText("1 person", { exact: true }).waitFor();
      await work(page);
    });

  test("lead to the people behind them, by the keyboard, and to the list that has them all", () =>
    compose("ada", "Choir", async (page) => {
      await page.getByRole("button", { name: "2 opted out, blocked or unreachable" }).focus();
      await page.keyboard.press("Enter");
      const suppressed = page.getByRole("dialog", { name: "Opted out or blocked" });
      await suppressed.getByRole("link", { name: "Bo Kern" }).waitFor();
      await suppressed.getByText("+49 151 123 700 02").waitFor();
      expect(page.url()).toMatch(/people=suppressed/);
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
      await page.keyboard.press("Escape");
      await suppressed.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "1 not confirmed yet" }).click();
      const pending = page.getByRole("dialog", { name: "Not confirmed yet" });
      await pending.getByRole("link", { name: "Dan Wait" }).waitFor();
      await pending.getByRole("link", { name: "All who have not confirmed yet" }).click();
      await page.waitForURL(/\/subscribers\?.*state=pending/);
      await page.getByText("Dan Wait").waitFor();
      expect(await page.getByText("Bo Kern").count()).toBe(0);
      // Back leads to the message as it was left.
      await page.goBack();
      await pending.getByRole("link", { name: "Dan Wait" }).waitFor();
    }));

  test("lead from those who were chosen over those who were chosen twice to those who get it", () =>
    compose("ada", "Choir", async (page) => {
      const listOf = async (number: string, title: string, names: readonly string[]) => {
        await page.getByRole("button", { name: number, exact: true }).click();
        const dialog = page.getByRole("dialog", { name: title });
        await dialog.getByRole("listitem").first().waitFor();
        expect((await dialog.getByRole("link").allInnerTexts()).toSorted()).toEqual(names);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      };
      await listOf("3 chosen", "Everybody who was chosen", [hostile, "Ana Berg", "Bo Kern"]);
      await listOf("1 person", "Who gets the message", ["Ana Berg"]);
      await page.getByLabel("To: a group, a name or a number").fill("+4915112370001,");
      await listOf("4 chosen", "Everybody who was chosen", [hostile, "Ana Berg", "Bo Kern"]);
      await listOf("1 more than once, counted once", "Chosen more than once", ["Ana Berg"]);
    }));

  test("name no one to who may not list subscribers", () =>
    compose("clerk", "All subscribers", async (page) => {
      await page.getByRole("button", { name: "2 opted out, blocked or unreachable" }).click();
      const dialog = page.getByRole("dialog", { name: "Opted out or blocked" });
      await dialog.getByText("…02").waitFor();
      expect(await dialog.getByRole("link").count()).toBe(0);
      expect(await dialog.getByText("Bo Kern").count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "1 person", exact: true }).click();
      const final = page.getByRole("dialog", { name: "Who gets the message" });
      await final.getByText("…01").waitFor();
      expect(await final.getByText("Ana Berg").count()).toBe(0);
    }));

  test("say where people come from, if from more than one source", () =>
    compose("ada", "Choir", async (page) => {
      const sources = page.locator('[aria-label="By source"]');
      expect(await sources.count()).toBe(0);
      await page.getByLabel("To: a group, a name or a number").fill("+4915112370009,");
      await sources.waitFor();
      expect(await sources.innerText()).toMatch(/Groups and segments\s+3\s+Single people and numbers\s+1/);
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("say how many others there are", async () => {
    const { id } = await site.api.createGroup({ name: "Crowd" });
    const people = Array.from({ length: 60 }, (_, nth) => `+49151128${10_001 + nth}`);
    const join = (number: string) =>
      site.api.createSubscriber({ name: number, mobile: number, group_ids: [id], double_opt_in: false });
    await Promise.all(people.map(join));
    await visit(site, browser, "ada", "/compose", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill("Crowd");
      await page.getByRole("option", { name: /Crowd/ }).click();
      await page.getByRole("button", { name: "60 people" }).click();
      const dialog = page.getByRole("dialog", { name: "Who gets the message" });
      await dialog.getByText("And 10 others.").waitFor();
      expect(await dialog.getByRole("listitem").count()).toBe(50);
    });
  });
});
