import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("an answer of a server in front of the service", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of (?:413|403|502)/ });
  /** A page of its own in place of the answer to every call that matches. */
  const answerWith = (page: Page, path: string, status: number) =>
    intercept(page, path, (route) =>
      route.fulfill({ status, contentType: "text/html", body: `<title>${status}</title>` }),
    );

  test("that a file is too large says so, and leads to the page on operating", () =>
    as("ada", "/import", async (page) => {
      await answerWith(page, "**/svc/v1/imports*", 413);
      const buffer = Buffer.from("Mobile\n+4915112340001\n");
      await page.getByLabel("CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
      const alert = page.getByRole("alert").filter({ hasText: "accepts nothing as large as this" });
      await alert.getByText("Its limit for the size of a request has to be raised.").waitFor();
      const link = await alert.getByRole("link", { name: "What to do about it" }).getAttribute("href");
      expect((await page.request.get(site.url + link!)).status()).toBe(200);
      expect(await page.getByText("this device is offline").count()).toBe(0);
    }));

  test("that a call is not let through names its status, and says what to do", () =>
    as("ada", "/compose", async (page) => {
      await answerWith(page, "**/svc/v1/send/preview*", 403);
      await page.getByLabel("To: a group, a name or a number").fill("+4915112340001,");
      await page.getByLabel("Text", { exact: true }).fill("Hello");
      const alert = page
        .getByRole("alert")
        .filter({ hasText: "Something in front of the service answered in its place (status 403)" });
      await alert.getByText("It may be a proxy, a firewall or a page to sign in.").waitFor();
      // Beside the button that cannot be pressed, too.
      await page.getByText("Something in front of the service answered in its place (status 403)").nth(1).waitFor();
      await page.unroute("**/svc/v1/send/preview*");
      await alert.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("button", { name: "Check 1 text" }).waitFor();
    }));

  test.each([
    ["redirects, whose status a browser hides", { status: 302, headers: { location: "/sign-in-elsewhere" } }],
    ["replies to with a page of its own, as for a sign-in", { status: 200, contentType: "text/html", body: "<form>" }],
  ])("that it %s is not taken for a service that is down", (_case, answer) =>
    as("ada", "/compose", async (page) => {
      await intercept(page, "**/svc/v1/send/preview*", (route) => route.fulfill(answer));
      await page.getByLabel("To: a group, a name or a number").fill("+4915112340001,");
      await page.getByLabel("Text", { exact: true }).fill("Hello");
      const alert = page
        .getByRole("alert")
        .filter({ hasText: "Something in front of the service answered in its place." });
      await alert.getByText("It may be a proxy, a firewall or a page to sign in.").waitFor();
    }),
  );

  test("to an action that it refused does not say that the action may have been done", () =>
    as("ada", "/groups", async (page) => {
      await answerWith(page, "**/svc/v1/groups", 403);
      await page.getByRole("button", { name: "Create a group" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Readers");
      await dialog.getByRole("button", { name: "Create this group" }).click();
      await dialog.getByText("Something in front of the service answered in its place (status 403)").waitFor();
      expect(await dialog.getByText("It is not known whether this was done").count()).toBe(0);
      await dialog.getByRole("button", { name: "Create this group" }).waitFor();
    }));
});
