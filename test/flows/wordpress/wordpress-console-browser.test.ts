import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { complaintsOf, desktop, launchBrowser, phone } from "../../support/console/browser.ts";
import { buildConsole } from "../../support/console/built.ts";
import { signInPage } from "../../support/wordpress/browser.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { missingForBrowser } from "../../support/wordpress/real-browser.ts";

const missing = missingForBrowser();
if (missing) process.stdout.write(`skipped: the console with a real WordPress (${missing})\n`);

const POLLED = { timeout: 60_000, interval: 500 } as const;

describe.skipIf(missing)("the console of a service whose users are those of a real WordPress", () => {
  let site: ConnectedSite;
  let chrome: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    await buildConsole();
    site = await startConnected();
    chrome = await launchBrowser();
  });
  afterAll(async () => {
    await chrome.close();
    await site.stop();
  });
  afterEach(async () => {
    await context.close();
  });

  async function tab(viewport = desktop): Promise<{ page: Page; complaints: string[] }> {
    context = await chrome.newContext({ viewport });
    const page = await context.newPage();
    return { page, complaints: await complaintsOf(page) };
  }
  const service = (): string => site.service().url;
  /** WordPress's own screens load pictures from elsewhere. */
  const ofTheConsole = (complaints: readonly string[]): string[] => complaints.filter((one) => one.includes(service()));
  const place = (): string => new URL(site.site.url).host;
  async function fillSignIn(page: Page, user: string): Promise<void> {
    await page.fill("#user_login", user);
    await page.fill("#user_pass", "correct horse battery");
    await page.click("#wp-submit");
  }
  /** The heading of a screen, once the person is in the console. */
  const isAt = (page: Page, heading: string | RegExp): Promise<void> =>
    page.getByRole("heading", { level: 1, name: heading }).waitFor();

  test("opens from the site's menu, for its administrator, without a second sign-in", async () => {
    const { page, complaints } = await tab();
    await signInPage(page, site.site.url, "admin");
    const link = page.locator("#adminmenu").getByRole("link", { name: "Text messages" });
    await Promise.all([page.waitForURL(`${service()}/`), link.click()]);
    await isAt(page, "Overview");
    await page.getByRole("button", { name: /admin/ }).first().waitFor();
    expect(ofTheConsole(complaints)).toEqual([]);
  });

  test.each([desktop, phone])(
    "leads over the site's sign-in back to the screen that was asked for, at $width px",
    async (viewport) => {
      const { page, complaints } = await tab(viewport);
      await page.goto(`${service()}/outbox?status=failed`);
      await page.getByRole("link", { name: `Continue on ${place()}` }).click();
      await page.waitForURL(`${site.site.url}/wp-login.php**`);
      await fillSignIn(page, "admin");
      await page.waitForURL(`${service()}/outbox?status=failed`);
      await isAt(page, "Outbox");
      expect(ofTheConsole(complaints)).toEqual([]);
    },
  );

  test("writes to a role of the site, and the log shows the person of the site as its sender", async () => {
    await site.site.php(
      "foreach (get_users(['role' => 'editor']) as $one) update_user_meta($one->ID, 'tidings_mobile', '+447700900155'); echo 1;",
    );
    const { page, complaints } = await tab();
    await signInPage(page, site.site.url, "admin");
    await page.goto(`${site.site.url}/?tidings_sign_in=console`);
    await isAt(page, "Overview");
    await page.goto(`${service()}/compose`);
    await page.getByLabel("To: a group, a name or a number").fill("Editor");
    await page
      .getByRole("option", { name: /Editor/ })
      .first()
      .click();
    await page.getByLabel("Text", { exact: true }).fill("From the console of the site");
    await page.getByRole("button", { name: "Check 1 text" }).click();
    await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
    await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
    expect(ofTheConsole(complaints)).toEqual([]);
    const entries = async (): Promise<unknown[]> =>
      (await site.call("/svc/v1/outbox?recipient=%2B447700900155")).body.data.items;
    await expect.poll(entries, POLLED).toHaveLength(1);
  });

  test("names the site's people: who changed a setting", async () => {
    await site.site.php(
      "wp_update_user(['ID' => get_user_by('login', 'only_svc_setting')->ID, 'display_name' => 'Sena Settings']); echo 1;",
    );
    const change = { as: "only_svc_setting", method: "PATCH", json: { guard: { number_per_day: 9 } } };
    expect((await site.call("/svc/v1/settings", change)).status).toBe(200);
    const { page, complaints } = await tab();
    await signInPage(page, site.site.url, "admin");
    await page.goto(`${site.site.url}/?tidings_sign_in=console`);
    await isAt(page, "Overview");
    await page.goto(`${service()}/audit`);
    await page.getByText("Sena Settings").waitFor();
    expect(ofTheConsole(complaints)).toEqual([]);
  });

  test("shows each what their role may, and ends when the role is taken away", async () => {
    const { page } = await tab();
    await signInPage(page, site.site.url, "only_svc_outbox");
    await page.goto(`${site.site.url}/?tidings_sign_in=console`);
    await page.waitForURL(`${service()}/**`);
    await page.getByRole("navigation").getByRole("link", { name: "Outbox" }).waitFor();
    expect(await page.getByRole("link", { name: "Compose" }).count()).toBe(0);
    await site.site.php("(new WP_User(get_user_by('login', 'only_svc_outbox')->ID))->set_role('subscriber'); echo 1;");
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole("link", { name: `Continue on ${place()}` }).count();
      }, POLLED)
      .toBe(1);
  });

  test("a session that ends while the user types is renewed in another tab, and what they typed is there", async () => {
    const { page } = await tab();
    await signInPage(page, site.site.url, "admin");
    await page.goto(`${site.site.url}/?tidings_sign_in=console`);
    await isAt(page, "Overview");
    await page.goto(`${service()}/groups`);
    await page.getByRole("button", { name: "Create a group" }).first().click();
    await page.getByRole("dialog").getByLabel("Name").fill("Half a name");
    await site.site.php("Tidings\\report_revoked([1]); echo 1;");
    const renew = page.getByRole("link", { name: `Continue on ${place()}` });
    // Whichever comes first: the live connection notices it, or a call does.
    const create = page.getByRole("dialog").getByRole("button", { name: /^Create/ });
    await create.click({ timeout: 5_000 }).catch(() => undefined);
    await renew.waitFor();
    const [other] = await Promise.all([context.waitForEvent("page"), renew.click()]);
    await other.getByRole("heading", { name: "You are signed in" }).waitFor();
    // The event of a tab to which its user returns.
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await renew.waitFor({ state: "detached" });
    expect(await page.getByRole("dialog").getByLabel("Name").inputValue()).toBe("Half a name");
  });

  test("says to a user without any right that they have none, and signs them in with another account", async () => {
    const { page } = await tab();
    await signInPage(page, site.site.url, "subscriber");
    expect(await page.locator("#adminmenu").getByRole("link", { name: "Text messages" }).count()).toBe(0);
    await page.goto(`${service()}/`);
    await page.getByRole("link", { name: `Continue on ${place()}` }).click();
    await page.getByText(/has no right to do anything with text messages/).waitFor();
    expect(new URL(page.url()).host).toBe(place());
    await page.getByRole("link", { name: "Sign in with another account" }).click();
    // Its script focuses a field a moment later.
    await page.waitForFunction("/^user_/.test(document.activeElement?.id)");
    await fillSignIn(page, "admin");
    await page.waitForURL(`${service()}/**`);
    await isAt(page, "Overview");
  });

  test("neither PHP nor WordPress complains about any of it", async () => {
    context = await chrome.newContext();
    expect(await site.site.complaints()).toEqual([]);
  });
});
