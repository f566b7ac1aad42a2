import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("the keys of a row", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("chief", ["svc_subscribers", "svc_setting", "svc_users", "svc_sendsms"]);
    await site.api.createGroup({ name: "Archery" });
    await site.api.createGroup({ name: "Choir" });
    await site.api.createGroup({ name: "Garden" });
    await site.api.createRole({ name: "helper", label: "Helper", capabilities: ["svc_subscribers"] });
    await site.api.createRole({ name: "helpmate", label: "Helpmate", capabilities: ["svc_subscribers"] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const stepTo = async (page: Page, name: string): Promise<void> => {
    await page.getByRole("link", { name, exact: true }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    for (let steps = 0; steps < 20; steps += 1) {
      await page.keyboard.press("j");
      // The key has moved the focus by then: a second one would go past the row.
      if ((await page.evaluate<string>("document.activeElement.textContent")) === name) return;
    }
    throw new Error(`j never came to ${name}.`);
  };

  test("rename and delete the group that has the focus, and no other", () =>
    as("chief", "/groups", async (page) => {
      await page.getByRole("link", { name: "Garden", exact: true }).waitFor();
      // No row has the focus yet.
      await page.keyboard.press("d");
      expect(await page.getByRole("dialog").count()).toBe(0);
      await stepTo(page, "Garden");
      await page.keyboard.press("?");
      await page.getByRole("dialog").getByText("Delete Garden").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("e");
      const name = page.getByRole("dialog").getByLabel("Name");
      await name.fill("Kitchen garden");
      await name.press("Enter");
      await stepTo(page, "Kitchen garden");
      await page.keyboard.press("d");
      await page.getByRole("dialog", { name: "Delete the group Kitchen garden?" }).waitFor();
      await page.getByRole("button", { name: "Delete this group" }).click();
      await page.getByText("Deleted Kitchen garden.").first().waitFor();
      expect((await site.api.listGroups({})).items.map((group) => group.name)).toEqual([
        "Newsletter",
        "Archery",
        "Choir",
      ]);
    }));

  test("are those of the row that was stepped to just before, also within one frame", () =>
    as("chief", "/groups", async (page) => {
      await page.getByRole("link", { name: "Archery", exact: true }).waitFor();
      await page.evaluate(`(async () => {
        for (const key of ["j", "j", "e"]) {
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          await null;
        }
      })()`);
      await expect.poll(() => page.getByRole("dialog").getByLabel("Name").inputValue()).toBe("Archery");
    }));

  test("stay with their row when another one comes before it, and write to the group", () =>
    as("chief", "/groups", async (page) => {
      await stepTo(page, "Choir");
      // The three buttons of a row fit into their column.
      const cell = `document.querySelector("[aria-label='Delete Choir']").closest("[role=cell]")`;
      expect(await page.evaluate<boolean>(`${cell}.scrollWidth > ${cell}.clientWidth`)).toBe(false);
      const { items } = await site.api.listGroups({ search: "Archery" });
      await site.api.deleteGroup({ id: items[0]!.id });
      await page.getByRole("link", { name: "Archery", exact: true }).waitFor({ state: "detached" });
      await page.keyboard.press("d");
      await page.getByRole("dialog", { name: "Delete the group Choir?" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("w");
      await page.getByRole("button", { name: "Remove Choir", exact: true }).waitFor();
    }));

  test("change and delete the role that has the focus, which can be undone", () =>
    as("chief", "/users?part=roles", async (page) => {
      await stepTo(page, "Helper");
      await page.keyboard.press("e");
      await page.getByRole("dialog", { name: "Helper" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page
        .locator(":focus")
        .filter({ hasText: /^Helper$/ })
        .waitFor();
      await page.keyboard.press("d");
      await page.getByText("The role Helper was deleted.").first().waitFor();
      await page.getByRole("link", { name: "Helper", exact: true }).waitFor({ state: "detached" });
      // Nobody chose the row that is in its place now.
      await page.keyboard.press("d");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("link", { name: "Helper", exact: true }).waitFor();
      const { items } = await site.api.listRoles({});
      expect(items.map((role) => role.name)).toContain("helpmate");
    }));

  test("what was changed is saved by the key that saves elsewhere, while one is still typing", () =>
    as("chief", "/account", async (page) => {
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      await name.fill("Chief of all");
      await name.press("Control+s");
      await page.getByText("Not saved yet").waitFor({ state: "detached" });
      const { items } = await site.api.listUsers({ search: "chief" });
      expect(items.map((user) => user.name)).toEqual(["Chief of all"]);
    }));
});
