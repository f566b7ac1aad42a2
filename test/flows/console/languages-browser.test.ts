import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { screensOf, type Screen } from "../../../scripts/screenshots/screens.ts";
import {
  accessibilityIssues,
  browserPresent,
  complaintsOf,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { screenTexts } from "../../support/console/screen-texts.ts";
import { serviceTexts } from "../../support/console/service-texts.ts";
import { openConsole, type OpenConsole, webPassword } from "../../support/console/open-console.ts";
import { showScreen } from "../../support/console/show-screen.ts";
import { main } from "../../support/service/main.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

const languages = [
  { language: "de", locale: "de-CH", direction: "ltr", colorScheme: "light", settings: "Einstellungen" },
  { language: "fa", locale: "fa", direction: "rtl", colorScheme: "dark", settings: "تنظیمات" },
] as const;

/** What the page shows or reads out. A sentence that is in no catalog is marked as English, in a `bdi`. */
const SHOWN = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("code, pre, kbd, [lang=en]:not(bdi)")) texts.push(walker.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "data-hint"])
    for (const one of document.querySelectorAll("[" + name + "]")) texts.push(one.getAttribute(name));
  return texts.map((text) => text.trim());
})()`;
/** Texts with digits of Latin scripts, except in codes, numbers to dial and texts of people. */
const LATIN_DIGITS = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const own = walker.currentNode.parentElement.closest("style, code, pre, kbd, textarea, bdi, [dir=ltr], [lang=en]");
    if (!own && /[0-9]/.test(walker.currentNode.data)) texts.push(walker.currentNode.data);
  }
  return texts;
})()`;
/** With texts of people, names of gateways and addresses. */
const foreign: ReadonlySet<string> = new Set(["inbox", "gateway-kinds", "gateway-kind", "account"]);
/** States whose word is cut off. */
const CUT = `[...document.querySelectorAll("[data-tone]")].filter((badge) => {
  const cell = badge.closest("[role=cell], td");
  if (!cell) return false;
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return badge.getBoundingClientRect().width > cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 1;
}).map((badge) => badge.textContent)`;
/** Labels of drawings that reach beyond their edge. */
const BEYOND = `[...document.querySelectorAll("svg text")].filter((label) => {
  const [own, drawing] = [label.getBoundingClientRect(), label.closest("svg").getBoundingClientRect()];
  return own.left < drawing.left - 1 || own.right > drawing.right + 1;
}).map((label) => label.textContent)`;
/** Texts of threads that do not begin where the row does. */
const ADRIFT = `[...document.querySelectorAll("#screen li a")].filter((row) => {
  const range = document.createRange();
  range.selectNodeContents(row.children[2]);
  const { paddingRight } = getComputedStyle(row);
  return row.getBoundingClientRect().right - parseFloat(paddingRight) - range.getBoundingClientRect().right > 2;
}).map((row) => row.textContent)`;

describe.skipIf(!browserPresent)("the console in other languages", () => {
  let site: OpenConsole;
  let browser: Browser;
  let screens: readonly Screen[];
  beforeAll(async () => {
    const settings = { TIDINGS_COUNTRY: "DE" };
    [site, browser] = await Promise.all([openConsole(settings), launchBrowser()]);
    const env = { ...bareEnvironment, ...site.settings, TIDINGS_LISTEN: new URL(site.url).host };
    await promisify(execFile)(process.execPath, [main, "demo", "--people", "200", "--messages", "500"], { env });
    const person = { username: "maya", name: "Maya", email: "maya@example.com", password: webPassword };
    await site.api.createUser({ ...person, roles: ["administrator"] });
    // The page of the design's parts is for those who build it, and in English.
    screens = (await screensOf(site.api)).filter(({ name }) => name !== "components");
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function signIn(page: Page): Promise<void> {
    await page.locator("input[autocomplete^=username]").fill("maya");
    await page.locator("input[type=password]").fill(webPassword);
    await page.locator("button[type=submit]").click();
    await page.locator("#screen h1").first().waitFor();
  }

  async function writtenByPeople(): Promise<string[]> {
    const [roles, fields, sent] = await Promise.all([
      site.api.listRoles(),
      site.api.listFields(),
      site.api.listOutbox({ state: ["undelivered"] }),
    ]);
    return [
      ...roles.items.map(({ label }) => label),
      ...fields.items.flatMap(({ choices }) => choices ?? []),
      ...sent.items.map(({ message }) => message),
    ];
  }

  test.each(languages)(
    "every screen speaks $language and fits",
    { timeout: 300_000 },
    async ({ language, locale, direction, colorScheme }) => {
      const read = (file: string): Record<string, unknown> =>
        JSON.parse(readFileSync(`console/src/languages/${file}.json`, "utf8"));
      const catalogs = [language, ...Object.keys(screenTexts).map((part) => `service/${part}/${language}`)].map(read);
      const translated = catalogs.flatMap((catalog) => Object.keys(catalog).filter((key) => catalog[key] !== key));
      // What people wrote stays as it is.
      const own = new Set(await writtenByPeople());
      const english = new Set([...translated, ...serviceTexts()].filter((key) => !own.has(key)));
      const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce", locale, colorScheme });
      const page = await context.newPage();
      const complaints = await complaintsOf(page);
      await page.goto(`${site.url}/account`);
      await signIn(page);
      expect(await page.locator(`html[lang=${language}][dir=${direction}]`).count()).toBe(1);
      for (const { name, path } of screens) {
        await page.setViewportSize(desktop);
        await showScreen(page, path);
        const shown = await page.evaluate<string[]>(SHOWN);
        expect.soft([name, shown.filter((text) => english.has(text))]).toEqual([name, []]);
        expect.soft([name, await page.evaluate(CUT)]).toEqual([name, []]);
        expect.soft([name, await page.evaluate(BEYOND)]).toEqual([name, []]);
        if (language === "fa" && !foreign.has(name)) {
          const latin = await page.evaluate<string[]>(LATIN_DIGITS);
          expect.soft([name, latin.filter((text) => !own.has(text))]).toEqual([name, []]);
        }
        // What is read out does not depend on the length of words: other tests look at it from left to right.
        if (direction === "rtl") expect.soft([name, await accessibilityIssues(page)]).toEqual([name, []]);
        expect.soft([name, await overflowOf(page)]).toEqual([name, 0]);
        await page.setViewportSize(phone);
        // What is shown on a narrow screen alone comes a moment later.
        await expect.poll(() => overflowOf(page), { message: name }).toBe(0);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("from right to left, what someone wrote in Latin letters begins below the name and not in the middle", async () => {
    const context = await browser.newContext({ viewport: phone, reducedMotion: "reduce", locale: "fa" });
    const page = await context.newPage();
    await page.goto(`${site.url}/inbox`);
    await signIn(page);
    await page.locator("#screen li a").first().waitFor();
    expect(await page.evaluate(ADRIFT)).toEqual([]);
    await context.close();
  });

  test("the language is chosen before the sign-in and in the menu, and stays", async () => {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce", locale: "fr-FR" });
    const page = await context.newPage();
    await page.goto(`${site.url}/settings`);
    // There is no catalog for French.
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    await signIn(page);
    await page.getByRole("heading", { name: languages[0].settings }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: languages[0].settings }).waitFor();
    await page.getByRole("banner").getByRole("button", { name: /Maya/ }).click();
    await page.getByRole("menuitem", { name: "فارسی" }).click();
    await page.getByRole("heading", { name: languages[1].settings }).waitFor();
    await page.getByRole("banner").getByRole("button", { name: /Maya/ }).click();
    await page.getByRole("menuitem", { name: "English" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await context.close();
  });
});
