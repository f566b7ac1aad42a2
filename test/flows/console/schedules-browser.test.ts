import { generateKeyPairSync } from "node:crypto";

import pg from "pg";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { writeIssuer, writeToken } from "#domain/license/license";
import { day } from "#lib/time";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { createDatabase } from "../../support/database/database.ts";
import { NEXT_YEAR } from "../../support/engine/schedules.ts";

const issuer = generateKeyPairSync("ed25519");

describe.skipIf(!browserPresent)("schedules in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let database: string;
  beforeAll(async () => {
    ({ url: database } = await createDatabase());
    const settings = {
      DATABASE_URL: database,
      TIDINGS_LICENSE_ISSUER: writeIssuer(issuer.publicKey),
      TIDINGS_TIMEZONE: "Europe/Berlin",
    };
    [site, browser] = await Promise.all([openConsole(settings), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_outbox"]);
    await site.userWith("author", ["svc_sendsms"]);
    await site.userWith("reader", ["svc_outbox"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const licensed = async () => (await site.api.getSession({})).site.license.state;

  async function query(statement: string, values: readonly unknown[]): Promise<void> {
    const connection = new pg.Client({ connectionString: database });
    await connection.connect();
    await connection.query(statement, [...values]);
    await connection.end();
  }

  /** What `tidings license issue` does. */
  async function install(): Promise<void> {
    const now = Date.now();
    const license = {
      licensee: "X",
      features: ["scheduling", "recurring"] as const,
      issuedAt: now,
      expiresAt: now + 60 * day,
    };
    await query(
      "insert into settings (name, value) values ('license', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value",
      [writeToken({ ...license, features: [...license.features] }, issuer.privateKey)],
    );
    await expect.poll(licensed).toBe("valid");
  }

  test("without a license the screens say what it is and how to get one; once it is there, a message is scheduled", () =>
    as("ada", "/schedules", async (page) => {
      const note = page.getByRole("region", { name: "License" });
      await note.getByText("npx tidings license issue").waitFor();
      await page.getByRole("heading", { name: "Nothing is scheduled" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);

      await page.goto(`${site.url}/compose`);
      await page.getByLabel("To: a group, a name or a number").fill("+4915112345621,");
      await page.getByLabel("Text", { exact: true }).fill("Do not forget.");
      await page.getByRole("radiogroup", { name: "When" }).getByText("Later").click();
      await note.getByText("npx tidings license issue").waitFor();
      await install();
      // The console also polls.
      await Promise.race([
        note.getByRole("button", { name: "The license is there now" }).click(),
        note.waitFor({ state: "detached" }),
      ]);

      // The clocks of Berlin go forward on the last Sunday of March.
      const year = new Date().getFullYear() + 1;
      await page.getByLabel("On", { exact: true }).fill(`${year}-03-20T09:00`);
      await page.getByLabel("Repeat", { exact: true }).first().click();
      await page.getByRole("option", { name: "Every week" }).click();
      await page.getByText("The next 5 runs:").waitFor();
      await page.getByText("The time of day stays the same.").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByRole("button", { name: "Schedule 1 text" }).click();
      await page.getByRole("heading", { name: "1 text is scheduled" }).waitFor();
      await page.getByRole("link", { name: "See the schedule" }).click();
      await page.getByRole("heading", { name: "Do not forget.", level: 1 }).waitFor();

      // The runs that the page computed while it was written are those of the service.
      const [schedule] = (await site.api.listSchedules({})).items;
      const { upcoming } = await site.api.listScheduleRuns({ id: schedule!.schedule_id });
      expect(upcoming[0]).toBe(`${year}-03-20T08:00:00.000Z`);
      expect(upcoming[2]).toBe(`${year}-04-03T07:00:00.000Z`);
      await expect.poll(() => page.getByRole("listitem").locator("time").count()).toBe(5);
    }));

  test("a schedule is paused, resumed, changed, skipped, run and canceled", async () => {
    const at = new Date(Date.now() + 3 * day).toISOString();
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345622"],
      message: "Weekly",
      schedule: at,
      repeat: { interval: { value: 1, unit: "week" } },
    });
    const state = async () => (await site.api.getSchedule({ id })).state;
    await as("ada", `/schedules/${id}`, { tolerated: /status of 409/ }, async (page) => {
      await page.getByRole("button", { name: "Pause P" }).waitFor();
      await page.keyboard.press("p");
      await page.getByRole("button", { name: "Resume P" }).waitFor();
      await expect.poll(state).toBe("paused");
      await page.keyboard.press("p");
      await page.getByRole("button", { name: "Pause P" }).waitFor();

      await page.keyboard.press("e");
      const drawer = page.getByRole("dialog", { name: "Change the schedule" });
      await drawer.getByLabel("Text", { exact: true }).fill("Weekly – news");
      await drawer.getByRole("button", { name: "Use - instead" }).click();
      expect(await drawer.getByLabel("Text", { exact: true }).inputValue()).toBe("Weekly - news");
      await drawer.getByLabel("Text", { exact: true }).fill("Weekly news");
      expect(await accessibilityIssues(page)).toEqual([]);
      await drawer.getByRole("button", { name: "Save the changes" }).click();
      await page.getByRole("heading", { name: "Weekly news", level: 1 }).waitFor();

      const confirm = (answer: string) => page.getByRole("dialog").getByRole("button", { name: answer }).click();
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Skip the next run" }).click();
      await confirm("Skip 1 run");
      await page.getByText("Somebody skipped it.").waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      // Until the page has read the result, keys do nothing.
      await expect.poll(() => page.getByRole("button", { name: "Pause P" }).isEnabled()).toBe(true);
      await page.keyboard.press("s");
      await page.getByRole("dialog", { name: "Leave out the next run?" }).waitFor();
      await confirm("Leave it in");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      // Someone else skips the run that the dialog names.
      await page.keyboard.press("s");
      await page.getByRole("dialog", { name: "Leave out the next run?" }).waitFor();
      await site.api.skipNextRun({ id });
      await confirm("Skip 1 run");
      await page.getByText("Nothing was changed").waitFor();
      await page.keyboard.press("n");
      await confirm("Send 1 text now");
      await page.waitForURL(/\/messages\/msg_/);
      await expect
        .poll(async () => (await site.api.listSandboxMessages({ to: "+4915112345622" })).items.length)
        .toBe(1);
      await page.goto(`${site.url}/schedules/${id}`);
      await page.getByRole("button", { name: "Pause P" }).waitFor();
      await page.keyboard.press("c");
      await confirm("Cancel 1 schedule");
      await page.getByText("Canceled", { exact: true }).waitFor();
      expect(await state()).toBe("canceled");
    });
  });

  test("a recurrence that has begun gets another last day, another interval and another clock time, and loses its sender", async () => {
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345624"],
      message: "Hello {{name | friend}}",
      sender: "Shop",
      schedule: `${new Date(Date.now() + 3 * day).toISOString().slice(0, 19)}Z`,
      repeat: { interval: { value: 1, unit: "week" } },
    });
    const year = new Date().getFullYear();
    // As if it had begun four days ago, by the same clock time: its next run is in three days, and that one is skipped.
    await query(
      `update schedules set start_at = (start_wall::timestamp - interval '7 days') at time zone zone,
         start_wall = to_char(start_wall::timestamp - interval '7 days', 'YYYY-MM-DD"T"HH24:MI:SS') where id = $1`,
      [id.slice(4)],
    );
    const { next_run: next } = await site.api.skipNextRun({ id });
    await as("ada", `/schedules/${id}`, async (page) => {
      const drawer = page.getByRole("dialog", { name: "Change the schedule" });
      const runs = drawer.getByRole("listitem").locator("time");
      const change = async (work: () => Promise<void>): Promise<void> => {
        await page.getByRole("button", { name: "Change E" }).click();
        await drawer.getByText("depends on everyone's own values").waitFor();
        await work();
        await drawer.getByRole("button", { name: "Save the changes" }).click();
        await drawer.waitFor({ state: "detached" });
      };
      await change(async () => {
        expect(await runs.first().getAttribute("datetime")).toBe(next);
        await drawer.getByLabel("Sender").fill("");
      });
      expect(await site.api.getSchedule({ id })).toMatchObject({ sender: null, next_run: next });
      await change(() => drawer.getByLabel("Last day").fill(`${year + 2}-12-31`));
      expect(await site.api.getSchedule({ id })).toMatchObject({ next_run: next });
      await change(() => drawer.getByLabel("Number of weeks").fill("2"));
      await change(async () => {
        const at = drawer.getByLabel("On", { exact: true });
        await at.fill((await at.inputValue()).replace(/\d\d:\d\d$/, "11:30"));
      });
    });
    const { repeat, next_run: then } = await site.api.getSchedule({ id });
    expect(repeat).toMatchObject({ interval: { value: 2, unit: "week" } });
    expect(repeat?.end_at).toMatch(`${year + 2}-12-31`);
    expect(new Date(then ?? 0).toLocaleTimeString("de", { timeZone: "Europe/Berlin" })).toBe("11:30:00");
  });

  test("a second change of one's own is not taken for another person's while the page still reads the first", async () => {
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345625"],
      message: "First",
      schedule: new Date(Date.now() + 3 * day).toISOString(),
    });
    await as("ada", `/schedules/${id}`, async (page) => {
      const read = Promise.withResolvers<void>();
      const change = async (text: string): Promise<void> => {
        const drawer = page.getByRole("dialog", { name: "Change the schedule" });
        await page.getByRole("button", { name: "Change E" }).click();
        await drawer.getByLabel("Text", { exact: true }).fill(text);
        await drawer.getByRole("button", { name: "Save the changes" }).click();
        await drawer.waitFor({ state: "detached" });
      };
      await page.getByRole("button", { name: "Change E" }).waitFor();
      await intercept(page, `**/svc/v1/schedules/${id}`, async (route) => {
        if (route.request().method() === "GET") await read.promise;
        await route.continue();
      });
      await change("Second");
      await change("Third");
      read.resolve();
      await page.getByRole("heading", { name: "Third", level: 1 }).waitFor();
      await page.unroute(`**/svc/v1/schedules/${id}`);
    });
    expect((await site.api.getSchedule({ id })).message).toBe("Third");
  });

  test("a schedule that another user changed while it was open is not overwritten", async () => {
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345623"],
      message: "Draft",
      schedule: new Date(Date.now() + 3 * day).toISOString(),
    });
    await as("ada", `/schedules/${id}`, { tolerated: /status of 409/ }, async (page) => {
      await page.getByText("Live", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Change E" }).waitFor();
      await page.keyboard.press("e");
      const drawer = page.getByRole("dialog", { name: "Change the schedule" });
      await drawer.getByLabel("Sender").fill("Shop");
      const { version } = await site.api.getSchedule({ id });
      await site.api.updateSchedule({ id, version, message: "Approved" });
      // The page behind the drawer follows, the form does not.
      await page.getByRole("heading", { name: "Approved", level: 1, includeHidden: true }).waitFor();
      await drawer.getByRole("button", { name: "Save the changes" }).click();
      await drawer.getByText("The schedule was not changed").waitFor();
    });
    const { message, sender } = await site.api.getSchedule({ id });
    expect([message, sender]).toEqual(["Approved", null]);
  });

  test("a user who may not read the log is told that a text is not shown, and changes the times without it", async () => {
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345623"],
      message: "Between us",
      schedule: new Date(Date.now() + 3 * day).toISOString(),
    });
    await as("author", `/schedules/${id}`, async (page) => {
      await page.getByRole("heading", { name: "Text not shown", level: 1 }).waitFor();
      await page.keyboard.press("e");
      const drawer = page.getByRole("dialog", { name: "Change the schedule" });
      expect(await drawer.getByLabel("Text", { exact: true }).isEditable()).toBe(false);
      await drawer.getByLabel("Sender").fill("Shop");
      await drawer.getByRole("button", { name: "Save the changes" }).click();
      await drawer.waitFor({ state: "hidden" });
    });
    const { message, sender } = await site.api.getSchedule({ id });
    expect([message, sender]).toEqual(["Between us", "Shop"]);
  });

  test("list, calendar and a schedule with a hostile text are inert and fit every layout", async () => {
    const text = `<img src=x onerror=alert(1)> \u202E${"w".repeat(300)}`;
    const at = new Date(Date.now() + 2 * day).toISOString();
    // At the end of a month it is in the next one.
    const month = new Date(at).toLocaleDateString("sv", { timeZone: "Europe/Berlin" }).slice(0, 7);
    const { schedule_id: id } = await site.api.sendMessage({
      numbers: ["+4915112345623"],
      message: text,
      personalize: false,
      schedule: at,
      repeat: { interval: { value: 1, unit: "day" } },
    });
    for (const { colorScheme, viewport } of looks) {
      await as("ada", "/schedules", { colorScheme, viewport }, async (page) => {
        for (const path of ["/schedules", `/schedules?view=calendar&month=${month}`, `/schedules/${id}`]) {
          await page.goto(`${site.url}${path}`);
          await page.getByText("<img").locator("visible=true").first().waitFor();
          expect(await accessibilityIssues(page)).toEqual([]);
          expect(await overflowOf(page)).toBe(0);
        }
      });
    }
    await as("ada", "/schedules?view=calendar", async (page) => {
      await page.keyboard.press("]");
      await page.waitForURL(/month=/);
      await page.getByRole("link", { name: /<img/ }).first().click();
      await page.waitForURL(new RegExp(`/schedules/${id}`));
    });
  });

  test("on a phone a month is said to be empty, although its last week has a day of the next one with a message", async () => {
    for (const { schedule_id } of (await site.api.listSchedules({ state: "active" })).items)
      await site.api.cancelSchedule({ id: schedule_id });
    // Weeks begin on Sunday: a first day of a month that is none is in the week of the month before.
    const firsts = [3, 4].map((month) => new Date(Date.UTC(NEXT_YEAR, month, 1)));
    const first = firsts
      .find((date) => date.getUTCDay() > 0)!
      .toISOString()
      .slice(0, 10);
    await site.api.sendMessage({ numbers: ["+4915112345626"], message: "Later", schedule: `${first}T09:00:00` });
    const month = `${NEXT_YEAR}-0${Number(first.slice(5, 7)) - 1}`;
    await as("ada", `/schedules?view=calendar&month=${month}`, { viewport: phone }, async (page) => {
      await page.getByText("Nothing is to be sent in this month.").waitFor();
      expect(await page.getByText("Later").isVisible()).toBe(false);
      await page.getByRole("button", { name: "Next month" }).click();
      await page.getByRole("link", { name: /Later/ }).waitFor();
    });
  });

  test("a user who may not send messages is told so", () =>
    as("reader", "/schedules", async (page) => {
      await page.getByRole("heading", { name: "You may not send messages" }).waitFor();
      expect(await page.getByRole("link", { name: "Schedules" }).count()).toBe(0);
    }));
});
