import { generateKeyPairSync } from "node:crypto";

import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { writeIssuer, writeToken } from "#domain/license/license";
import { day } from "#lib/time";

import { accessibilityIssues, browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, webPassword, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { createDatabase } from "../../support/database/database.ts";

const issuer = generateKeyPairSync("ed25519");
const now = Date.now();
const license = { licensee: "X", features: ["scheduling", "recurring"], issuedAt: now, expiresAt: now + 60 * day };

const BADGE = '[role=cell] [data-tone="held"]';
/** By how many pixels the state of the row is wider than its cell. */
const CUT = `(() => {
  const badge = document.querySelector('${BADGE}');
  const cell = badge.closest("[role=cell]");
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return Math.ceil(badge.getBoundingClientRect().width - cell.clientWidth + parseFloat(paddingLeft) + parseFloat(paddingRight)) - 1;
})()`;

describe.skipIf(!browserPresent)("who answers for a schedule in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let database: string;
  beforeAll(async () => {
    ({ url: database } = await createDatabase());
    const settings = {
      DATABASE_URL: database,
      TIDINGS_LICENSE_ISSUER: writeIssuer(issuer.publicKey),
      TIDINGS_LICENSE: writeToken(license as Parameters<typeof writeToken>[0], issuer.privateKey),
    };
    [site, browser] = await Promise.all([openConsole(settings), launchBrowser()]);
    await site.userWith("author", ["svc_sendsms"]);
    await site.userWith("people", ["svc_sendsms", "svc_outbox", "svc_users", "svc_setting"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  async function query(statement: string, values: readonly unknown[]): Promise<void> {
    const connection = new pg.Client({ connectionString: database });
    await connection.connect();
    await connection.query(statement, [...values]);
    await connection.end();
  }

  test("a schedule that the service paused says why in the reader's language, who answers for it, and that whoever resumes it does from then on", async () => {
    const person = { username: "leaver", name: "Lena Leaver", email: "leaver@example.com", password: webPassword };
    await site.api.createUser({ ...person, roles: ["author-role"] });
    const { id: leaver } = (await site.api.listUsers({ search: "leaver" })).items[0]!;
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345626"],
      message: "Every week",
      schedule: new Date(Date.now() + 3 * day).toISOString(),
      repeat: { interval: { value: 1, unit: "week" } },
    });
    const update = "update schedules set owner = $2, state = 'paused', pause_reason = $3 where id = $1";
    await query(update, [id.slice(4), `builtin:${leaver}`, "owner_may_not_send"]);
    await as("people", `/schedules/${id}`, async (page) => {
      await page.getByText("Lena Leaver").waitFor();
      const note = page.getByRole("note").filter({ hasText: "may no longer send messages" });
      await note.filter({ hasText: "If you resume it, you answer for its runs from then on." }).waitFor();
      expect(await page.getByText(/builtin:/).count()).toBe(0);
      expect(await accessibilityIssues(page)).toEqual([]);
    });
    await as("people", "/schedules", async (page) => {
      const row = page.getByRole("row").filter({ hasText: "Every week" });
      await row.getByText("Paused by the service").waitFor();
    });
    for (const [language, words, resuming] of [
      ["de", "darf keine Nachrichten mehr senden", "sind Sie ab dann"],
      ["fa", "دیگر اجازهٔ ارسال پیام ندارد", "از آن پس"],
    ] as const) {
      await as("people", `/schedules/${id}`, async (page) => {
        await page.evaluate(`localStorage.setItem("tidings-language", "${language}")`);
        await page.reload();
        await page.getByRole("note").filter({ hasText: words }).filter({ hasText: resuming }).waitFor();
        await page.goto(`${site.url}/schedules`);
        await page.locator(BADGE).waitFor();
        expect(await page.evaluate<number>(CUT)).toBeLessThanOrEqual(0);
      });
    }
    await query("update schedules set owner = $2 where id = $1", [id.slice(4), "demo"]);
    await as("people", `/schedules/${id}`, async (page) => {
      await page
        .getByRole("definition")
        .filter({ hasText: /^the demo$/ })
        .waitFor();
    });
    await query(update, [id.slice(4), `builtin:${leaver}`, "owner_may_not_send"]);
    await as("people", `/schedules/${id}`, async (page) => {
      await page.getByRole("button", { name: "Resume P" }).waitFor();
      await page.keyboard.press("p");
      await page.getByText("Resumed: you answer for its runs now.").first().waitFor();
      await page.getByText("Lena Leaver").waitFor({ state: "detached" });
      await page.getByRole("definition").filter({ hasText: /^you$/ }).waitFor();
    });
    expect((await site.api.getSchedule({ id })).owner).not.toBe(`builtin:${leaver}`);
  });

  test("the same id on another platform is another person", async () => {
    const { id: reader } = (await site.api.listUsers({ search: "people" })).items[0]!;
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345628"],
      message: "Every month",
      schedule: new Date(Date.now() + 3 * day).toISOString(),
    });
    const update = "update schedules set owner = $2, state = 'paused', pause_reason = 'owner_gone' where id = $1";
    await query(update, [id.slice(4), `wordpress:${reader}`]);
    await as("people", `/schedules/${id}`, async (page) => {
      await page.getByRole("note").filter({ hasText: "If you resume it" }).waitFor();
      await page
        .getByRole("definition")
        .filter({ hasText: `user ${reader}` })
        .waitFor();
    });
    await query(update, [id.slice(4), `builtin:${reader}`]);
    await as("people", `/schedules/${id}`, async (page) => {
      await page.getByRole("definition").filter({ hasText: /^you$/ }).waitFor();
      expect(await page.getByRole("note").filter({ hasText: "If you resume it" }).count()).toBe(0);
    });
  });

  test("marketing to people who have not agreed gets another basis, as in a new message", async () => {
    await site.api.updateSettings({ consent: { require_record: "off" } });
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345627"],
      message: "Autumn offers",
      category: "marketing",
      schedule: new Date(Date.now() + 3 * day).toISOString(),
    });
    await site.api.updateSettings({ consent: { require_record: "enforce" } });
    const field = (page: Page) => page.getByRole("dialog").getByLabel("Basis other than consent");
    const open = async (page: Page): Promise<void> => {
      await page.getByText("not on record: runs leave out those who have not agreed").waitFor();
      await page.getByRole("button", { name: "Change E" }).click();
      await page.getByRole("dialog").getByLabel("Sender").waitFor();
    };
    await as("author", `/schedules/${id}`, async (page) => {
      await open(page);
      expect(await field(page).count()).toBe(0);
    });
    await as("people", `/schedules/${id}`, async (page) => {
      await open(page);
      await page.getByRole("dialog").getByText("Recorded with your name.").waitFor();
      await field(page).fill("Contract, section 4");
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("button", { name: "Save the changes" }).click();
      await page.getByText("another basis was stated").waitFor();
      await page.getByRole("button", { name: "Change E" }).click();
      await page.getByRole("dialog").getByLabel("Sender").waitFor();
      expect(await field(page).count()).toBe(0);
    });
    expect((await site.api.getSchedule({ id })).consent).toBe("basis");
  });
});
