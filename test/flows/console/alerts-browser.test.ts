import type pg from "pg";
import type { Browser } from "playwright-core";
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
import { createDatabase, openPool } from "../../support/database/database.ts";
import { changeAlerts } from "../../support/mail/alerting.ts";
import { startSmtpServer } from "../../support/mail/smtp-server.ts";

const HOSTILE = `<script>alert(1)</script>\u202egnp.exe ${"long".repeat(400)}`;

describe.skipIf(!browserPresent)("alerts in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let pool: pg.Pool;
  let mail: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeAll(async () => {
    const connection = await createDatabase();
    mail = await startSmtpServer((stage, line) =>
      stage === "rcpt" && line.includes("gone@") ? "550 5.1.1 no such user" : undefined,
    );
    site = await openConsole({
      DATABASE_URL: connection.url,
      TIDINGS_SMTP: mail.dsn(),
      TIDINGS_MAIL_FROM: "tidings@example.com",
    });
    pool = openPool(connection);
    await site.userWith("operator", ["svc_setting", "svc_outbox"]);
    await site.userWith("editor", ["svc_sendsms", "svc_outbox"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await pool?.end();
    await site?.close();
    await mail?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 400/ });
  /** A kind that no check of this service ends: it has no codes to judge for an hour. */
  const open = (subject: string) =>
    pool.query(
      `with opened as (
        insert into alerts (id, kind, subject, level, data, first_seen_at, opened_at)
        values (gen_random_uuid(), 'codes_unverified', $1, 1, '{"sent": 50, "verified": 3}', now() - interval '5 minutes',
          now() - interval '5 minutes')
      )
      insert into events (kind, data) values ('alert.opened', '{}')`,
      [subject],
    );

  test("an alert appears above everything without a reload, leads to its screen, and is acknowledged", () =>
    as("operator", "/overview", async (page) => {
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      expect(await page.getByRole("heading", { name: /alert needs you/ }).count()).toBe(0);
      await page.getByText("Live", { exact: true }).waitFor();
      await open("NG");
      await page.getByRole("heading", { name: "1 alert needs you" }).waitFor();
      await page.getByText("Of the last 50 one-time passwords to this country, 3 were verified.").waitFor();
      await page.getByText("Nobody was notified.").waitFor();
      await page.getByRole("link", { name: "Look at the limits: Few codes to NG are verified" }).click();
      await page.waitForURL(/\/safety\?part=codes/);
      await page.goBack();
      await page.getByRole("button", { name: "Acknowledge: Few codes to NG are verified" }).click();
      const known = page.getByText("1 acknowledged alert is open");
      await known.click();
      await page.getByText("acknowledged by you").waitFor();
      expect(await page.getByRole("heading", { name: /alert needs you/ }).count()).toBe(0);
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("on every screen the navigation counts the alerts that nobody has acknowledged, without a reload", () =>
    as("operator", "/outbox", async (page) => {
      const entry = page.getByRole("navigation").getByRole("link", { name: /^Overview/ });
      await page.getByText("Live", { exact: true }).waitFor();
      expect(await entry.innerText()).toBe("Overview");
      await open("KE");
      await page.getByRole("link", { name: "Overview 1 alert needs you" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("button", { name: "Narrow sidebar" }).click();
      expect(
        await page
          .getByRole("link", { name: "Overview 1 alert needs you" })
          .getByText("1", { exact: true })
          .isVisible(),
      ).toBe(true);
      const { items } = await site.api.listAlerts({ state: "open" });
      await site.api.acknowledgeAlert({ id: items.find(({ subject }) => subject === "KE")!.id });
      await page.getByRole("link", { name: "Overview", exact: true }).waitFor();
    }));

  test.each(looks)("alerts with hostile names are inert and fit: %j", (look) =>
    as("operator", "/overview", look, async (page) => {
      await open(HOSTILE);
      await page.getByRole("heading", { name: /needs? you/ }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      await changeAlerts(pool, "delete from alerts where subject like '<script>%'");
    }),
  );

  test("recipients are saved, an address that is none stands at its field, and a test shows what became of each", () =>
    as("operator", "/settings?part=alerts", async (page) => {
      await page.getByText("Save a recipient first.").waitFor();
      const emails = page.getByRole("combobox", { name: "E-mail addresses" });
      await emails.fill("ops");
      await emails.press("Enter");
      await page.getByRole("button", { name: "Save settings" }).click();
      await page
        .getByText(/Invalid email|must be|is not an/i)
        .first()
        .waitFor();
      await emails.press("Backspace");
      await emails.fill("ops@example.com");
      await emails.press("Enter");
      await emails.fill("gone@example.com");
      await emails.press("Enter");
      const numbers = page.getByRole("combobox", { name: "Phone numbers" });
      await numbers.fill("+1 500 555 0000");
      await numbers.press("Enter");
      await page.getByRole("combobox", { name: "Language of mails and texts" }).click();
      await page.getByRole("option", { name: "German" }).click();
      await page.getByRole("button", { name: "Save settings" }).click();
      await page.getByText("The settings are saved.").first().waitFor();
      await page.getByRole("button", { name: "Send a test to 3 recipients" }).click();
      const results = page.getByRole("list", { name: "Results of the test" });
      await results.getByText("ops@example.com").waitFor();
      await results.getByText("no such user").waitFor();
      await results.getByText("+15005550000").waitFor();
      expect(mail.mails.map(({ to }) => to)).toEqual([["ops@example.com"]]);
      expect(mail.mails[0]!.headers["subject"]).toBe("[Tidings] Test: Warnmeldungen kommen hier an");
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test.each(looks)("the settings of alerts fit and have no barrier: %j", (look) =>
    as("operator", "/settings?part=alerts", look, async (page) => {
      await page.getByRole("button", { name: /Send a test/ }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    }),
  );

  test("a user who may not see the state of the service is shown no alert", () =>
    as("editor", "/overview", { tolerated: /status of 40[03]/ }, async (page) => {
      await page.getByRole("main").waitFor();
      expect(await page.getByText(/needs you/).count()).toBe(0);
    }));
});
