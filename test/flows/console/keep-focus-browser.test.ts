import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("the focus and the keys", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("chief", ["svc_subscribers", "svc_setting", "svc_sendsms", "svc_outbox", "svc_users"]);
    for (const name of ["Archery", "Choir", "Garden", "Rowing", "Sailing", "Tennis"])
      await site.api.createGroup({ name });
    await site.api.createField({ key: "shoe", label: "Shoe size", type: "number" });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const focused = (page: Page) => expect.poll(() => page.evaluate<string>("document.activeElement.textContent"));

  test("a deleted row gives the focus to the next one, the last row to the one before", () =>
    as("chief", "/groups", async (page) => {
      for (const [deleted, next] of [
        ["Choir", "Garden"],
        ["Garden", "Rowing"],
      ] as const) {
        await page.getByRole("button", { name: `Delete ${deleted}` }).click();
        await page.getByRole("button", { name: "Delete this group" }).click();
        await page.getByRole("link", { name: deleted, exact: true }).waitFor({ state: "detached" });
        await focused(page).toBe(next);
      }
    }));

  test("the last row that is deleted gives it to the heading of what is there in its place", () =>
    as("chief", "/fields", async (page) => {
      await page.getByRole("link", { name: "Shoe size" }).click();
      const drawer = page.getByRole("dialog", { name: "Shoe size" });
      await drawer.getByRole("button", { name: "Delete this field" }).click();
      await page.getByRole("dialog", { name: "Delete the field" }).getByRole("button", { name: "Delete this" }).click();
      await page.getByRole("heading", { name: "No fields yet" }).waitFor();
      await focused(page).toBe("No fields yet");
    }));

  test("what opened a question and was deleted elsewhere meanwhile is followed by the next row", () =>
    as("chief", "/groups", async (page) => {
      const { items } = await site.api.listGroups({ search: "Rowing" });
      await page.getByRole("button", { name: "Delete Rowing" }).click();
      await page.getByRole("dialog", { name: "Delete the group Rowing?" }).waitFor();
      await site.api.deleteGroup({ id: items[0]!.id });
      await page.locator("a", { hasText: /^Rowing$/ }).waitFor({ state: "detached" });
      expect(await page.getByRole("dialog").locator(":focus").count()).toBe(1);
      await page.keyboard.press("Escape");
      await focused(page).toBe("Sailing");
      // It was not selected, so the key deletes nothing.
      await page.keyboard.press("d");
      await page.keyboard.press("j");
      await focused(page).toBe("Tennis");
      expect(await page.getByRole("dialog").count()).toBe(0);
      await page.keyboard.press("d");
      await page.getByRole("dialog", { name: "Delete the group Tennis?" }).waitFor();
    }));

  test("in a drawer the focus stays in the drawer, and a question that is answered with no gives it back", async () => {
    await site.userWith("keeper", []);
    const { items } = await site.api.listUsers({ search: "keeper" });
    const { id } = items[0]!;
    for (const name of ["Till", "Shop"]) await site.api.createApplicationPassword({ id, name });
    await as("chief", `/users?user=${id}`, async (page) => {
      const drawer = page.getByRole("dialog", { name: "keeper" });
      await drawer.getByRole("button", { name: "Delete this user" }).click();
      await page.getByRole("dialog", { name: "Delete keeper?" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Delete keeper?" }).waitFor({ state: "detached" });
      expect(await drawer.count()).toBe(1);
      await focused(page).toBe("Delete this user");
      for (const name of ["Till", "Shop"]) {
        await drawer.getByRole("button", { name: `Revoke ${name}` }).click();
        await drawer.getByRole("button", { name: `Revoke ${name}` }).waitFor({ state: "detached" });
      }
      await focused(page).toBe("No application passwords yet");
    });
  });

  test("a second press of the key that saves while the first is answered saves nothing more", () =>
    as("chief", "/account", async (page) => {
      let saved = 0;
      await intercept(page, "**/svc/v1/users/me", async (route) => {
        if (route.request().method() === "PATCH") saved += 1;
        await route.continue();
      });
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      await name.fill("Chief of all");
      const prevented = await page.evaluate<boolean[]>(`[1, 2].map(() =>
        !document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key: "s", ctrlKey: true, bubbles: true, cancelable: true })))`);
      expect(prevented).toEqual([true, true]);
      await page.getByText("Not saved yet").waitFor({ state: "detached" });
      expect(saved).toBe(1);
      // The browser would offer to save the page as a file.
      expect(
        await page.evaluate(`document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key: "s", ctrlKey: true, bubbles: true, cancelable: true }))`),
      ).toBe(false);
    }));

  test("a number chooses a part of the settings, and the help names it", () =>
    as("chief", "/safety", async (page) => {
      const part = (name: string) => page.getByRole("link", { name, exact: true });
      await part("Quiet hours").waitFor();
      await page.keyboard.press("5");
      await page.getByRole("heading", { name: "Spend cap" }).waitFor();
      await expect.poll(() => part("Spending").getAttribute("aria-current")).toBe("page");
      await page.keyboard.press("?");
      await page.getByRole("dialog").getByText("Spending").waitFor();
    }));

  test("a key that is pressed in a menu or in the panel of a filter leaves the screen as it is", () =>
    as("chief", "/outbox", async (page) => {
      for (const [filter, role] of [
        ["State", "menu"],
        ["When", "dialog"],
      ] as const) {
        await page.getByRole("button", { name: filter, exact: true }).click();
        const open = page.getByRole(role);
        await open.locator("button").first().focus();
        await page.keyboard.press("?");
        await page.keyboard.press("Escape");
        await open.waitFor({ state: "detached" });
        expect(await page.getByRole("dialog").count()).toBe(0);
      }
      // Neither does one that is pressed beside what is open.
      await page.getByRole("button", { name: "When", exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await page.evaluate("document.activeElement.blur()");
      await page.keyboard.press("?");
      await page.getByRole("dialog").locator("button").first().press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    }));
});
