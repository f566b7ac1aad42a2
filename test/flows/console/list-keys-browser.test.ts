import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("the keys of lists", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("chief", ["svc_subscribers", "svc_setting", "svc_sendsms", "svc_outbox", "svc_users"]);
    for (const name of ["Archery", "Choir", "Garden"]) await site.api.createGroup({ name });
    const { items } = await site.api.listUsers({ search: "chief" });
    for (const name of ["Shop", "Till"]) await site.api.createApplicationPassword({ id: items[0]!.id, name });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const focused = (page: Page) =>
    expect.poll(() => page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent"));

  test("arrows move in the list that has the focus, Enter opens a row, and elsewhere they scroll", () =>
    as("chief", "/groups", async (page) => {
      await page.getByRole("link", { name: "Garden", exact: true }).waitFor();
      await page.keyboard.press("ArrowDown");
      await focused(page).not.toBe("Newsletter");
      await page.keyboard.press("j");
      await focused(page).toBe("Newsletter");
      await page.keyboard.press("ArrowDown");
      await focused(page).toBe("Archery");
      await page.keyboard.press("ArrowDown");
      await focused(page).toBe("Choir");
      await page.keyboard.press("ArrowUp");
      await focused(page).toBe("Archery");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/subscribers\?group_id=/);
    }));

  test("the help and the palette name the search of a list by what it does", () =>
    as("chief", "/groups", async (page) => {
      await page.getByRole("link", { name: "Garden", exact: true }).waitFor();
      await page.keyboard.press("?");
      const help = page.getByRole("dialog");
      await help.getByText("Search this list").waitFor();
      await page.keyboard.press("Escape");
      await help.waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("A number, a name, a screen, a command").fill("search this");
      await page.getByText("Search this list").waitFor();
      await page.keyboard.press("Enter");
      await focused(page).toBe("Name");
    }));

  test("a key that is pressed the moment the rows are there is not lost", () =>
    as("chief", "/groups", async (page) => {
      await page.evaluate(`new MutationObserver((_, observer) => {
        if (!document.querySelector("[aria-label='Revoke Till']")) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true, cancelable: true }));
      }).observe(document.body, { childList: true, subtree: true })`);
      await page.getByRole("button", { name: "Your account: chief" }).click();
      await page.getByRole("menuitem", { name: "Your profile" }).click();
      await page.getByRole("button", { name: "Revoke Till" }).waitFor();
      await focused(page).toBe("Revoke Shop");
    }));

  test("a key goes to the list that has rows while the one above it is still read", () =>
    as("chief", "/groups", async (page) => {
      const { promise: read, resolve: release } = Promise.withResolvers<void>();
      await intercept(page, "**/svc/v1/users/me/passkeys*", async (route) => {
        await read;
        await route.continue();
      });
      await page.getByRole("button", { name: "Your account: chief" }).click();
      await page.getByRole("menuitem", { name: "Your profile" }).click();
      await page.getByRole("button", { name: "Revoke Till" }).waitFor();
      await page.keyboard.press("j");
      await focused(page).toBe("Revoke Shop");
      release();
      await page.getByText("No passkeys yet").waitFor();
      await focused(page).toBe("Revoke Shop");
    }));

  test("of two lists in the profile the one with the focus has the keys, whose rows have keys of their own", () =>
    as("chief", "/account", async (page) => {
      await page.getByRole("button", { name: "Revoke Till" }).waitFor();
      await page.keyboard.press("j");
      await focused(page).toBe("Revoke Shop");
      await page.keyboard.press("ArrowDown");
      await focused(page).toBe("Revoke Till");
      await page.keyboard.press("?");
      const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await help.getByText("Revoke Till").waitFor();
      expect(await help.locator("dt", { hasText: "Next row" }).locator("xpath=..").locator("kbd").count()).toBe(1);
      await page.keyboard.press("Escape");
      await help.waitFor({ state: "detached" });
      await focused(page).toBe("Revoke Till");
      await page.keyboard.press("d");
      await page.getByRole("button", { name: "Revoke Till" }).waitFor({ state: "detached" });
      await focused(page).toBe("Revoke Shop");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Revoke Till" }).waitFor();
    }));

  test("what is stored about a person is walked through by the same keys", async () => {
    const mobile = "+4915112390001";
    const group = (await site.api.listGroups({ search: "Choir" })).items[0]!.id;
    await site.api.createSubscriber({ name: "Ana Berg", mobile, group_id: group, double_opt_in: false });
    await site.api.sendMessage({ numbers: [mobile], message: "Hello" });
    await expect.poll(async () => (await site.api.listOutbox({ recipient: mobile })).items[0]?.state).toBeTruthy();
    await as("chief", "/safety?part=privacy", async (page) => {
      await page.getByLabel("Mobile number").fill(mobile);
      await page.getByRole("button", { name: "Search what is stored" }).click();
      const links = page.getByRole("region", { name: "What is stored" }).getByRole("link");
      await links.nth(1).waitFor();
      const names = await links.allTextContents();
      await page.keyboard.press("j");
      await focused(page).toBe(names[0]);
      await page.keyboard.press("ArrowDown");
      await focused(page).toBe(names[1]);
      await page.keyboard.press("k");
      await focused(page).toBe(names[0]);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/(?:subscribers|outbox)\?/);
    });
  });
});
