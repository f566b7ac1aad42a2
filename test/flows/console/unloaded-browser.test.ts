import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { Browser } from "playwright-core";
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
    await site.userWith("reader", ["svc_outbox"]);
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
});
