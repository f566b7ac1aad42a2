import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";

const ASSETS = fileURLToPath(new URL("../../../console/dist/console-assets/", import.meta.url));

/** The code that computes where a menu is: built files have no names of their own. */
async function filesThatPlace(): Promise<readonly string[]> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => readFile(ASSETS + name, "utf8")));
  return names.filter((_, nth) => texts[nth]!.includes("crossAxis"));
}

describe.skipIf(!browserPresent)("code that cannot be loaded", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("reader", ["svc_outbox", "svc_inbox", "svc_subscribers"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("of a menu leaves the page and what is typed as they are, and the menu opens once it can", () =>
    visit(
      site,
      browser,
      "reader",
      "/profile",
      async (page) => {
        const names = await filesThatPlace();
        const code = (url: URL): boolean => names.some((name) => url.pathname.endsWith(`/${name}`));
        await page.route(code, (route) => route.abort("internetdisconnected"));
        await page.goto(`${site.url}/outbox`);
        const filter = page.getByRole("button", { name: "State", exact: true });
        await filter.waitFor();
        await page.evaluate("document.body.dataset.loaded = 'once'");
        await page.getByRole("searchbox").fill("parcel");
        await filter.click();
        await page.getByText("This could not be loaded.").first().waitFor();
        expect(await filter.getAttribute("aria-expanded")).toBe("false");
        expect(await page.getByRole("searchbox").inputValue()).toBe("parcel");
        expect(await page.evaluate("document.body.dataset.loaded")).toBe("once");
        await page.unroute(code);
        await filter.click();
        await page.getByRole("menu").or(page.getByRole("dialog")).waitFor();
      },
      { tolerated: /ERR_INTERNET_DISCONNECTED/ },
    ));

  /** A newer release is there: what this page has not loaded yet is gone, until the page is loaded anew. */
  const replaceCode = async (page: Page) => {
    let isOld = true;
    await page.route("**/console-assets/*", (route) =>
      isOld ? route.fulfill({ status: 404, body: "gone" }) : route.continue(),
    );
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isOld = false;
    });
    await page.evaluate("document.body.dataset.loaded = 'once'");
  };
  const isSamePage = (page: Page) => page.evaluate("document.body.dataset.loaded === 'once'");

  test("of a screen that a newer release replaced loads the page again, once it is needed", () =>
    visit(
      site,
      browser,
      "reader",
      "/outbox",
      async (page) => {
        await page.getByRole("searchbox").waitFor();
        await replaceCode(page);
        const gone = page.waitForResponse((response) => response.status() === 404);
        const link = page.getByRole("link", { name: "Inbox", exact: true });
        // It is loaded beforehand, and nobody asked for another page.
        await link.hover();
        await gone;
        expect(await isSamePage(page)).toBe(true);
        await link.press("Enter");
        await page.getByRole("heading", { name: "Inbox", exact: true }).waitFor();
        expect(await isSamePage(page)).toBe(false);
        expect(new URL(page.url()).pathname).toBe("/inbox");
        expect(await page.getByRole("alert").count()).toBe(0);
      },
      { tolerated: /404|preload|dynamically imported/ },
    ));

  test("of an overlay that a newer release replaced leaves what is typed as it is, and offers to load the page", () =>
    visit(
      site,
      browser,
      "reader",
      "/outbox",
      async (page) => {
        await page.getByRole("searchbox").fill("parcel");
        await replaceCode(page);
        await page.keyboard.press("Control+k");
        const again = page.getByRole("button", { name: "Load the page again" });
        await again.waitFor();
        expect(await isSamePage(page)).toBe(true);
        await again.click();
        await page.getByRole("searchbox").waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("textbox", { name: "Search or do" }).waitFor();
      },
      { tolerated: /404|preload|dynamically imported|missing/ },
    ));

  test("of a screen leaves the page where there is no connection, and is loaded by itself once there is one", () =>
    visit(
      site,
      browser,
      "reader",
      "/outbox",
      async (page) => {
        await page.getByRole("searchbox").waitFor();
        await page.context().setOffline(true);
        await page.getByRole("link", { name: "Groups", exact: true }).press("Enter");
        await page.getByText("The service did not answer.").waitFor();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByText("Reconnecting…").waitFor();
        await page.context().setOffline(false);
        await page.getByRole("heading", { name: "Groups", exact: true }).waitFor();
      },
      { tolerated: /ERR_|preload|dynamically imported|Failed to fetch/ },
    ));
});
