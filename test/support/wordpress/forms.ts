import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, launchBrowser } from "../console/browser.ts";
import { eventually } from "../service/processes.ts";
import { signInPage, stranger } from "./browser.ts";
import { startConnected, type ConnectedSite } from "./connected.ts";
import { hideWelcome, missingForBrowser } from "./real-browser.ts";
import type { SiteOptions } from "./site.ts";

const HOSTILE = `"><script>alert(1)</script>`;

/** Forms of the console as readers, editors and strangers meet them. Call it in a test file, for each WordPress. */
export function formsInWordPress(title: string, options: SiteOptions = {}): void {
  const missing = missingForBrowser(options.release);
  if (missing) process.stdout.write(`skipped: ${title} in a real WordPress (${missing})\n`);

  describe.skipIf(missing)(`${title} in a real WordPress`, () => {
    let site: ConnectedSite;
    let chrome: Browser;
    beforeAll(async () => {
      site = await startConnected({}, options);
      const origins = [site.site.url];
      const fields = [
        { key: "town", label: "Town <b>" },
        { key: "size", label: "Size", type: "choice", choices: ["S", "L & <XL>"] },
      ];
      await made("news", {
        origins,
        fields,
        title: "News <i>",
        intro: "Two a month.",
        success_url: "https://next.example/",
      });
      await made("shut", { origins, enabled: false });
      await made("elsewhere", { origins: ["https://other.example"] });
      await page("form", `[tidings_form slug="news"]`);
      await page("block", `<!-- wp:tidings/form {"slug":"news"} /-->`);
      await page("shut", `[tidings_form slug="shut"]`);
      await page("elsewhere", `[tidings_form slug="elsewhere"]`);
      await page("none", `[tidings_form slug="deleted-long-ago"]`);
      const hostile = JSON.stringify({ slug: HOSTILE });
      await page(
        "hostile",
        `[tidings_form slug='../news?x=<script>alert(2)</script>'] <!-- wp:tidings/form ${hostile} /-->`,
      );
      await hideWelcome(site);
      chrome = await launchBrowser();
    });
    afterAll(async () => {
      await chrome.close();
      await site.stop();
    });

    const made = async (slug: string, more: object) => {
      const json = { slug, title: slug, group_ids: [1], consent: `I agree to "${slug}".`, ...more };
      expect((await site.call("/svc/v1/forms", { json })).status).toBe(201);
    };
    const page = (slug: string, content: string) =>
      site.call("/wp/v2/pages", { json: { title: slug, slug, status: "publish", content } });
    /** Visitors see a form as it was read up to a minute ago. */
    const forget = () => site.site.php("delete_option('tidings_forms');");
    /** An address has ten attempts in ten minutes. */
    const calm = () =>
      site.site.php(
        `global $wpdb; $wpdb->query("delete from $wpdb->options where option_name like '%tidings_tries%'");`,
      );
    const seen = async (path: string): Promise<string> => (await stranger(site.site.url).get(`/${path}/`)).text();
    const seenByEditor = async (path: string): Promise<string> => {
      const person = await site.site.signIn("editor");
      return (await person.get(`/${path}/`)).text();
    };

    async function tab(scripts: boolean): Promise<{ page: Page; issues: string[] }> {
      const context = await chrome.newContext({ viewport: { width: 390, height: 800 }, javaScriptEnabled: scripts });
      const opened = await context.newPage();
      const issues: string[] = [];
      opened.on("pageerror", (error) => issues.push(String(error)));
      opened.on("dialog", (dialog) => {
        issues.push(dialog.message());
        void dialog.dismiss();
      });
      return { page: opened, issues };
    }
    const isWider = (shown: Page): Promise<boolean> =>
      shown.locator("html").evaluate((html) => html.scrollWidth > html.clientWidth);
    async function codeFor(phone: string): Promise<string> {
      let code = "";
      await eventually(async () => {
        const { body } = await site.call(`/svc/v1/sandbox/messages?to=${encodeURIComponent(phone)}`);
        code = /\b(\d{6})\b/.exec(body.data.items[0]?.body ?? "")?.[1] ?? "";
        return code !== "";
      });
      return code;
    }

    test.each([
      [true, "form", "+447700900301"],
      [false, "block", "+447700900302"],
    ])("at 390 px, scripts %s, a visitor subscribes", async (scripts, path, phone) => {
      const { page: shown, issues } = await tab(scripts);
      await shown.goto(`${site.site.url}/${path}/`);
      await shown.getByRole("heading", { name: "News <i>" }).waitFor();
      await shown.getByText("Two a month.").waitFor();
      if (scripts) await shown.locator("h1").evaluate((heading) => heading.setAttribute("data-same", "1"));
      await shown.getByLabel("Mobile number").fill("12");
      await shown.getByLabel("Town <b>").fill(HOSTILE);
      await shown.getByLabel("Size").selectOption("L & <XL>");
      await shown.getByRole("button", { name: "Subscribe" }).click();
      const number = shown.getByLabel("Mobile number");
      await number.and(shown.locator(":focus")).waitFor();
      expect(await number.getAttribute("aria-invalid")).toBe("true");
      const why = shown.locator(`[id="${await number.getAttribute("aria-describedby")}"]`);
      expect(await why.textContent()).toMatch(/not a phone number/);
      await shown.getByText("Please agree in order to subscribe.").waitFor();
      expect(await shown.getByLabel("Town <b>").inputValue()).toBe(HOSTILE);
      expect(await shown.getByLabel("Size").inputValue()).toBe("L & <XL>");
      if (scripts) expect(await accessibilityIssues(shown, ".tidings-form")).toEqual([]);
      await number.fill(phone);
      await shown.getByLabel('I agree to "news".').check();
      await shown.getByRole("button", { name: "Subscribe" }).click();
      await shown.getByLabel("Code from the message").fill("000000");
      expect(await shown.content()).not.toContain(phone.slice(1));
      await shown.getByRole("button", { name: "Confirm" }).click();
      await shown.getByText("The code is wrong or no longer valid.").waitFor();
      if (scripts) expect(await accessibilityIssues(shown, ".tidings-form")).toEqual([]);
      await shown.getByLabel("Code from the message").fill(await codeFor(phone));
      await shown.getByRole("button", { name: "Confirm" }).click();
      await shown.locator(":focus", { hasText: "Your number is confirmed." }).waitFor();
      expect(await shown.getByRole("link", { name: "Continue" }).getAttribute("href")).toBe("https://next.example/");
      expect(await shown.locator("h1").getAttribute("data-same")).toBe(scripts ? "1" : null);
      expect([await isWider(shown), issues]).toEqual([false, []]);
      const [person] = (await site.call(`/svc/v1/subscribers?search=${phone.slice(1)}`)).body.data.items;
      expect(person.custom_fields).toEqual({ town: HOSTILE, size: "L & <XL>" });
      const { history } = (await site.call(`/svc/v1/subscribers/${person.id}`)).body.data;
      expect(JSON.stringify(history)).toContain('"wording_version":"news/1"');
      await shown.context().close();
    });

    test("a closed form says so to everyone, and to editors why", async () => {
      for (const text of [await seen("shut"), await seenByEditor("shut")]) {
        expect(text).toContain("This form is closed");
        expect(text).not.toMatch(/name="tidings_value\[number\]"/);
      }
      expect(await seen("shut")).not.toContain("Only editors see this");
      expect(await seenByEditor("shut")).toMatch(
        /Only editors see this:<\/strong> The form “shut” is closed in Tidings/,
      );
    });

    test("a form that closes while it is filled in says so, and the page is shown closed from then on", async () => {
      await made("brief", { origins: [site.site.url] });
      await page("brief", `[tidings_form slug="brief"]`);
      const { page: shown, issues } = await tab(true);
      await shown.goto(`${site.site.url}/brief/`);
      await shown.getByLabel("Mobile number").fill("+447700900303");
      await shown.getByLabel('I agree to "brief".').check();
      await site.call("/svc/v1/forms/brief", { method: "PATCH", json: { enabled: false } });
      await shown.getByRole("button", { name: "Subscribe" }).click();
      await shown.getByText("Subscribing here is not possible at the moment.").waitFor();
      expect(await seen("brief")).toContain("This form is closed");
      expect(issues).toEqual([]);
      await shown.context().close();
    });

    test("a changed consent text is shown before a reader subscribes", async () => {
      await made("changing", { origins: [site.site.url] });
      await page("changing", `[tidings_form slug="changing"]`);
      const { page: shown } = await tab(false);
      await shown.goto(`${site.site.url}/changing/`);
      await shown.getByLabel("Mobile number").fill("+447700900304");
      await shown.getByLabel('I agree to "changing".').check();
      await site.call("/svc/v1/forms/changing", { method: "PATCH", json: { consent: "I agree to more." } });
      await shown.getByRole("button", { name: "Subscribe" }).click();
      await shown.getByText("The text of the consent has changed").waitFor();
      expect(await shown.getByLabel("Mobile number").inputValue()).toBe("+447700900304");
      expect(await shown.getByLabel("I agree to more.").isChecked()).toBe(false);
      await shown.context().close();
    });

    test("a form that does not list the site, and one that does not exist, are nothing to readers and explained to editors", async () => {
      for (const [path, why] of [
        ["elsewhere", `may not be shown on this site. Add ${site.site.url} to`],
        ["none", "There is no form “deleted-long-ago” in Tidings"],
      ] as const) {
        const text = await seen(path);
        expect(text).not.toMatch(/tidings-form|Only editors|elsewhere”|deleted-long-ago/);
        expect(await seenByEditor(path)).toContain(why);
      }
    });

    test("a hostile name of a form is inert, for readers and for editors", async () => {
      const { page: shown, issues } = await tab(true);
      await shown.goto(`${site.site.url}/hostile/`);
      expect(await shown.locator(".tidings-form").count()).toBe(0);
      await signInPage(shown, site.site.url, "editor");
      await shown.goto(`${site.site.url}/hostile/`);
      await shown.getByText("cannot be the name of a form").last().waitFor();
      await shown.getByText(HOSTILE).waitFor();
      expect(issues).toEqual([]);
      const sent = await stranger(site.site.url).post("/form/", {
        tidings_form: `../../forms?${HOSTILE}`,
        tidings_step: "form",
        "tidings_value[number][x]": HOSTILE,
        "tidings_value[group]": HOSTILE,
      });
      const text = await sent.text();
      expect([sent.status, text.includes("<script>alert")]).toEqual([200, false]);
      await shown.context().close();
    });

    test("an editor chooses a form from a list, and sees it in the editor", async () => {
      const { page: shown, issues } = await tab(true);
      await shown.setViewportSize({ width: 1280, height: 800 });
      await signInPage(shown, site.site.url, "admin");
      await shown.goto(`${site.site.url}/wp-admin/post-new.php?post_type=page`);
      const frame = 'iframe[name="editor-canvas"]';
      await shown.locator(`${frame}, .block-editor-writing-flow`).first().waitFor();
      await shown.evaluate(`wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('tidings/form'))`);
      const canvas: Page | FrameLocator = (await shown.locator(frame).count()) > 0 ? shown.frameLocator(frame) : shown;
      const choice = canvas.locator(".components-placeholder").getByLabel("Form", { exact: true });
      expect(await choice.locator("option").allTextContents()).toEqual(
        expect.arrayContaining(["Choose a form", "News <i>", "shut (closed)"]),
      );
      await choice.selectOption("news");
      await canvas.locator(".tidings-form").getByText("Two a month.").waitFor();
      const content = await shown.evaluate(`wp.data.select('core/editor').getEditedPostContent()`);
      expect(content).toBe('<!-- wp:tidings/form {"slug":"news"} /-->');
      await shown
        .locator(".block-editor-block-inspector")
        .getByLabel("Form", { exact: true })
        .selectOption("elsewhere");
      await canvas.getByText("may not be shown on this site").waitFor();
      expect(issues).toEqual([]);
      await shown.context().close();
    });

    test("while the service is away readers see the form as it was last read, and editors are told", async () => {
      await calm();
      await seen("form");
      await site.service().kill("SIGTERM");
      expect(await seenByEditor("form")).toMatch(/does not answer at the moment[\s\S]*tidings_value\[number\]/);
      const { page: shown } = await tab(false);
      await shown.goto(`${site.site.url}/form/`);
      await shown.getByLabel("Mobile number").fill("+447700900305");
      await shown.getByLabel('I agree to "news".').check();
      await shown.getByRole("button", { name: "Subscribe" }).click();
      await shown.locator(":focus", { hasText: "does not work at the moment" }).waitFor();
      expect(await shown.getByLabel("Mobile number").inputValue()).toBe("+447700900305");
      await shown.context().close();
      await forget();
      expect(await seen("form")).not.toMatch(/tidings-form|Only editors/);
      await site.restart();
      // A busy computer may miss the two seconds that a page waits.
      await eventually(async () => {
        await site.site.php("update_option('tidings_pages_wait', 0); update_option('tidings_silent_until', 0);");
        await forget();
        return (await seen("form")).includes("tidings_value[number]");
      });
    });

    test("PHP reported no problem with the plugin", async () => {
      expect(await site.site.complaints()).toEqual([]);
    });
  });
}
