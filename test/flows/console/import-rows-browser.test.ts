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

describe.skipIf(!browserPresent)("rows of an import that have an error, in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.api.createGroup({ name: "Fair" });
    await site.userWith("editor", ["svc_subscribers"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  test("rows with the same error are one entry, with how many they are, the first of them, and one remedy", () =>
    as("editor", "/import", async (page) => {
      const short = Array.from({ length: 12 }, (_, nth) => `Short ${nth},12,`);
      const tagged = Array.from({ length: 6 }, (_, nth) => `Tagged ${nth},+49151${10_000_850 + nth},Late birds`);
      await page.getByLabel("CSV file").setInputFiles({
        name: "same.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["Name,Mobile,Tags", ...short, ...tagged, ""].join("\n")),
      });
      const errors = page.getByRole("region", { name: "Rows with an error" });
      await errors.getByRole("heading", { name: "18 rows have an error" }).waitFor();
      const tooShort = errors.getByRole("cell", { name: "Mobile is too short for a phone number" });
      await tooShort.getByText("12 rows", { exact: true }).waitFor();
      expect(await tooShort.count()).toBe(1);
      const cells = errors.getByRole("textbox", { name: /^Mobile in row/ });
      expect(await cells.count()).toBe(3);

      await tooShort.getByRole("button", { name: "Show 9 more rows" }).press("Enter");
      const fewer = tooShort.getByRole("button", { name: "Show fewer rows", expanded: true });
      await fewer.waitFor();
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Show fewer rows");
      expect(await cells.count()).toBe(12);
      await cells.last().fill("+49 151 30000077");
      await fewer.click();
      expect(await cells.count()).toBe(3);
      await page.getByRole("button", { name: "Repair 1 cell and check again" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.setViewportSize(phone);
      expect(await overflowOf(page)).toBe(0);
      await page.setViewportSize(desktop);

      await errors.getByRole("button", { name: "Create these groups with the import" }).press("Enter");
      await page.getByText("1 group will be created").waitFor();
      await errors.getByRole("heading", { name: "12 rows have an error" }).waitFor();
      expect(await page.getByRole("switch", { name: "Create groups that do not exist" }).isChecked()).toBe(true);
      expect(await page.evaluate("document.activeElement === document.body")).toBe(false);
      await page.getByRole("button", { name: "Repair 1 cell and check again" }).click();
      await errors.getByRole("heading", { name: "11 rows have an error" }).waitFor();
      await tooShort.getByText("11 rows", { exact: true }).waitFor();
    }));
});
