import { createHmac } from "node:crypto";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { WEBHOOK_SECRET, wooOrder } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

describe.skipIf(!browserPresent)("order notices in the console", () => {
  let shop: ShopStandIn;
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startShopStandIn();
    const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}&name=Tea%20shop`;
    const settings = { TIDINGS_COMMERCE: shop.dsn(options), TIDINGS_COUNTRY: "DE" };
    [site, browser] = await Promise.all([openConsole(settings), launchBrowser()]);
    await site.userWith("owner", ["svc_setting", "svc_outbox", "svc_inbox"]);
    await site.userWith("operator", ["svc_setting"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await shop?.close();
  });

  const as = visitor(() => [site, browser]);
  const notices = async () =>
    (await site.api.listOrderNotices({})).items.map(({ status, to, template, enabled }) => ({
      status,
      to,
      template,
      enabled,
    }));
  const shopCalls = async (order: object) => {
    const body = JSON.stringify(order);
    const signature = createHmac("sha256", WEBHOOK_SECRET).update(body).digest("base64");
    const response = await fetch(`${site.url}/svc/v1/commerce/woocommerce/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-wc-webhook-topic": "order.updated",
        "x-wc-webhook-signature": signature,
      },
      body,
    });
    expect(response.status).toBe(200);
  };
  const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

  test("by keyboard alone: choose a state, write the text, change it, switch it off and take that back", () =>
    as("owner", "/outbox", async (page) => {
      await page.getByRole("heading", { name: "Outbox" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Search or do" }).fill("orders");
      await page.getByRole("dialog").getByText("Settings: Orders").first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByText("No order notices yet").waitFor();
      await page.keyboard.press("a");
      const drawer = page.getByRole("dialog", { name: "Add an order notice" });
      await drawer.getByRole("textbox", { name: "Text", exact: true }).focus();
      await page.keyboard.type("Hello ");
      await drawer.getByRole("combobox", { name: "Insert a variable" }).focus();
      await page.keyboard.type("billing_first");
      await page.getByRole("option", { name: "billing_first_name" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      const text = drawer.getByRole("textbox", { name: "Text", exact: true });
      await expect.poll(() => text.inputValue()).toBe("Hello %billing_first_name%");
      await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("template");
      await page.keyboard.type(", it is done.");
      await page.keyboard.press("Control+s");
      await drawer.waitFor({ state: "detached" });
      const stored = { status: "completed", to: "customer", template: "Hello %billing_first_name%, it is done." };
      expect(await notices()).toEqual([{ ...stored, enabled: true }]);

      await row(page, stored.template).waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("o");
      await page.getByText("The notice for “Completed” is off.").first().waitFor();
      expect(await notices()).toEqual([{ ...stored, enabled: false }]);
      await page.keyboard.press("z");
      await expect.poll(notices).toEqual([{ ...stored, enabled: true }]);

      await page.keyboard.press("Enter");
      const change = page.getByRole("dialog", { name: "Completed: Buyer" });
      await change.getByRole("textbox", { name: "Text", exact: true }).fill("Order %order_id% is done.");
      await page.keyboard.press("Control+s");
      await change.waitFor({ state: "detached" });
      await row(page, "Order %order_id% is done.").waitFor();
    }));

  test("what was sent about an order leads to it, and a buyer who replied STOP is shown as opted out", async () => {
    await site.api.setOrderNotice({ status: "completed", template: "Order %order_id% is done." });
    await shopCalls(wooOrder(71, { status: "completed" }));
    const [entry] = (await site.api.listOutbox({ search: "Order 71" })).items;
    await site.api.replyAsSandboxPhone({ from: entry!.recipient, text: "STOP" });
    await shopCalls(wooOrder(72, { status: "completed", billing: { ...wooOrder(71).billing } }));
    await as("owner", "/settings?part=orders", async (page) => {
      await row(page, "#72").filter({ hasText: "Opted out" }).waitFor();
      await page.getByRole("searchbox", { name: "Order number" }).fill("71");
      await row(page, "#72").waitFor({ state: "detached" });
      await row(page, "#71").getByRole("link", { name: "Sent" }).press("Enter");
      await page.waitForURL(/\/outbox\?message_id=/);
      await row(page, "Order 71 is done.").waitFor();
      // As the list shows it; and what is no number does not show every order.
      await page.goto(`${site.url}/settings?part=orders`);
      await page.getByRole("searchbox", { name: "Order number" }).fill("#۷۱");
      await row(page, "#72").waitFor({ state: "detached" });
      await row(page, "#71").waitFor();
      await page.getByRole("searchbox", { name: "Order number" }).fill("Anna");
      await page.getByText("Nothing was sent about this order").waitFor();
    });
  });

  test("the key of Undo is that of what was done last, however much was done before", async () => {
    const statuses = ["cancelled", "completed", "failed", "on-hold", "pending"];
    onTestFinished(async () => {
      for (const status of statuses) await site.api.deleteOrderNotice({ status });
    });
    for (const status of statuses) await site.api.setOrderNotice({ status, template: `It is ${status}` });
    const enabled = async () => (await notices()).filter((one) => one.enabled).map(({ status }) => status);
    await as("owner", "/settings?part=orders", async (page) => {
      await row(page, "It is pending").waitFor();
      for (const status of statuses) {
        await row(page, `It is ${status}`).getByRole("link").first().focus();
        await page.keyboard.press("o");
        await expect.poll(enabled).not.toContain(status);
      }
      await page.getByText("The notice for “Pending payment” is off.").last().waitFor();
      await page.keyboard.press("z");
      await expect.poll(enabled).toEqual(["pending"]);
    });
  });

  test("the parts of the settings stand on one line", async () => {
    for (const locale of ["en-GB", "de-DE", "fa-IR"]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale });
      const page = await context.newPage();
      await site.admit(page, "owner");
      await page.goto(`${site.url}/settings`);
      await page.locator("#screen nav a").last().waitFor();
      const lines = "new Set([...document.querySelectorAll('#screen nav a')].map((one) => one.offsetTop)).size";
      expect(await page.evaluate(lines), locale).toBe(1);
      await context.close();
    }
  });

  test("a second notice for the same state and reader is not written over the first", async () => {
    await site.api.setOrderNotice({ status: "completed", template: "The first one" });
    const tolerated = { tolerated: /status of 400/ };
    await as("owner", "/settings?part=orders&notice=new", tolerated, async (page) => {
      const drawer = page.getByRole("dialog", { name: "Add an order notice" });
      await drawer.getByRole("textbox", { name: "Text", exact: true }).fill("The second one");
      // It begins with one that is free.
      expect(await drawer.getByText("There is a notice for this already").count()).toBe(0);
      await drawer
        .getByRole("combobox", { name: "Order status" })
        .or(drawer.getByLabel("Order status"))
        .first()
        .click();
      await page.getByRole("option", { name: "Completed" }).click();
      await drawer.getByText("There is a notice for this already").waitFor();
      await drawer.getByRole("button", { name: "Save this notice" }).click();
      await drawer.getByRole("textbox", { name: "Text", exact: true }).fill("The second one, %wrong%");
      await drawer
        .getByRole("combobox", { name: "To" })
        .or(drawer.getByRole("textbox", { name: "To" }))
        .click();
      await page.getByRole("option", { name: "Staff" }).click();
      await drawer.getByRole("button", { name: "Save this notice" }).click();
      await drawer.getByText("which no order has").waitFor();
      expect((await notices()).map(({ template }) => template)).toEqual(["The first one"]);
    });
  });

  test("deleting a notice can be undone", async () => {
    await site.api.setOrderNotice({ status: "completed", template: "Kept after all" });
    await as("owner", "/settings?part=orders&notice=completed.customer", async (page) => {
      await page.getByRole("button", { name: "Delete this notice" }).click();
      await page.getByText("No order notices yet").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await row(page, "Kept after all").waitFor();
    });
  });

  for (const look of looks) {
    test(`no serious issue in ${look.colorScheme} at ${look.viewport.width} px`, () =>
      as("operator", "/settings?part=orders", look, async (page) => {
        await page.getByText("Where orders come from").first().waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        // Without the outbox, what was decided is not shown.
        expect(await page.getByRole("heading", { name: "What was sent about orders" }).count()).toBe(0);
        await page.getByRole("button", { name: "Add a notice" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Save this notice" }).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }));
  }
});
