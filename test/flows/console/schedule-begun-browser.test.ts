import { generateKeyPairSync } from "node:crypto";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { writeIssuer, writeToken } from "#domain/license/license";
import { day as dayMs } from "#lib/time";

import { accessibilityIssues, browserPresent, launchBrowser, phone } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("a message that is begun with a time", () => {
  let site: OpenConsole;
  let browser: Browser;
  const year = new Date().getFullYear() + 1;
  beforeAll(async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const now = Date.now();
    const license = { licensee: "X", issuedAt: now, expiresAt: now + 60 * dayMs };
    const settings = {
      TIDINGS_LICENSE_ISSUER: writeIssuer(publicKey),
      TIDINGS_LICENSE: writeToken({ ...license, features: ["scheduling", "recurring"] }, privateKey),
      TIDINGS_TIMEZONE: "Europe/Berlin",
    };
    [site, browser] = await Promise.all([openConsole(settings), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_outbox"]);
    await site.api.sendMessage({
      numbers: ["+4915112345621"],
      message: "Do not forget.",
      schedule: `${year}-03-20T09:00:00`,
      repeat: { interval: { value: 1, unit: "week" } },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  test("a message is scheduled from the list, and from a day of the calendar with its time", () =>
    as("ada", "/schedules", async (page) => {
      const first = page.getByRole("link", { name: "Schedule a message", exact: true });
      await page.getByRole("row").filter({ hasText: "Do not forget." }).waitFor();
      await first.waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("a");
      const at = page.getByLabel("On", { exact: true });
      await at.waitFor();
      expect(await at.inputValue()).toMatch(/T09:00$/);
      await page.waitForURL((url) => url.search === "");

      const month = `${year}-02`;
      await page.goto(`${site.url}/schedules?view=calendar&month=${month}`);
      const day = (number: string) => page.locator(`time[datetime="${month}-${number}"]`).getByRole("link");
      await day("14").click();
      await expect.poll(() => at.inputValue()).toBe(`${month}-14T09:00`);
      // By key, too.
      await page.goto(`${site.url}/schedules?view=calendar&month=${month}`);
      await day("14").focus();
      await page.keyboard.press("ArrowRight");
      await page.locator(`time[datetime="${month}-15"] > a:focus`).waitFor();
      expect(await day("15").getAttribute("aria-label")).toMatch(/^Schedule a message for \w+, Feb 15$/);
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await expect.poll(() => at.inputValue()).toBe(`${month}-15T09:00`);
      // What is over is no day for a message.
      await page.goto(`${site.url}/schedules?view=calendar&month=2026-01`);
      await page.locator('time[datetime="2026-01-14"]').getByText("14", { exact: true }).waitFor();
      expect(await page.locator('time[datetime="2026-01-14"]').getByRole("link").count()).toBe(0);
    }));

  test("the days of the calendar are one stop of the Tab key; arrows, Home, End, Page Up and Page Down move between them", () =>
    as("ada", `/schedules?view=calendar&month=${year}-02`, async (page) => {
      const at = async (date: string) => {
        await page.locator(`td[data-date="${date}"]:focus-within`).waitFor();
        expect(await page.locator('td [tabindex="0"], td[tabindex="0"]').count()).toBe(1);
      };
      const press = async (key: string, date: string) => {
        await page.keyboard.press(key);
        await at(`${year}-${date}`);
      };
      await page.getByRole("button", { name: "Next month" }).focus();
      await press("Tab", "02-01");
      await press("ArrowRight", "02-02");
      await press("ArrowDown", "02-09");
      await press("ArrowUp", "02-02");
      await press("ArrowLeft", "02-01");
      await press("PageDown", "03-01");
      const last = new Date(Date.UTC(year, 2, 0)).toISOString().slice(5, 10);
      await press("ArrowLeft", last);
      await page.waitForURL((url) => url.searchParams.get("month") === `${year}-02`);
      await press("PageUp", last.replace("02-", "01-"));
      await press("PageDown", last);
      const week = page.getByRole("row").filter({ has: page.locator(`[data-date="${year}-02-10"]`) });
      const edge = (cell: "first" | "last") => week.getByRole("gridcell")[cell]().getAttribute("data-date");
      await page.locator(`td[data-date="${year}-02-10"] a`).focus();
      await at(`${year}-02-10`);
      await press("Home", (await edge("first"))!.slice(5));
      await press("End", (await edge("last"))!.slice(5));
      expect(await accessibilityIssues(page)).toEqual([]);
      // From a day of the month after, which the last week ends with, to the one before it.
      await page.locator(`td[data-date="${year}-${last}"] a`).focus();
      await at(`${year}-${last}`);
      const ends = page.getByRole("row").filter({ has: page.locator(`[data-date="${year}-${last}"]`) });
      const end = (await ends.getByRole("gridcell").last().getAttribute("data-date"))!;
      await press("End", end.slice(5));
      await press("ArrowLeft", new Date(Date.parse(end) - dayMs).toISOString().slice(5, 10));
      await page.keyboard.press("Tab");
      await page.locator("td:focus-within").waitFor({ state: "detached" });
    }));

  test("on a phone the calendar's days lead to a message, too", () =>
    as("ada", `/schedules?view=calendar&month=${year}-03`, { viewport: phone }, async (page) => {
      const date = `${year}-03-20`;
      await page.locator(`time[datetime="${date}"]`).getByRole("link").click();
      const at = page.getByLabel("On", { exact: true });
      await expect.poll(async () => (await at.count()) && (await at.inputValue())).toBe(`${date}T09:00`);
    }));

  test("a time that an address brings replaces one only with a notice and Undo, and one that is none changes nothing", () =>
    as("ada", "/compose?at=garbage", async (page) => {
      const at = page.getByLabel("On", { exact: true });
      const open = async (time: string): Promise<void> => {
        await page.goto(`${site.url}/compose?at=${time}`);
        await page.waitForURL((url) => url.search === "");
      };
      const chosen = page.getByRole("radiogroup", { name: "When" }).getByRole("radio", { checked: true });
      for (const time of ["garbage", "2026-01-14T09:00", `${year}-02-30T09:00`]) {
        await open(time);
        expect(await chosen.inputValue()).toBe("now");
      }
      await open(`${year}-03-20T09:00`);
      await at.waitFor();
      await page.getByLabel("Repeat", { exact: true }).first().click();
      await page.getByRole("option", { name: "Every week" }).click();
      await page.getByText("The next 5 runs:").waitFor();

      await open(`${year}-04-10T09:00`);
      await page.getByText("The new time is in place of the one before.", { exact: true }).waitFor();
      await expect.poll(() => at.inputValue()).toBe(`${year}-04-10T09:00`);
      expect(await page.getByText("The next 5 runs:").count()).toBe(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => at.inputValue()).toBe(`${year}-03-20T09:00`);
      await page.getByText("The next 5 runs:").waitFor();
    }));

  test("a message of which only the time is chosen is a draft: it is kept, says so and can be discarded", () =>
    as("ada", "/schedules", async (page) => {
      await page.getByRole("link", { name: "Schedule a message", exact: true }).waitFor();
      await page.keyboard.press("a");
      const at = page.getByLabel("On", { exact: true });
      await at.waitFor();
      const time = await at.inputValue();
      await page.reload();
      await page.getByText("Your draft from before").waitFor();
      await expect.poll(() => at.inputValue()).toBe(time);
      await page.getByRole("button", { name: "Discard the draft" }).click();
      await at.waitFor({ state: "detached" });
    }));

  test("the buttons above the schedules have one height", () =>
    as("ada", "/schedules", async (page) => {
      const create = page.getByRole("link", { name: "Schedule a message", exact: true });
      await create.waitFor();
      const toggle = await page.getByRole("button", { name: "Calendar", exact: true }).boundingBox();
      expect((await create.boundingBox())?.height).toBe(toggle?.height);
    }));
});
