import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("people and roles in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("boss", [
      "svc_users",
      "svc_setting",
      "svc_sendsms",
      "svc_outbox",
      "svc_inbox",
      "svc_subscribers",
    ]);
    await site.userWith("manager", ["svc_users", "svc_outbox"]);
    await site.userWith("editor", ["svc_sendsms"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of (400|409)/ });

  test("a user is created with a role, gets a setup link, and signs in with the password they choose", () =>
    as("boss", "/users", async (page) => {
      await page.getByRole("button", { name: "Create a user" }).click();
      const form = page.getByRole("dialog", { name: "Create a user" });
      await form.getByLabel("Name", { exact: true }).fill("Zoë <b>Bold</b>");
      await form.getByLabel("User name").fill("zoe");
      await form.getByRole("button", { name: "Create this user" }).click();
      await expect.poll(() => form.getByLabel("E-mail").getAttribute("aria-invalid")).toBe("true");
      await form.getByLabel("E-mail").fill("zoe@example.com");
      await form.getByLabel("Role of editor").check();
      await form.getByRole("button", { name: "Create this user" }).click();

      const user = page.getByRole("dialog", { name: "Zoë <b>Bold</b>" });
      await user.getByRole("button", { name: "Create a setup link" }).click();
      const link = await user.getByText(/\/setup#/).innerText();
      expect(await accessibilityIssues(page)).toEqual([]);
      await user.getByLabel("Role of editor").uncheck();
      await user.getByLabel("Role of manager").check();
      await user.getByRole("button", { name: "Save this user" }).click();
      await page.getByText("Zoë <b>Bold</b> is saved.").first().waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("row", { name: /Zoë <b>Bold<\/b>.*Role of manager/ }).waitFor();

      const context = await browser.newContext();
      const theirs = await context.newPage();
      await theirs.goto(link);
      await theirs.getByLabel("Password", { exact: true }).fill("a password of their own");
      await theirs.getByRole("button", { name: "Set the password" }).click();
      await expect
        .poll(async () => (await context.request.get(`${site.url}/svc/v1/session`)).json())
        .toMatchObject({ data: { user: { username: "zoe" }, capabilities: ["svc_outbox", "svc_users"] } });
      await context.close();
    }));

  test("a user grants no right that they lack, and sees users with more rights but cannot change them", () =>
    as("manager", "/users?create=true", async (page) => {
      const form = page.getByRole("dialog", { name: "Create a user" });
      expect(await form.getByLabel("Role of boss").isDisabled()).toBe(true);
      expect(await form.getByLabel("Role of manager").isDisabled()).toBe(false);
      await form
        .getByText(/^You may not send messages.* yourself\.$/)
        .first()
        .waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: /boss/ }).click();
      const user = page.getByRole("dialog", { name: "boss" });
      await user.getByText("You cannot change this user, who may do more than you.").waitFor();
      expect(await user.getByRole("button", { name: /Save|Delete|setup link/ }).count()).toBe(0);
      expect(await user.getByLabel("E-mail").isDisabled()).toBe(true);
      expect(await accessibilityIssues(page)).toEqual([]);

      await page.goto(`${site.url}/users?part=roles&create=true`);
      const role = page.getByRole("dialog", { name: "Create a role" });
      expect(await role.getByLabel("send messages").isDisabled()).toBe(true);
      await role.getByLabel("Name", { exact: true }).fill("Lésers");
      expect(await role.getByLabel("Name for programs").inputValue()).toBe("lesers");
      await role.getByLabel("read the log").check();
      await role.getByRole("button", { name: "Create this role" }).click();
      const row = page.getByRole("row", { name: /Lésers/ });
      await row.getByRole("button", { name: "Delete the role Lésers" }).click();
      await row.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Undo" }).click();
      await row.waitFor();
    }));

  test("a role that users have is not deleted, and the page says why", () =>
    as("boss", "/users?part=roles", async (page) => {
      await page.getByRole("button", { name: "Delete the role Role of editor" }).click();
      await page.getByRole("heading", { name: "The role was not deleted" }).waitFor();
      await page.getByText("Some users have the role").waitFor();
    }));

  test("a user is found by a part of the name, offered no end of a second factor that is not on, and deleted", () =>
    as("boss", "/users", async (page) => {
      await site.api.createUser({ username: "leaver", name: "Leaver", email: "leaver@example.com" });
      await page.getByLabel("Name, e-mail or number").fill("leav");
      await page.getByRole("link", { name: /Leaver/ }).click();
      const user = page.getByRole("dialog", { name: "Leaver" });
      await user.getByRole("button", { name: "Delete this user" }).waitFor();
      // They have neither: there is nothing to turn off.
      expect(await user.getByRole("button", { name: /second factor|passkeys/ }).count()).toBe(0);
      await user.getByRole("button", { name: "Delete this user" }).click();
      await page
        .getByRole("dialog", { name: "Delete Leaver?" })
        .getByRole("button", { name: "Delete this user" })
        .click();
      await page.getByRole("heading", { name: "No user fits" }).waitFor();
    }));

  test("a user who may not manage people is told so", () =>
    as("editor", "/users", async (page) => {
      await page.getByRole("heading", { name: "You may not manage people and roles" }).waitFor();
    }));

  test("people and roles, light and dark: no serious issue, nothing wider than a phone", () =>
    as("boss", "/users", async (page) => {
      for (const [part, colorScheme] of [
        ["people", "dark"],
        ["roles", "light"],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(desktop);
        await page.goto(`${site.url}/users?part=${part}`);
        await page.getByRole("row").nth(2).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        await page.setViewportSize(phone);
        expect([part, await overflowOf(page)]).toEqual([part, 0]);
      }
    }));
});
