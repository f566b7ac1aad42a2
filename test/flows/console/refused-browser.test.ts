import { generateKeyPairSync } from "node:crypto";

import type pg from "pg";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { writeIssuer, writeToken } from "#domain/license/license";
import { day } from "#lib/time";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { createDatabase, openPool } from "../../support/database/database.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";

const capabilities = ["svc_setting", "svc_outbox", "svc_sendsms"] as const;

describe.skipIf(!browserPresent)("what the service refuses after it was shown", () => {
  let site: OpenConsole;
  let browser: Browser;
  let pool: pg.Pool;
  let provider: Awaited<ReturnType<typeof startKeyedProvider>>;
  beforeAll(async () => {
    provider = await startKeyedProvider({ passwords: ["secret"] });
    const connection = await createDatabase();
    pool = openPool(connection);
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const license = { licensee: "X", issuedAt: Date.now(), expiresAt: Date.now() + 60 * day };
    site = await openConsole({
      DATABASE_URL: connection.url,
      TIDINGS_OUTBOUND_ALLOW: "127.0.0.1",
      TIDINGS_LICENSE_ISSUER: writeIssuer(publicKey),
      TIDINGS_LICENSE: writeToken({ ...license, features: ["scheduling"] }, privateKey),
    });
    await site.userWith("operator", capabilities);
    await site.api.createGateway({ name: "main", kind: "http", settings: provider.settings("secret") });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await pool?.end();
    await site?.close();
    await provider?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 4\d\d.*\/svc\/v1\// });
  const button = (page: Page, name: string) => page.getByRole("button", { name });
  const allow = (allowed: readonly (typeof capabilities)[number][]) =>
    site.api.updateRole({ name: "operator-role", capabilities: [...allowed] });

  /** Presses a key for which the user lacks the right by the time the call arrives, and waits for the error shown. */
  async function refuse(page: Page, path: RegExp, press: () => Promise<void>, shown: () => Promise<void>) {
    const held = Promise.withResolvers<void>();
    await intercept(page, path, async (route) => {
      if (route.request().method() !== "GET") await held.promise;
      await route.continue();
    });
    await press();
    await shown();
    await allow([]);
    held.resolve();
    await page.getByRole("alert").first().waitFor();
    await allow(capabilities);
    await page.unroute(path);
  }

  test("a gateway that was paused, resumed, switched off or on is as it was, and the screen says why", () =>
    as("operator", "/gateways/main", async (page) => {
      const set = (enabled: boolean) => site.api.updateGateway({ name: "main", enabled });
      const steps = [
        { from: "Pause", to: "Resume", key: "p", next: () => site.api.pauseGateway({ name: "main" }) },
        { from: "Resume", to: "Pause", key: "p", next: () => site.api.resumeGateway({ name: "main" }) },
        { from: "Switch off", to: "Switch on", key: "o", next: () => set(false) },
        { from: "Switch on", to: "Switch off", key: "o", next: () => set(true) },
      ];
      for (const { from, to, key, next } of steps) {
        await button(page, from).waitFor();
        await refuse(
          page,
          /\/gateways\/main/,
          () => page.keyboard.press(key),
          () => button(page, to).waitFor(),
        );
        await page.getByRole("alert").getByText("Nothing was changed").waitFor();
        await button(page, from).waitFor();
        expect(await button(page, to).count()).toBe(0);
        await next();
        await page.reload();
      }
    }));

  test("a schedule that was paused or resumed is as it was", async () => {
    const { schedule_id: id = "" } = await site.api.sendMessage({
      numbers: ["+4915112345622"],
      message: "Later",
      schedule: new Date(Date.now() + 3 * day).toISOString(),
    });
    await as("operator", `/schedules/${id}`, async (page) => {
      for (const [from, to] of [
        ["Pause", "Resume"],
        ["Resume", "Pause"],
      ] as const) {
        await button(page, from).waitFor();
        await refuse(
          page,
          /\/schedules\/[^/]+\/(?:pause|resume)/,
          () => page.keyboard.press("p"),
          () => button(page, to).waitFor(),
        );
        await page.getByRole("alert").getByText("Nothing was changed").waitFor();
        await button(page, from).waitFor();
        expect(await button(page, to).count()).toBe(0);
        await site.api.pauseSchedule({ id });
        await page.reload();
      }
    });
  });

  test("an alert whose acknowledgement was refused needs attention again", async () => {
    await pool.query(`insert into alerts (id, kind, subject, level, data, first_seen_at, opened_at)
      values (gen_random_uuid(), 'codes_unverified', 'NG', 1, '{"sent": 50, "verified": 3}', now(), now())`);
    await as("operator", "/overview", async (page) => {
      const acknowledge = button(page, "Acknowledge: Few codes to NG are verified");
      await acknowledge.waitFor();
      await refuse(
        page,
        /\/alerts\/[^/]+/,
        () => acknowledge.click(),
        () => page.getByText("1 acknowledged alert is open").waitFor(),
      );
      await page.getByRole("alert").getByText("The alert was not acknowledged").waitFor();
      await acknowledge.waitFor();
      await page.getByRole("heading", { name: "1 alert needs you" }).waitFor();
    });
  });
});
