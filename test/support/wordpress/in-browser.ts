import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { launchBrowser } from "../console/browser.ts";
import { eventually } from "../engine/engine.ts";
import { signInPage } from "./browser.ts";
import { startConnected, type ConnectedSite } from "./connected.ts";
import { hideWelcome, missingForBrowser } from "./real-browser.ts";
import type { SiteOptions } from "./site.ts";

/** px, whatever width the theme uses for text. */
const FORM_WIDTH = 420;
const FRAME = 'iframe[name="editor-canvas"]';

/** Walks through everything that the companion shows, as a person would. Call it in a test file, for each WordPress. */
export function companionInBrowser(title: string, options: SiteOptions = {}): void {
  const missing = missingForBrowser(options.release);
  if (missing) process.stdout.write(`skipped: ${title} in a real browser (${missing})\n`);

  describe.skipIf(missing)(`${title} in a real browser`, () => {
    let site: ConnectedSite;
    let chrome: Browser;
    beforeAll(async () => {
      site = await startConnected({}, options);
      const group = await site.call("/svc/v1/groups", { json: { name: "News" } });
      const content = `<!-- wp:tidings/subscribe {"group":"${group.body.data.id}","title":"Subscribe"} /-->`;
      await site.call("/wp/v2/pages", { json: { title: "Form", slug: "form", status: "publish", content } });
      await hideWelcome(site);
      chrome = await launchBrowser();
    });
    afterAll(async () => {
      await chrome.close();
      await site.stop();
    });

    async function tab(width: number, scripts = true): Promise<{ page: Page; issues: string[] }> {
      const context = await chrome.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: scripts });
      const page = await context.newPage();
      const issues: string[] = [];
      page.on("pageerror", (error) => issues.push(String(error)));
      page.on("console", (said) => /\bdeprecated\b/i.test(said.text()) && issues.push(said.text()));
      return { page, issues };
    }
    /** The editor with our block in it; newer editors draw it in a frame. */
    async function openEditor(page: Page): Promise<Page | FrameLocator> {
      await page.goto(`${site.site.url}/wp-admin/post-new.php?post_type=page`);
      await page.locator(`${FRAME}, .block-editor-writing-flow`).first().waitFor();
      // The editor's own API for inserting a block; its inserter changes from version to version.
      await page.evaluate(
        `wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('tidings/subscribe'))`,
      );
      return (await page.locator(FRAME).count()) > 0 ? page.frameLocator(FRAME) : page;
    }
    const isWider = (page: Page): Promise<boolean> =>
      page.locator("html").evaluate((html) => html.scrollWidth > html.clientWidth);
    /** The reader's focus, whatever they read with: the invalid field itself says so, and why. */
    async function isAt(field: Locator, why: RegExp): Promise<void> {
      await field.and(field.page().locator(":focus")).waitFor();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      const words = field.page().locator(`[id="${await field.getAttribute("aria-describedby")}"]`);
      expect(await words.textContent()).toMatch(why);
    }
    const codeFor = async (phone: string): Promise<string> => {
      const { body } = await site.call(`/svc/v1/sandbox/messages?to=${encodeURIComponent(phone)}`);
      return /\b(\d{6})\b/.exec(body.data.items[0].body)![1]!;
    };

    test.each([
      [390, true, "+447700900181"],
      [1280, false, "+447700900182"],
    ])("at %i px, scripts %s, a visitor subscribes", async (width, scripts, phone) => {
      const { page, issues } = await tab(width, scripts);
      await page.goto(`${site.site.url}/form/`);
      for (const direction of ["rtl", "ltr"]) {
        await page.locator("html").evaluate((html, to) => html.setAttribute("dir", to), direction);
        expect([direction, await isWider(page)]).toEqual([direction, false]);
      }
      // With scripts this mark survives every step: the page is never loaded again.
      if (scripts) await page.locator("h1").evaluate((heading) => heading.setAttribute("data-same", "1"));
      await page.getByLabel("Name", { exact: true }).fill("Ann");
      await page.getByLabel("Mobile number").fill("12");
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.getByText("does not look like a mobile number").waitFor();
      await isAt(page.getByLabel("Mobile number"), /does not look like a mobile number/);
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ann");
      await page.getByLabel("Mobile number").fill(phone);
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.getByLabel("Code from the text message").fill("000000");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("That code is wrong").waitFor();
      await isAt(page.getByLabel("Code from the text message"), /code is wrong/);
      await page.getByLabel("Code from the text message").fill(await codeFor(phone));
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.locator(":focus", { hasText: "You are subscribed" }).waitFor();
      expect(await page.locator("h1").getAttribute("data-same")).toBe(scripts ? "1" : null);
      expect((await page.locator(".tidings-subscribe").boundingBox())!.width).toBeLessThanOrEqual(FORM_WIDTH);
      expect([await isWider(page), issues]).toEqual([false, []]);
      await page.context().close();
    });

    test("a form that returns under another name is recognized as the same one, and sent once", async () => {
      const { page, issues } = await tab(390);
      let posts = 0;
      // A plugin that renders the page's content twice counts the form twice.
      await page.route("**/form/", async (route) => {
        if (route.request().method() !== "POST") return route.fallback();
        posts += 1;
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(/\b(tidings-[0-9a-f]{10})\b/g, "$1-2");
        return route.fulfill({ response, body });
      });
      await page.goto(`${site.site.url}/form/`);
      await page.getByLabel("Name", { exact: true }).fill("Ann");
      await page.getByLabel("Mobile number").fill("12");
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.getByText("does not look like a mobile number").waitFor();
      await isAt(page.getByLabel("Mobile number"), /does not look like a mobile number/);
      expect([posts, issues]).toEqual([1, []]);
      await page.context().close();
    });

    test("in a sentence that is written from right to left, a number keeps its order", async () => {
      const words = "We have sent a code to %s, unless it is subscribed already.";
      await writeFile(
        join(site.site.folder, "site", "wp-content", "mu-plugins", "persian.php"),
        `<?php add_filter('gettext_tidings', fn($shown, $text) => $text === '${words}' ? 'کدی به %s فرستادیم.' : $shown, 10, 2);`,
      );
      const { page, issues } = await tab(390);
      await page.goto(`${site.site.url}/form/`);
      await page.locator("html").evaluate((html) => html.setAttribute("dir", "rtl"));
      await page.getByLabel("Name", { exact: true }).fill("Ann");
      await page.getByLabel("Mobile number").fill("+44 7700 900183");
      await page.getByRole("button", { name: "Subscribe" }).click();
      const sentence = page.getByText("فرستادیم");
      await sentence.waitFor();
      const leftOf = (sign: string): Promise<number> =>
        sentence.evaluate((element, searched) => {
          const text = element.firstChild!;
          const at = text.textContent!.lastIndexOf(searched);
          const range = element.ownerDocument.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + searched.length);
          return range.getBoundingClientRect().left;
        }, sign);
      expect(await leftOf("+44")).toBeLessThan(await leftOf("7700"));
      expect(await leftOf("7700")).toBeLessThan(await leftOf("900183"));
      expect(issues).toEqual([]);
      await page.context().close();
    });

    test("the block can be put on a page and configured, and no screen is wider than a phone", async () => {
      const { page, issues } = await tab(1280);
      await signInPage(page, site.site.url, "admin");
      const canvas = await openEditor(page);
      await canvas.locator(".tidings-subscribe").waitFor();
      await page.getByLabel("Heading").fill("From the editor");
      await page.getByRole("checkbox", { name: "News", exact: true }).check();
      await canvas.locator(".tidings-subscribe").getByText("From the editor").waitFor();
      // The editor draws the block again after each change, and it has no box meanwhile.
      const width = async () => (await canvas.locator(".tidings-subscribe").boundingBox())?.width;
      await expect.poll(width).toBeLessThanOrEqual(FORM_WIDTH);
      const content = await page.evaluate(`wp.data.select('core/editor').getEditedPostContent()`);
      expect(content).toMatch(/<!-- wp:tidings\/subscribe \{"group":"\d+","title":"From the editor"\} \/-->/);
      expect(issues).toEqual([]);

      // A group that was created a moment ago can be selected at once.
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

    test("an editor who publishes a post is told that a message is sent, and may leave that out", async () => {
      // A name of its own for each attempt: the group of an earlier one is still there.
      const name = `Readers ${randomUUID()}`;
      const group = (await site.call("/svc/v1/groups", { json: { name } })).body.data.id as number;
      await site.call("/svc/v1/newsletter", {
        json: { name: "R", mobile: "+447700900184", group_id: group, double_opt_in: false },
      });
      const settings = (enabled: boolean): Promise<string> =>
        site.site.php(
          `update_option('tidings_posts',['enabled'=>${enabled},'groups'=>[${group}],'template'=>'Post: {title}']);`,
        );
      const { page, issues } = await tab(1280);
      page.on("dialog", (dialog) => void dialog.accept());
      await signInPage(page, site.site.url, "admin");
      async function write(title: string): Promise<void> {
        await page.goto(`${site.site.url}/wp-admin/post-new.php`);
        await page.locator(`${FRAME}, .block-editor-writing-flow`).first().waitFor();
        await page.evaluate(`wp.data.dispatch('core/editor').editPost({title: '${title}', content: 'x'})`);
        await page.getByRole("button", { name: "Publish", exact: true }).first().click();
      }
      async function publish(): Promise<void> {
        await page.locator(".editor-post-publish-panel").getByRole("button", { name: "Publish", exact: true }).click();
        await page
          .getByText(/is now live|published/i)
          .first()
          .waitFor();
      }
      const texts = async (): Promise<string[]> =>
        (await site.call("/svc/v1/messages?per_page=100")).body.data.items
          .map((one: { message: string }) => one.message)
          .filter((text: string) => text.startsWith("Post: "));
      const choice = page
        .locator(".editor-post-publish-panel")
        .getByRole("checkbox", { name: "Text the subscribers about this post" });
      await settings(false);
      await write("unannounced");
      await page.getByText("Are you ready to publish?").waitFor();
      expect(await choice.count()).toBe(0);
      await settings(true);
      await write("left out");
      await page.locator(".editor-post-publish-panel").getByText("Readers").waitFor();
      // The panel may render the box anew while it is clicked.
      await eventually(async () => {
        await choice.uncheck().catch(() => undefined);
        return !(await choice.isChecked());
      });
      await publish();
      await write("told");
      expect(await choice.isChecked()).toBe(true);
      await publish();
      expect(await texts()).toEqual(["Post: told"]);
      await settings(false);
      expect(issues).toEqual([]);
      await page.context().close();
    });

    test("an administrator connects manually, and finds the number, the credit, the health and the privacy text", async () => {
      const { page, issues } = await tab(1280);
      await signInPage(page, site.site.url, "admin");
      const open = (path: string) => page.goto(`${site.site.url}/wp-admin/${path}`);
      /** The profile page throws if it is left before its scripts have loaded. */
      const read = async (text: string) => {
        await page.getByText(text).waitFor();
        await page.waitForLoadState();
      };
      await page.locator("#tidings_dashboard").getByText("Credit: ").waitFor();
      await page.locator("#tidings_dashboard").getByText("no phone gets a text").waitFor();

      await open("profile.php");
      const number = page.getByLabel("Mobile number");
      await number.fill("07700 900123");
      await page.getByRole("button", { name: "Update Profile" }).click();
      await read("The mobile number must be international");
      await number.fill("0044 7700 900 183");
      await page.getByRole("button", { name: "Update Profile" }).click();
      await read("Profile updated.");
      expect(await number.inputValue()).toBe("+447700900183");

      await open("site-health.php");
      await page.locator("#health-check-issues-recommended").getByText("Text messages stay in the sandbox").waitFor();
      await open("options-privacy.php?tab=policyguide");
      await page.getByText("If you give us your mobile number").waitFor({ state: "attached" });

      await open("options-general.php?page=tidings");
      await page.getByText("The service answers.").waitFor();
      await page.getByText("no phone gets a text").waitFor();
      await page.getByText("End the connection").click();
      await page.getByRole("button", { name: "Disconnect" }).click();
      await page.getByText("npx tidings connect").waitFor();
      await page.getByText("Connect manually").click();
      await page.getByLabel("Service address").fill(site.service().url);
      await page.getByLabel("Secret", { exact: true }).fill(site.secret);
      await page.getByRole("button", { name: "Connect" }).click();
      await page.getByText("One more step").waitFor();
      await page.reload();
      await page.getByText("The service answers.").waitFor();
      expect(issues).toEqual([]);
      await page.context().close();
    });

    test("PHP reported no problem with the plugin", async () => {
      expect(await site.site.complaints()).toEqual([]);
    });
  });
}
