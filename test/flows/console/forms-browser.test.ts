import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit, type VisitOptions } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("fields, segments and forms in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("editor", ["svc_subscribers"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const asEditor = (path: string, options: VisitOptions, work: (page: Page) => Promise<void>, tolerated?: RegExp) =>
    visit(site, browser, "editor", path, work, { ...options, ...(tolerated && { tolerated }) });

  const choose = async (page: Page, name: string, option: string, nth = 0) => {
    await page.getByRole("combobox", { name }).nth(nth).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };

  test("a field is created, used and archived, and one with values is not deleted", () =>
    asEditor(
      "/fields",
      {},
      async (page) => {
        await page.getByRole("button", { name: "Create a field" }).first().click();
        const dialog = page.getByRole("dialog", { name: "Create a field" });
        await dialog.getByLabel("Name", { exact: true }).fill("Home town");
        await dialog.getByText("{{fields.home_town}}").waitFor();
        await dialog.getByRole("button", { name: "Create this field" }).click();
        const { id: group } = await site.api.createGroup({ name: "Friends" });
        const person = { mobile: "+4915160000001", group_id: group, double_opt_in: false };
        await site.api.createSubscriber({ ...person, name: "Ada", custom_fields: { home_town: "Berlin" } });
        await page.getByRole("table", { name: "Fields" }).getByRole("link", { name: "Home town" }).click();
        const open = page.getByRole("dialog", { name: "Home town" });
        await open.getByRole("button", { name: "Delete this field" }).click();
        await page
          .getByRole("dialog", { name: "Delete the field Home town?" })
          .getByRole("button", { name: "Delete this field" })
          .click();
        await open.getByText("People have a value of this field, so it was not deleted.").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        await open.getByRole("button", { name: "Archive this field" }).click();
        await page.getByRole("button", { name: "Undo" }).click();
        await open.getByRole("button", { name: "Archive this field" }).waitFor();
        expect(await site.api.getField({ key: "home_town" })).toMatchObject({ archived: false });
      },
      /status of 409/,
    ));

  test("a segment is built from rows, counts who matches while it is written, and is edited as it was stored", () =>
    asEditor("/segments", {}, async (page) => {
      await page.getByRole("link", { name: "Create a segment" }).first().click();
      await page.getByLabel("Name", { exact: true }).fill("Berliners");
      await choose(page, "About", "Home town");
      await page.getByLabel("Value of Home town").fill("Berlin");
      await page.getByText("1 person matches now").waitFor();
      await page.getByRole("link", { name: "Ada" }).waitFor();
      await page.getByRole("button", { name: "Add a condition" }).first().click();
      await choose(page, "About", "Known since", 1);
      await page.getByLabel("Value of Known since").fill("2020-02-03");
      await page.getByText("1 person matches now").waitFor();
      await page.getByRole("button", { name: "Create this segment" }).click();
      await page.waitForURL(/\/segments\/\d+/);
      await page.getByRole("heading", { name: "Berliners", level: 1 }).waitFor();
      await page.getByText("1 of them would get a text").waitFor();
      // The day, and not the instant that the service stores for it.
      expect(await page.getByLabel("Value of Known since").inputValue()).toBe("2020-02-03");
      await page.getByLabel("Value of Home town").fill("Paris");
      await page.getByText("0 people match now").waitFor();
      await page.getByRole("button", { name: "Save this segment" }).click();
      await page.getByText("Saved the segment Berliners.").first().waitFor();
      const { items } = await site.api.listSegments({});
      expect(items[0]?.filter.all[0]).toEqual({ field: "custom_fields.home_town", op: "is", value: "Paris" });
      await page.getByRole("link", { name: "Segments" }).last().click();
      await page.getByText("Home town is Paris, and Known since is after Feb 3, 2020").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("a form is written beside its preview, and its page is there for everybody", () =>
    asEditor("/new-form", {}, async (page) => {
      await page.getByLabel("Title", { exact: true }).fill("Our news");
      await page.getByText("/p/our-news – it cannot be changed later.").waitFor();
      await page.getByRole("combobox", { name: "Groups" }).click();
      await page.getByRole("option", { name: "Friends" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Ask for a field" }).click();
      await page.getByRole("menuitem", { name: "Home town" }).click();
      await page.getByRole("region", { name: "Preview" }).getByText("Home town").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("button", { name: "Create this form" }).click();
      await page.waitForURL(/\/forms\/our-news/);
      const opened = page.waitForEvent("popup");
      await page.getByRole("link", { name: "Open its page" }).click();
      const shown = await opened;
      await shown.getByRole("heading", { name: "Our news" }).waitFor();
      await shown.getByLabel(/Home town/).waitFor();
      await shown.close();
      await page.getByLabel("Open to everybody").uncheck({ force: true });
      await page.getByRole("button", { name: "Save this form" }).click();
      await page.getByText("Closed", { exact: true }).waitFor();
      expect(await site.api.getForm({ slug: "our-news" })).toMatchObject({ enabled: false, open: false });
    }));

  test("a chosen group with a long name does not make the form wider than a window at 200 %", async () => {
    const { id: group } = await site.api.createGroup({ name: "w".repeat(100) });
    await site.api.createForm({ slug: "wide", title: "Wide", consent: "Yes, text me", group_ids: [group] });
    await asEditor("/forms/wide", { viewport: { width: 640, height: 400 } }, async (page) => {
      await page.getByText("w".repeat(100)).first().waitFor();
      expect(await overflowOf(page)).toBe(0);
    });
  });

  test("on a phone in the dark nothing is wider than the screen, and no issue is serious", () =>
    asEditor("/segments/1", { colorScheme: "dark", viewport: phone }, async (page) => {
      const places = [
        ["/segments/1", "Berliners"],
        ["/forms/our-news", "Our news"],
        ["/fields", "Fields"],
        ["/forms", "Forms"],
      ] as const;
      for (const [path, heading] of places) {
        await page.goto(`${site.url}${path}`);
        await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
    }));
});
