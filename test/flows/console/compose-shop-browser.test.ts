import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

describe.skipIf(!browserPresent)("choosing a customer of a shop in the console", () => {
  let shop: ShopStandIn;
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startShopStandIn();
    const settings = { TIDINGS_COMMERCE: shop.dsn(), TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8" };
    [site, browser] = await Promise.all([openConsole(settings), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_users", "svc_outbox"]);
    await site.userWith("clerk", ["svc_sendsms"]);
    shop.customers.push(
      { id: 4, first_name: "Cora", last_name: "Kern", phone: "0151 12353001", country: "DE" },
      { id: 5, first_name: "Cora", last_name: "Mute", phone: "" },
      { id: 6, first_name: "Cosmo", last_name: "Mute", phone: "ask me" },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await shop?.close();
  });

  // `visit` fails on whatever the browser complains about, such as a call that is answered with 404.
  test("one is found by name and sent to, one without a number cannot be chosen, and no call fails", () =>
    visit(site, browser, "ada", "/compose", async (page) => {
      const to = page.getByLabel("To: a group, a name or a number");
      const customer = (name: RegExp) => page.getByRole("group", { name: "Customers" }).getByRole("option", { name });
      await to.fill("mute");
      for (const name of [/Cora Mute/, /Cosmo Mute/]) {
        await customer(name).getByText("no phone number").waitFor();
        expect(await customer(name).getAttribute("aria-disabled")).toBe("true");
      }
      await to.fill("cora");
      await customer(/Cora Kern/).click();
      await page.getByRole("button", { name: "Remove Cora Kern", exact: true }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByLabel("Text", { exact: true }).fill("Hi {{name | you}}");
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
      await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
      const { items } = await site.api.listOutbox({});
      expect(items.map(({ recipient, message }) => [recipient, message])).toEqual([["+4915112353001", "Hi Cora Kern"]]);
    }));

  test("digits are a number, for which the shop is not searched, and neither is it for who may not see customers", async () => {
    shop.calls.length = 0;
    await visit(site, browser, "ada", "/compose", async (page) => {
      const looked = page.waitForResponse((response) => response.url().includes("kind=customers"));
      await page.getByLabel("To: a group, a name or a number").fill("12353001");
      await looked;
      await expect.poll(() => page.getByRole("listbox").getByRole("option").count()).toBe(1);
    });
    await visit(site, browser, "clerk", "/compose", async (page) => {
      const looked = page.waitForResponse((response) => response.url().includes("search=cora"));
      await page.getByLabel("To: a group, a name or a number").fill("cora");
      await looked;
      expect(await page.getByRole("listbox").getByRole("option").count()).toBe(0);
    });
    expect(shop.calls).toEqual([]);
  });

  test("a shop that does not answer is reported once, and the other results can still be chosen", async () => {
    await site.api.createRole({ name: "cora", label: "Cora fans", capabilities: [] });
    shop.calls.length = 0;
    shop.issues.push(403, 403, 403, 403);
    await visit(
      site,
      browser,
      "ada",
      "/compose",
      async (page) => {
        const to = page.getByLabel("To: a group, a name or a number");
        await to.fill("cora");
        await page.getByText("Not everyone could be looked up. Try again in a moment.").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        await to.press("Enter");
        await page.getByRole("button", { name: "Remove Cora fans", exact: true }).waitFor();
        expect(shop.calls).toHaveLength(1);
      },
      { tolerated: /status of 503/ },
    );
    shop.issues.length = 0;
  });
});
