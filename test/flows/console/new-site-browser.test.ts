import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, browserPresent, complaintsOf, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole, webPassword } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("the console of a new site", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("operator", ["svc_setting", "svc_outbox", "svc_sendsms", "svc_subscribers"]);
    await site.userWith("editor", ["svc_sendsms", "svc_setting"]);
    await site.userWith("auditor", ["svc_outbox"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const steps = ["Write a message", "Import people", "Connect a gateway", "Send from a program"];

  test("leads from the empty log to a first message, if the person may send one", async () => {
    await as("operator", "/outbox", async (page) => {
      await page.getByRole("heading", { name: "Nothing has been sent yet" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.locator("#screen").getByRole("link", { name: "Write a message" }).click();
      await page.getByRole("heading", { name: "New message", level: 1 }).waitFor();
    });
    await as("auditor", "/outbox", async (page) => {
      await page.getByRole("heading", { name: "Nothing has been sent yet" }).waitFor();
      expect(await page.locator("#screen").getByRole("link", { name: "Write a message" }).count()).toBe(0);
    });
  });

  test("says what to begin with, as far as the person may, until something was sent", async () => {
    await as("editor", "/overview", async (page) => {
      const first = page.getByRole("region", { name: "First steps" });
      await first.getByRole("link", { name: "Write a message" }).waitFor();
      expect(await first.getByRole("link", { name: "Import people" }).count()).toBe(0);
    });
    await as("operator", "/overview", async (page) => {
      const first = page.getByRole("region", { name: "First steps" });
      for (const name of steps) await first.getByRole("link", { name }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      // Without a text there is no share that could be below a line.
      await page.getByText("nothing sent yet").first().waitFor();
      expect(await page.getByText(/^below the/).count()).toBe(0);
      await first.getByRole("link", { name: "Connect a gateway" }).click();
      await page.getByRole("heading", { name: "Gateways", exact: true }).waitFor();
      await site.api.sendMessage({ numbers: ["+4915112340001"], message: "Hello" });
      await page.goBack();
      await page.getByRole("region", { name: "Newest messages" }).getByText("Hello").waitFor();
      expect(await first.count()).toBe(0);
    });
  });

  test("names the user whose password was chosen on a link, and the button that shows it, in the reader’s language", async () => {
    const { token } = await site.api.createSetupLink({
      id: (await site.api.listUsers({ search: "editor" })).items[0]!.id,
    });
    const context = await browser.newContext({ locale: "de-DE" });
    const page = await context.newPage();
    const complaints = await complaintsOf(page);
    await page.goto(`${site.url}/setup#${token}`);
    await page.getByRole("button", { name: "Passwort ein- oder ausblenden" }).waitFor();
    await page.getByLabel("Passwort", { exact: true }).fill(`${webPassword} two`);
    await page.getByRole("button", { name: "Passwort festlegen" }).click();
    await page.getByText("Sie sind als editor angemeldet.").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
