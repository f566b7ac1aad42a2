import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, browserPresent, desktop, launchBrowser } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";

describe.skipIf(!browserPresent)("two people at one browser", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_outbox"]);
    await site.userWith("bob", ["svc_sendsms", "svc_outbox"]);
    await site.api.sendMessage({ numbers: ["+4915112341001"], message: "In the log" });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function inBrowser(work: (context: BrowserContext) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
    await work(context);
    await context.close();
  }
  async function enter(page: Page, username: string): Promise<void> {
    await site.signIn(page, username);
    await account(page, username).waitFor();
  }
  async function compose(page: Page, username: string): Promise<void> {
    await page.goto(`${site.url}/compose`);
    await enter(page, username);
  }
  const signedOut = (page: Page) => page.getByRole("heading", { name: "Sign in" }).waitFor();
  const account = (page: Page, username: string) => page.getByRole("button", { name: `Your account: ${username}` });
  const text = (page: Page) => page.getByLabel("Text", { exact: true });
  const kept = (page: Page) => page.evaluate<string>("JSON.stringify(localStorage)");
  const go = (page: Page, screen: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: screen }).click();
  async function signOut(page: Page, username: string): Promise<void> {
    await account(page, username).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  }

  test("a user who signs in after another user's session ended sees nothing of theirs, and the other finds their draft again", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await compose(page, "ada");
      await text(page).fill("Only for ada");
      await go(page, "Outbox");
      await page.getByRole("row").filter({ hasText: "In the log" }).waitFor();
      await page.getByRole("searchbox", { name: "Number, text or sender" }).fill("log");
      await page.waitForURL(/q=log/);
      await page.getByRole("button", { name: "Custom filter" }).click();
      await page.getByLabel("Save this filter as").fill("Ada's view");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Ada's view" }).first().waitFor();

      await context.clearCookies();
      // The menu of the views is still open.
      await page.getByRole("button", { name: "Failed today" }).click();
      await signedOut(page);
      // Whatever bob's screens read is on its way forever: what is shown is what was kept.
      await intercept(page, /\/svc\/v1\/(outbox|messages)/, () => {});
      await enter(page, "bob");
      await page.waitForURL((url) => url.search === "");
      await go(page, "Outbox");
      await page.getByRole("heading", { name: "Outbox", level: 1 }).waitFor();
      expect(await page.getByText("In the log").count()).toBe(0);
      await page.getByRole("button", { name: "Everything" }).click();
      await page.getByRole("button", { name: "Failed today" }).waitFor();
      expect(await page.getByText("Ada's view").count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "New message" }).click();
      await text(page).waitFor();
      expect(await text(page).inputValue()).toBe("");
      await signOut(page, "bob");
      await signedOut(page);
      await compose(page, "ada");
      await page.getByText("Your draft from before").waitFor();
      expect(await text(page).inputValue()).toBe("Only for ada");
      await signOut(page, "ada");
      const question = page.getByRole("dialog", { name: "Keep what only this browser has?" });
      await question.getByRole("button", { name: "Delete it and sign out" }).click();
      await signedOut(page);
      expect(await kept(page)).not.toMatch(/Only for ada|Ada's view/);
    }));

  test("signing out asks before a draft is lost, names what is kept, and the same person finds it again, nobody else", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await compose(page, "ada");
      await text(page).fill("Half a sentence");
      await signOut(page, "ada");
      const question = page.getByRole("dialog", { name: "Keep what only this browser has?" });
      await question.waitFor();
      expect(await question.getByRole("listitem").allInnerTexts()).toEqual(["A message that is not sent yet"]);
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      expect(await text(page).inputValue()).toBe("Half a sentence");
      await signOut(page, "ada");
      // A key that is pressed by habit keeps it.
      await page.locator("button:focus", { hasText: "Keep it and sign out" }).waitFor();
      await page.keyboard.press("Enter");
      await signedOut(page);
      await compose(page, "bob");
      await text(page).waitFor();
      expect(await text(page).inputValue()).toBe("");
      // Nothing of bob's is lost, so nothing is asked.
      await signOut(page, "bob");
      await signedOut(page);
      await compose(page, "ada");
      await page.getByText("Your draft from before").waitFor();
      expect(await text(page).inputValue()).toBe("Half a sentence");
    }));

  test.each([
    ["of which an older text is stored", "Older"],
    ["of which nothing is stored", ""],
  ])("a draft %s and for which the browser has no room is not lost without a question", (_, older) =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await compose(page, "ada");
      await text(page).fill(older);
      await page.evaluate(
        `for (let size = 4_194_304; size >= 1; size /= 2)
          for (let n = 0; n < 2; n += 1)
            try { localStorage.setItem("full" + size + n, "x".repeat(size)); } catch {}`,
      );
      await text(page).fill("The newer text that is longer");
      await signOut(page, "ada");
      const question = page.getByRole("dialog", { name: "Delete what only this browser has?" });
      await question.getByText("This browser's storage has no room for it").waitFor();
      expect(await question.getByRole("listitem").allInnerTexts()).toEqual(["A message that is not sent yet"]);
      expect(await question.getByRole("button", { name: "Keep it and sign out" }).count()).toBe(0);
      await page.locator("button:focus", { hasText: "Stay signed in" }).waitFor();
      await page.keyboard.press("Enter");
      await question.waitFor({ state: "detached" });
      expect(await text(page).inputValue()).toBe("The newer text that is longer");

      // There is room again.
      await page.evaluate(
        'for (const key of Object.keys(localStorage)) if (key.startsWith("full")) localStorage.removeItem(key)',
      );
      await signOut(page, "ada");
      await page.getByRole("button", { name: "Keep it and sign out" }).click();
      await signedOut(page);
      expect(await kept(page)).toContain("The newer text that is longer");
    }),
  );

  test("whoever can open the menu can sign out, even if no more files of the console can be loaded", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await compose(page, "ada");
      await text(page).fill("Half a sentence");
      await account(page, "ada").click();
      await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
      await intercept(page, "**/console-assets/**", (route) => route.fulfill({ status: 404 }));
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Delete it and sign out" }).click();
      await page.unroute("**/console-assets/**");
      await expect.poll(() => kept(page)).not.toContain("Half a sentence");
    }));

  test("a sign-out that failed says so, and is tried again", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await compose(page, "ada");
      await intercept(page, "**/svc/v1/session", (route) =>
        route.request().method() === "DELETE" ? route.abort("connectionreset") : route.continue(),
      );
      await signOut(page, "ada");
      const dialog = page.getByRole("dialog", { name: "Signing out did not work" });
      await dialog.getByRole("heading", { name: "You may still be signed in" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await account(page, "ada").waitFor({ state: "attached" });
      await page.unroute("**/svc/v1/session");
      await dialog.getByRole("button", { name: "Try again" }).click();
      await signedOut(page);
      await page.reload();
      await signedOut(page);
    }));

  test("another tab follows when another user signs in", () =>
    inBrowser(async (context) => {
      const first = await context.newPage();
      await first.goto(`${site.url}/compose`);
      await enter(first, "ada");
      const second = await context.newPage();
      await second.goto(`${site.url}/outbox?status=queued`);
      await account(second, "ada").waitFor();
      await signOut(first, "ada");
      await first.getByRole("heading", { name: "Sign in" }).waitFor();
      await second.getByRole("heading", { name: "Sign in" }).waitFor();
      await enter(first, "bob");
      await account(second, "bob").waitFor();
      await second.waitForURL((url) => url.search === "");
    }));
});
