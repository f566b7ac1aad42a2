import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("a form in a drawer", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_subscribers"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const drawer = (page: Page) => page.getByRole("dialog", { name: "Create a group" });
  const name = (page: Page) => drawer(page).getByLabel("Name");
  const question = (page: Page) => page.getByRole("dialog", { name: "What you changed is not saved" });
  const answer = async (page: Page, button: string): Promise<void> => {
    await question(page).getByRole("button", { name: button }).click();
    await question(page).waitFor({ state: "detached" });
  };
  const openDrawer = (page: Page) => page.getByRole("button", { name: "Create a group" }).first().click();

  test("asks before what was typed is lost: by Escape, by a press beside it, by Back and by the palette", () =>
    visit(site, browser, "ada", "/groups", async (page) => {
      await openDrawer(page);
      await name(page).fill("Typed for ten minutes");
      await page.keyboard.press("Escape");
      await question(page).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await answer(page, "Go on editing");
      await page.mouse.click(40, 400);
      await answer(page, "Go on editing");
      await page.goBack();
      await answer(page, "Go on editing");
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Search or do" }).fill("Segments");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Go to Segments/ })
        .click();
      await answer(page, "Go on editing");
      expect(new URL(page.url()).pathname).toBe("/groups");
      expect(await name(page).inputValue()).toBe("Typed for ten minutes");
      await drawer(page).getByRole("button", { name: "Close" }).click();
      await answer(page, "Leave anyway");
      await drawer(page).waitFor({ state: "detached" });
      expect((await site.api.listGroups({})).items.map((group) => group.name)).not.toContain("Typed for ten minutes");
    }));

  test("closes at once where nothing was changed, and after it was saved", () =>
    visit(site, browser, "ada", "/groups", async (page) => {
      await openDrawer(page);
      await name(page).waitFor();
      await page.keyboard.press("Escape");
      await drawer(page).waitFor({ state: "detached" });
      await openDrawer(page);
      await name(page).fill("Fair");
      await page.getByRole("button", { name: "Create this group" }).click();
      await drawer(page).waitFor({ state: "detached" });
      expect(await question(page).count()).toBe(0);
      await page.getByRole("link", { name: "Fair", exact: true }).waitFor();
    }));
});
