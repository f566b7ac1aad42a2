import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, browserPresent, desktop, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";

describe.skipIf(!browserPresent)("a session that ends while the user types", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers"]);
    await site.userWith("bob", ["svc_subscribers"]);
    await site.userWith("cleo", ["svc_inbox", "svc_sendsms"]);
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
  const account = (page: Page, username: string) => page.getByRole("button", { name: `Your account: ${username}` });
  const signInForm = (page: Page) => page.getByRole("heading", { name: "Sign in" });
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Add a person" });

  async function fillInAs(page: Page, username: string, name: string, number: string): Promise<void> {
    await page.goto(`${site.url}/subscribers?add=true`);
    await site.signIn(page, username);
    await dialog(page).getByLabel("Name", { exact: true }).fill(name);
    await dialog(page).getByLabel("Mobile number").fill(number);
  }
  const add = (page: Page) => dialog(page).getByRole("button", { name: "Add this person" });

  /** The session is found to have ended by what is pressed, or by a read of the page just before. */
  async function pressWithoutSession(page: Page, button: Locator): Promise<void> {
    await page.context().clearCookies();
    await button.or(signInForm(page)).first().waitFor();
    await button.click({ timeout: 5_000 }).catch(() => undefined);
    await signInForm(page).waitFor();
  }

  test("a user who signs in again continues in the form that they were filling in", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await fillInAs(page, "ada", "Typed before", "+4915112346001");
      await pressWithoutSession(page, add(page));
      await page.getByText("what you were typing is still there").waitFor();
      expect(await dialog(page).count()).toBe(0);
      expect(await accessibilityIssues(page)).toEqual([]);
      // No key reaches what is hidden.
      await page.keyboard.press("Escape");
      await site.signIn(page, "ada");
      await dialog(page).waitFor();
      expect(await dialog(page).getByLabel("Name", { exact: true }).inputValue()).toBe("Typed before");
      await add(page).click();
      await dialog(page).waitFor({ state: "detached" });
      await page.getByText("Typed before").first().waitFor();
    }));

  test("a page with unsaved changes has them after the next sign-in, and saves them", () =>
    inBrowser(async (context) => {
      const { id } = await site.api.createTemplate({ name: "Reminder", text: "Tomorrow at nine" });
      const page = await context.newPage();
      await page.goto(`${site.url}/templates/${id}`);
      await site.signIn(page, "ada");
      await page.getByLabel("Text", { exact: true }).fill("Tomorrow at ten");
      await pressWithoutSession(page, page.getByRole("button", { name: /^Save/ }));
      await site.signIn(page, "ada");
      await page.getByRole("button", { name: /^Save/ }).click();
      await expect.poll(async () => (await site.api.getTemplate({ id })).text).toBe("Tomorrow at ten");
    }));

  test("another person finds nothing of it", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await fillInAs(page, "ada", "For ada alone", "+4915112346002");
      await pressWithoutSession(page, add(page));
      await site.signIn(page, "bob");
      await account(page, "bob").waitFor();
      await page.waitForURL((url) => url.search === "");
      expect(await page.content()).not.toContain("For ada alone");
    }));

  test("the end of a session is noticed although an earlier read of the session is still under way", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await fillInAs(page, "ada", "Typed before", "+4915112346005");
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      let reads = 0;
      await page.route("**/svc/v1/session", async (route) => {
        reads += 1;
        if (reads > 1) return route.continue();
        const response = await route.fetch();
        answered.resolve();
        await held;
        // It may have been canceled meanwhile.
        await route.fulfill({ response }).catch(() => undefined);
      });
      // As when somebody returns to the tab after two minutes.
      await page.clock.setSystemTime(Date.now() + 120_000);
      await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
      await answered.promise;
      await pressWithoutSession(page, add(page));
      release();
      await signInForm(page).waitFor();
    }));

  test("an answer whose sending failed behind the sign-in is sent when the button is pressed again", async () => {
    const number = "+4915112346004";
    await site.api.replyAsSandboxPhone({ from: number, text: "Are you open?" });
    await inBrowser(async (context) => {
      const page = await context.newPage();
      await page.goto(`${site.url}/inbox?thread=${encodeURIComponent(number)}`);
      await site.signIn(page, "cleo");
      await page.getByLabel("Your answer").fill("Until ten.");
      const { promise: signedOut, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/svc/v1/send", (route) => signedOut.then(() => route.continue()));
      const send = page.getByRole("button", { name: "Send 1 text" });
      await send.click();
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("textbox", { name: "Search or do" });
      await palette.waitFor();
      await page.context().clearCookies();
      // Any other read of the page may find it out before.
      await palette.fill("until", { timeout: 5_000 }).catch(() => undefined);
      await signInForm(page).waitFor();
      const refused = page.waitForResponse("**/svc/v1/send");
      release();
      expect((await refused).status()).toBe(401);
      await site.signIn(page, "cleo");
      await expect.poll(() => page.getByLabel("Your answer").inputValue()).toBe("Until ten.");
      await send.click();
      await expect.poll(() => page.getByLabel("Your answer").inputValue()).toBe("");
      const { items } = await site.api.listOutbox({ recipient: number });
      expect(items.map(({ message }) => message)).toEqual(["Until ten."]);
    });
  });

  test("signing out in one tab leaves nothing behind in another", () =>
    inBrowser(async (context) => {
      const page = await context.newPage();
      await fillInAs(page, "ada", "Gone with me", "+4915112346003");
      const other = await context.newPage();
      await other.goto(`${site.url}/subscribers`);
      await account(other, "ada").click();
      await other.getByRole("menuitem", { name: "Sign out" }).click();
      await signInForm(page).waitFor();
      await expect.poll(() => page.getByText("Add a person").count()).toBe(0);
      expect(await page.getByText("what you were typing").count()).toBe(0);
      await site.signIn(page, "ada");
      await account(page, "ada").waitFor();
      expect(await page.content()).not.toContain("Gone with me");
    }));
});
