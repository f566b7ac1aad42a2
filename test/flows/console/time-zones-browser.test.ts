import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { day, hour } from "#lib/time";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { eventually } from "../../support/engine/engine.ts";
import { main } from "../../support/service/main.ts";
import { bareEnvironment } from "../../support/service/processes.ts";
import { callService } from "../../support/service/service.ts";

const SITE = "Europe/Berlin";
const number = "+4915112345601";

describe.skipIf(!browserPresent)("times in the console, read in another zone than the site's", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole({ TIDINGS_TIMEZONE: SITE }), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_outbox", "svc_inbox", "svc_setting", "svc_subscribers"]);
    const env = { ...bareEnvironment, ...site.settings, TIDINGS_LISTEN: new URL(site.url).host };
    await promisify(execFile)(process.execPath, [main, "license", "issue"], { env });
    await eventually(async () => (await site.api.getSession({})).site.license.state === "valid");
    await site.api.sendMessage({ numbers: [number], message: "Your table is booked." });
    await callService(site, site.admin, "/sandbox/replies", { from: number, text: "Can we be five?" });
    await site.api.sendMessage({
      numbers: [number],
      message: "Every day at nine",
      schedule: `${new Date(Date.now() + 2 * day).toISOString().slice(0, 10)}T09:00:00`,
      repeat: { interval: { value: 1, unit: "day" } },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const clockIn = (at: string, timeZone: string) =>
    new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(
      new Date(at),
    );
  const dayIn = (at: string, timeZone: string) =>
    new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", month: "short", timeZone }).format(new Date(at));
  const hintOf = async (page: Page, at: string) => {
    const time = page.locator(`#screen time[datetime="${at}"]`).first();
    // What arrives meanwhile may move it from below the pointer, or put another one in its place.
    const pointed = async (): Promise<string | null> => {
      await page.mouse.move(0, 0);
      await time.hover();
      return time.getAttribute("data-hint");
    };
    await expect.poll(pointed).not.toBeNull();
    return time.getAttribute("data-hint");
  };

  test("the days and hours of a thread are the reader's; the exact time names its zone, and the site's is told besides", async () => {
    const { items } = await site.api.listInbox({});
    const at = items[0]!.received_at;
    await as("ada", `/inbox?thread=${encodeURIComponent(number)}`, { timezoneId: "Asia/Tokyo" }, async (page) => {
      const texts = page.getByRole("region", { name: "Texts in both directions" });
      await texts.getByText(clockIn(at, "Asia/Tokyo"), { exact: true }).last().waitFor();
      await texts.getByText(dayIn(at, "Asia/Tokyo"), { exact: true }).first().waitFor();
      const [own, other, ...more] = (await hintOf(page, at))!.split("\n");
      expect(own).toMatch(new RegExp(`, ${clockIn(at, "Asia/Tokyo")}:\\d\\d GMT\\+9$`));
      expect(other).toMatch(new RegExp(`, ${clockIn(at, SITE)}:\\d\\d GMT\\+[12] in the time of this site$`));
      expect(more).toEqual([]);
    });
  });

  test("whose clock shows what the site's does is told the time once", () =>
    as("ada", "/outbox", { timezoneId: "Europe/Paris" }, async (page) => {
      const row = page.getByRole("row").filter({ hasText: "Your table is booked." });
      await row.waitFor();
      const at = (await row.locator("time").getAttribute("datetime"))!;
      expect(await hintOf(page, at)).toMatch(new RegExp(`^[^\\n]*, ${clockIn(at, "Europe/Paris")}:\\d\\d GMT\\+[12]$`));
    }));

  test("an exact time is reached by the keyboard, and then shows the site's", () =>
    as("ada", "/outbox", { timezoneId: "America/New_York" }, async (page) => {
      await page.getByRole("row").filter({ hasText: "Your table is booked." }).getByRole("link").click();
      const drawer = page.getByRole("dialog");
      const accepted = drawer.locator("dl time").first();
      await accepted.waitFor();
      const at = (await accepted.getAttribute("datetime"))!;
      expect(await accepted.innerText()).toMatch(
        new RegExp(`, ${clockIn(at, "America/New_York")}:\\d\\d (EST|EDT|GMT-[45])$`),
      );
      const isThere = () => page.evaluate<boolean>("document.activeElement.matches('dl time')");
      for (let presses = 0; presses < 30 && !(await isThere()); presses += 1) await page.keyboard.press("Tab");
      expect(await page.evaluate("getComputedStyle(document.activeElement, '::after').content")).toContain(
        `${clockIn(at, SITE)}:`,
      );
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("the log's days are the reader's: today begins at their midnight", () =>
    as("ada", "/outbox", { timezoneId: "Pacific/Kiritimati" }, async (page) => {
      await page.getByRole("row").filter({ hasText: "Your table is booked." }).waitFor();
      const asked = page.waitForRequest((request) => /\/svc\/v1\/outbox\?.*date_from/.test(request.url()));
      await page.goto(`${site.url}/outbox?period=1`);
      const since = new URL((await asked).url()).searchParams.get("date_from")!;
      expect(clockIn(since, "Pacific/Kiritimati")).toBe("00:00");
      expect(Date.now() - Date.parse(since)).toBeLessThan(day);
    }));

  test("hours of the statistics are the reader's, days are the site's and say so", () =>
    as("ada", "/overview", { timezoneId: "Asia/Kolkata" }, async (page) => {
      const { to } = await site.api.getStats({ interval: "hour" });
      const hours = page.getByRole("figure", { name: "Texts per hour" });
      await hours.getByRole("button", { name: "Table" }).click();
      const last = new Date(Date.parse(to) - hour).toISOString();
      expect(clockIn(last, "Asia/Kolkata")).toMatch(/:30$/);
      await hours
        .getByRole("rowheader", { name: clockIn(last, "Asia/Kolkata"), exact: true })
        .first()
        .waitFor();
      await page.getByRole("button", { name: "30 days" }).click();
      const days = page.getByRole("figure", { name: `Texts per day (${SITE})` });
      await days.getByRole("button", { name: "Table" }).click();
      await days.getByRole("rowheader", { name: dayIn(last, SITE), exact: true }).waitFor();
    }));

  test("a schedule keeps its own clock and names its zone, with the reader's time on focus", () =>
    as("ada", "/schedules", { timezoneId: "Asia/Tokyo", viewport: phone }, async (page) => {
      await page.getByText(`Every day at 09:00 (${SITE})`).waitFor();
      expect(await overflowOf(page)).toBe(0);
      await page.getByRole("link", { name: "Every day at nine" }).click();
      const run = page.getByRole("region", { name: "Next runs" }).locator("time").first();
      await run.focus();
      const at = (await run.getAttribute("datetime"))!;
      expect(await run.innerText()).toMatch(/, 09:00:00 GMT\+[12]$/);
      expect(await run.getAttribute("data-hint")).toMatch(
        new RegExp(`, ${clockIn(at, "Asia/Tokyo")}:00 GMT\\+9 in your time$`),
      );
      expect(await overflowOf(page)).toBe(0);
    }));

  test("in the site's own zone no zone is named where none is needed", () =>
    as("ada", "/schedules", { timezoneId: SITE }, async (page) => {
      await page.getByText("Every day at 09:00", { exact: true }).waitFor();
      await page.goto(`${site.url}/overview?range=30d`);
      await page.getByText("Texts per day", { exact: true }).waitFor();
    }));

  test("how long ago something was is counted from when it is shown, not from when the sign-in was opened", async () => {
    const context = await browser.newContext({ timezoneId: SITE });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${site.url}/messages`);
    await page.getByLabel("User name or e-mail").waitFor();
    await page.clock.fastForward("20:00");
    await site.signIn(page, "ada");
    const at = page.getByRole("row").filter({ hasText: "Your table is booked." }).locator("time");
    await at.waitFor();
    expect(await at.innerText()).toMatch(/^2\d min. ago$/);
    await context.close();
  });
});
