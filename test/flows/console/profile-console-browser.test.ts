import { URI, type TOTP } from "otpauth";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  complaintsOf,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole, webPassword } from "../../support/console/open-console.ts";

describe.skipIf(!browserPresent)("the profile in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("ada", ["svc_outbox"]);
    await site.userWith("grace", ["svc_outbox"]);
    await site.userWith("renamer", []);
    await site.userWith("guest", []);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function visit(username: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    const complaints = await complaintsOf(page);
    await page.goto(`${site.url}/account`);
    await site.signIn(page, username);
    await page.getByRole("button", { name: `Your account: ${username}` }).waitFor();
    return { context, page, complaints };
  }

  const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

  async function signOut(page: Page, username: string): Promise<void> {
    await page.getByRole("button", { name: `Your account: ${username}` }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  }

  test("a second factor is turned on with a code of the app, asked for at the sign-in, replaced by a recovery code, and turned off", async () => {
    const { context, page, complaints } = await visit("ada");
    const factor = panel(page, "Second factor");
    await factor.getByRole("button", { name: "Set up a second factor" }).click();
    await factor.getByLabel("Your password", { exact: true }).fill("wrong");
    await factor.getByRole("button", { name: "Show the QR code" }).click();
    await factor.getByText("This is wrong.").waitFor();
    await factor.getByLabel("Your password", { exact: true }).fill(webPassword);
    await factor.getByRole("button", { name: "Show the QR code" }).click();

    await factor.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
    const secret = (await factor.locator("code").innerText()).replaceAll(" ", "");
    const totp = URI.parse(`otpauth://totp/Tidings:ada?secret=${secret}`) as TOTP;
    const code = factor.getByLabel("Code that the app shows now");
    await code.fill("000000");
    await factor.getByRole("button", { name: "Turn on the second factor" }).click();
    await expect.poll(() => code.getAttribute("aria-invalid")).toBe("true");
    expect(await accessibilityIssues(page)).toEqual([]);
    await code.fill(totp.generate());
    await factor.getByRole("button", { name: "Turn on the second factor" }).click();

    await factor.getByRole("button", { name: "I have stored the codes" }).waitFor();
    const recovery = await factor.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allInnerTexts();
    expect(recovery).toHaveLength(10);
    await factor.getByRole("button", { name: "I have stored the codes" }).click();
    await factor.getByText("The second factor is on.").waitFor();
    await page.reload();
    await factor.getByText("The second factor is on.").waitFor();
    expect(await page.getByText(recovery[0]!).count()).toBe(0);

    await signOut(page, "ada");
    await site.signIn(page, "ada");
    const asked = page.getByLabel("Code", { exact: true });
    // The code of the next step of time: the one before was used.
    await asked.fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Your account: ada" }).waitFor();
    await signOut(page, "ada");
    await site.signIn(page, "ada");
    await asked.fill(recovery[3]!);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Your account: ada" }).waitFor();

    await page.goto(`${site.url}/account`);
    await factor.getByRole("button", { name: "Turn off the second factor" }).click();
    await factor.getByLabel("Your password", { exact: true }).fill(webPassword);
    await factor.getByRole("button", { name: "Turn it off" }).click();
    await factor.getByText("The second factor is off.").waitFor();
    await signOut(page, "ada");
    await site.signIn(page, "ada");
    await page.getByRole("button", { name: "Your account: ada" }).waitFor();
    // A wrong password and a wrong code are answered 400, which the browser reports, and what is still being read when
    // the session ends 401.
    const expected = /status of 400|status of 401/;
    expect(complaints.filter((line) => !expected.test(line))).toEqual([]);
    await context.close();
  });

  test("signing out everywhere else keeps this session", async () => {
    const { context: here, page } = await visit("grace");
    const { context: elsewhere, page: other } = await visit("grace");
    await panel(other, "This session").waitFor();
    await panel(page, "This session").getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText("You are now signed in only here.").first().waitFor();
    await page.reload();
    await panel(page, "This session").waitFor();
    await other.reload();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    await here.close();
    await elsewhere.close();
  });

  test("a new password keeps this session and ends the others", async () => {
    const { context: here, page } = await visit("grace");
    const { context: elsewhere, page: other } = await visit("grace");
    await panel(other, "Password").waitFor();
    const form = panel(page, "Password");
    // By it a password manager files the new password under the right name.
    expect(await form.locator("input[autocomplete=username]").inputValue()).toBe("grace");
    await form.getByLabel("Current password", { exact: true }).fill(webPassword);
    await form.getByLabel("New password", { exact: true }).fill("short");
    await form.getByRole("button", { name: "Change the password" }).click();
    await form.getByText("This must have at least 12 characters.").waitFor();
    await form.getByLabel("New password", { exact: true }).fill("another long password");
    await form.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Your password is changed").first().waitFor();
    await page.reload();
    await panel(page, "Password").waitFor();
    await other.reload();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    await here.close();
    await elsewhere.close();
  });

  test("a changed name is kept, a taken address stands at its field, a hostile name stays text", async () => {
    const { context, page } = await visit("renamer", { viewport: phone });
    const about = panel(page, "About you");
    const name = about.getByLabel("Name", { exact: true });
    await name.fill(`<img src=x onerror="document.title='hit'">\u202e${"x".repeat(200)}`);
    await about.getByLabel("E-mail").fill("ada@example.com");
    await page.getByRole("button", { name: "Save your profile" }).click();
    await about.getByText("This is taken.").waitFor();
    await about.getByLabel("E-mail").fill("renamer@example.com");
    await page.getByRole("button", { name: "Save your profile" }).click();
    await page.getByText("Your profile is saved.").first().waitFor();
    await page.reload();
    await name.waitFor();
    expect(await name.inputValue()).toContain("<img src=x");
    expect(await page.title()).toBe("Your profile · Tidings");
    expect(await overflowOf(page)).toBe(0);
    await context.close();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`the profile in ${colorScheme}: no serious issue, nothing wider than a phone`, async () => {
      const { context, page, complaints } = await visit("guest", { colorScheme });
      await panel(page, "About you").getByLabel("Name", { exact: true }).waitFor();
      await page.getByText("Your account may not do anything yet.").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.setViewportSize(phone);
      expect(await overflowOf(page)).toBe(0);
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
});
