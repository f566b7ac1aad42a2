import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("the focus and the keys", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("chief", ["svc_subscribers", "svc_setting", "svc_sendsms", "svc_outbox"]);
    for (const name of ["Archery", "Choir", "Garden"]) await site.api.createGroup({ name });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = (path: string, work: (page: Page) => Promise<void>) => visit(site, browser, "chief", path, work);
  const focused = (page: Page) => expect.poll(() => page.evaluate<string>("document.activeElement.textContent"));

  test("a deleted row gives the focus to the next one, the last row to the one before", () =>
    as("/groups", async (page) => {
      for (const [deleted, next] of [
        ["Choir", "Garden"],
        ["Garden", "Archery"],
      ] as const) {
        await page.getByRole("button", { name: `Delete ${deleted}` }).click();
        await page.getByRole("button", { name: "Delete this group" }).click();
        await page.getByRole("link", { name: deleted, exact: true }).waitFor({ state: "detached" });
        await focused(page).toBe(next);
      }
    }));

  test("a number chooses a part of the settings, and the help names it", () =>
    as("/safety", async (page) => {
      const part = (name: string) => page.getByRole("link", { name, exact: true });
      await part("Quiet hours").waitFor();
      await page.keyboard.press("5");
      await page.getByRole("heading", { name: "Spend cap" }).waitFor();
      expect(await part("Spending").getAttribute("aria-current")).toBe("page");
      await page.keyboard.press("?");
      await page.getByRole("dialog").getByText("Spending").waitFor();
    }));

  test("a key that is pressed in a menu or in the panel of a filter leaves the screen as it is", () =>
    as("/outbox", async (page) => {
      for (const [filter, role] of [
        ["State", "menu"],
        ["When", "dialog"],
      ] as const) {
        await page.getByRole("button", { name: filter, exact: true }).click();
        const open = page.getByRole(role);
        await open.locator("button").first().focus();
        await page.keyboard.press("?");
        await page.keyboard.press("Escape");
        await open.waitFor({ state: "detached" });
        expect(await page.getByRole("dialog").count()).toBe(0);
      }
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    }));
});
