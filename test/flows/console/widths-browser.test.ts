import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { screensOf, type Screen } from "../../../scripts/screenshots/screens.ts";
import { browserPresent, complaintsOf, launchBrowser, overflowOf } from "../../support/console/browser.ts";
import { crowdedCards, cutWords, longLines, smallTargets, unreachable } from "../../support/console/layout.ts";
import { openConsole, type OpenConsole, webPassword } from "../../support/console/open-console.ts";
import { showScreen } from "../../support/console/show-screen.ts";
import { main } from "../../support/service/main.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

const windows = [
  { what: "the smallest phone", viewport: { width: 360, height: 640 }, touched: true },
  { what: "a laptop", viewport: { width: 1_280, height: 800 }, touched: false },
  { what: "a screen of 3840 × 2160", viewport: { width: 3_840, height: 2_160 }, touched: false },
] as const;

describe.skipIf(!browserPresent)("every screen", () => {
  let site: OpenConsole;
  let browser: Browser;
  let screens: readonly Screen[];
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole({ TIDINGS_COUNTRY: "DE" }), launchBrowser()]);
    const env = { ...bareEnvironment, ...site.settings, TIDINGS_LISTEN: new URL(site.url).host };
    await promisify(execFile)(process.execPath, [main, "demo", "--people", "200", "--messages", "500"], { env });
    const person = { username: "maya", name: "Maya", email: "maya@example.com", password: webPassword };
    await site.api.createUser({ ...person, roles: ["administrator"] });
    // The page of the parts shows skeletons forever.
    screens = (await screensOf(site.api)).filter(({ name }) => name !== "components");
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const title = "fits on $what, its lines can be read, and what a finger presses is as large as it";
  test.each(windows)(title, { timeout: 300_000 }, async ({ viewport, touched }) => {
    const context = await browser.newContext({
      viewport,
      hasTouch: touched,
      isMobile: touched,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const complaints = await complaintsOf(page);
    await page.goto(`${site.url}/account`);
    await page.locator("input[autocomplete^=username]").fill("maya");
    await page.locator("input[type=password]").fill(webPassword);
    await page.locator("button[type=submit]").click();
    await page.locator("#screen h1").first().waitFor();
    for (const { name, path } of screens) {
      await showScreen(page, path);
      const found = {
        overflow: await overflowOf(page),
        unreachable: await unreachable(page),
        longLines: await longLines(page),
        smallTargets: touched ? await smallTargets(page) : [],
        crowdedCards: await crowdedCards(page),
        cutWords: touched ? [] : await cutWords(page),
      };
      const shots = process.env["SHOTS"];
      if (shots) await page.screenshot({ path: `${shots}/${viewport.width}-${name}.png` });
      const none = { overflow: 0, unreachable: [], longLines: [], smallTargets: [], crowdedCards: [], cutWords: [] };
      expect.soft([name, found]).toEqual([name, none]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
