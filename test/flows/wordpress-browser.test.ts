import { existsSync } from "node:fs";

import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startConnected, type ConnectedSite } from "../support/wordpress/connected.ts";
import { wordpressMissing } from "../support/wordpress/missing.ts";

const browser = "/usr/bin/chromium";
const missing = wordpressMissing ?? (existsSync(browser) ? null : "apt-get install chromium");
if (missing) process.stdout.write(`skipped: the companion in a real browser (${missing})\n`);

describe.skipIf(missing)("the companion in a real browser", { timeout: 60_000 }, () => {
  let site: ConnectedSite;
  let chrome: Browser;
  beforeAll(async () => {
    site = await startConnected();
    const group = await site.call("/svc/v1/groups", { json: { name: "News" } });
    const content = `<!-- wp:tidings/subscribe {"group":"${group.body.data.id}","title":"Subscribe"} /-->`;
    await site.call("/wp/v2/pages", { json: { title: "Form", slug: "form", status: "publish", content } });
    chrome = await chromium.launch({
      executablePath: browser,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    });
  });
  afterAll(async () => {
    await chrome.close();
    await site.stop();
  });

  async function tab(width: number, scripts = true): Promise<{ page: Page; faults: string[] }> {
    const context = await chrome.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: scripts });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    return { page, faults };
  }
  async function signIn(page: Page): Promise<void> {
    await page.goto(`${site.site.url}/wp-login.php`);
    await page.fill("#user_login", "admin");
    await page.fill("#user_pass", "correct horse battery");
    await page.click("#wp-submit");
    await page.waitForURL(/wp-admin/);
  }
  const isWider = (page: Page): Promise<boolean> =>
    page.locator("html").evaluate((html) => html.scrollWidth > html.clientWidth);
  const codeFor = async (phone: string): Promise<string> => {
    const { body } = await site.call(`/svc/v1/sandbox/messages?to=${encodeURIComponent(phone)}`);
    return /\b(\d{6})\b/.exec(body.data.items[0].body)![1]!;
  };

  test.each([
    [390, true, "+447700900181"],
    [1280, false, "+447700900182"],
  ])("at %i px, scripts %s, a visitor subscribes", async (width, scripts, phone) => {
    const { page, faults } = await tab(width, scripts);
    await page.goto(`${site.site.url}/form/`);
    // With scripts this mark outlives every step: the page is never loaded again.
    if (scripts) await page.locator("h1").evaluate((heading) => heading.setAttribute("data-same", "1"));
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await page.getByLabel("Mobile number").fill("12");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await page.getByText("does not look like a mobile number").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ann");
    await page.getByLabel("Mobile number").fill(phone);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await page.getByLabel("Code from the text message").fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("That code is not right").waitFor();
    await page.getByLabel("Code from the text message").fill(await codeFor(phone));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("You are subscribed").waitFor();
    expect(await page.locator("h1").getAttribute("data-same")).toBe(scripts ? "1" : null);
    expect([await isWider(page), faults]).toEqual([false, []]);
    await page.context().close();
  });

  test("the block can be put on a page and set up, and no screen is wider than a telephone", async () => {
    const { page, faults } = await tab(1280);
    await signIn(page);
    await page.goto(`${site.site.url}/wp-admin/post-new.php?post_type=page`);
    await page.locator(".edit-post-visual-editor").waitFor();
    // The editor's own way of putting a block there; its inserter changes from version to version.
    await page.evaluate(
      `wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('tidings/subscribe'))`,
    );
    await page.locator(".tidings-subscribe").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Heading").fill("From the editor");
    await page.getByRole("checkbox", { name: "News", exact: true }).check();
    await page.locator(".tidings-subscribe").getByText("From the editor").waitFor();
    const content = await page.evaluate(`wp.data.select('core/editor').getEditedPostContent()`);
    expect(content).toMatch(/<!-- wp:tidings\/subscribe \{"group":"\d+","title":"From the editor"\} \/-->/);
    expect(faults).toEqual([]);

    // A group that was made a moment ago can be ticked at once.
    await site.call("/svc/v1/groups", { json: { name: "Just made" } });
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(`${site.site.url}/wp-admin/post-new.php?post_type=page`);
    expect(await page.evaluate(`window.tidingsGroups.map((one) => one.name)`)).toContain("Just made");
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ["options-general.php?page=tidings", "index.php", "profile.php"]) {
      await page.goto(`${site.site.url}/wp-admin/${path}`);
      expect([path, await isWider(page)]).toEqual([path, false]);
    }
    await page.context().close();
  });

  test("PHP complained about nothing of the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
