import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Capability } from "#domain/access/capability";

import { browserPresent, desktop, launchBrowser, overflowOf, phone as narrow } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

const all: readonly Capability[] = ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting"];
const screens =
  "overview compose messages outbox schedules inbox templates subscribers groups segments import suppressions forms forms/new fields gateways webhooks developers users safety settings audit account";

describe.skipIf(!browserPresent)("where the sandbox phone of the console stands", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", all);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const button = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Sandbox phone/ });
  const phone = (page: Page) => page.getByRole("region", { name: "Sandbox phone" });

  test("while it is open it covers neither what saves nor what discards", () =>
    as("ada", "/settings", { viewport: desktop }, async (page) => {
      await button(page).click();
      await phone(page).waitFor();
      await page.getByLabel("Text with the code", { exact: true }).fill("{{sender}}: {{code}}");
      for (const name of [/^Save/, "Discard"]) await page.getByRole("button", { name }).click({ trial: true });
      await page.getByRole("button", { name: "Discard" }).click();
      await phone(page).getByRole("button", { name: "Close the sandbox phone" }).click();
    }));

  for (const locale of ["en-GB", "fa-IR"]) {
    test(`while it is open, every screen is beside it: ${locale}`, async () => {
      const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce", locale });
      const page = await context.newPage();
      await site.admit(page, "ada");
      await page.goto(site.url);
      await page.locator("header button[aria-expanded][data-hint]").last().click();
      const covered = `(() => {
        const phone = document.querySelector("[data-sandbox-phone]").getBoundingClientRect();
        const isUnder = (part) => {
          const box = part.getBoundingClientRect();
          return box.width > 1 && box.right > phone.left && box.left < phone.right;
        };
        const parts = document.querySelectorAll("#screen :is(h1, a, button, input, textarea, [role=row], aside)");
        return [...parts].filter(isUnder).map((part) => part.outerHTML);
      })()`;
      for (const screen of screens.split(" ")) {
        await page.goto(`${site.url}/${screen}`);
        await page.locator("#screen h1").first().waitFor();
        await page.locator("[data-sandbox-phone]").waitFor();
        for (const width of [1280, 1620, 2000]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate(covered), `${screen} at ${width} px`).toEqual([]);
          expect(await overflowOf(page), `${screen} at ${width} px`).toBe(0);
        }
      }
      await context.close();
    });
  }

  test("beside it the sidebar shows icons alone where the screen needs the width, unless it is widened", () =>
    as("ada", "/outbox", { viewport: desktop }, async (page) => {
      const sidebar = async () => (await page.locator("#sidebar").boundingBox())!.width;
      expect(await sidebar()).toBeGreaterThan(200);
      await button(page).click();
      await phone(page).waitFor();
      await expect.poll(sidebar).toBeLessThan(80);
      await page.setViewportSize({ width: 1700, height: 800 });
      await expect.poll(sidebar).toBeGreaterThan(200);
      await page.setViewportSize(desktop);
      await expect.poll(sidebar).toBeLessThan(80);
      await page.getByRole("button", { name: "Narrow sidebar" }).click();
      await expect.poll(sidebar).toBeGreaterThan(200);
      await phone(page).getByRole("button", { name: "Close the sandbox phone" }).click();
      expect(await sidebar()).toBeGreaterThan(200);
    }));

  test("the sidebar is wide again when the last sandbox is switched off beside it", () =>
    as("ada", "/outbox", { viewport: desktop }, async (page) => {
      const sidebar = async () => (await page.locator("#sidebar").boundingBox())!.width;
      await button(page).click();
      await phone(page).waitFor();
      await expect.poll(sidebar).toBeLessThan(80);
      const [sandbox] = (await site.api.listGateways({})).items;
      await page.route("**/svc/v1/gateways*", (route) =>
        route.fulfill({ json: { status: "success", message: "", error: [], data: { items: [], order: [] } } }),
      );
      expect(sandbox!.kind).toBe("sandbox");
      await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
      await phone(page).waitFor({ state: "detached" });
      await expect.poll(sidebar).toBeGreaterThan(200);
    }));

  test("where it stands on the screen, it is put away by a press on the screen", async () => {
    for (const viewport of [{ width: 1000, height: 800 }, narrow]) {
      await as("ada", "/groups", { viewport }, async (page) => {
        await button(page).click();
        await phone(page).waitFor();
        await phone(page).getByRole("heading", { name: "Sandbox phone" }).click();
        await page.getByRole("heading", { name: "Groups", exact: true }).click();
        await phone(page).waitFor({ state: "detached" });
      });
    }
  });

  test("it is put away when the focus moves to something that it covers, and the focus stays there", async () => {
    for (const nth of [1, 2, 3, 4, 5, 6, 7, 8]) await site.api.createGroup({ name: `Choir ${nth}` });
    await as("ada", "/groups", { viewport: { width: 1000, height: 800 } }, async (page) => {
      await button(page).click();
      await phone(page).waitFor();
      const covered = page.getByRole("link", { name: "Write to Choir 5" });
      await page.getByRole("searchbox").focus();
      await phone(page).waitFor();
      await covered.focus();
      await phone(page).waitFor({ state: "detached" });
      expect(await page.evaluate<string>("document.activeElement.ariaLabel")).toBe("Write to Choir 5");
      await covered.click({ trial: true });
      await button(page).click();
      await phone(page).waitFor();
    });
  });
});
