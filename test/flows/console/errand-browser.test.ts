import type { Browser, Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";
import { callService } from "../../support/service/service.ts";

const mobile = (nth: number): string => `+49151${10_000_000 + nth}`;

/** 500 people of whom five have no number that can be read: in the rows 12, 112, 212, 312 and 412. */
function fiveHundred(): string {
  const rows = Array.from({ length: 500 }, (_, nth) => {
    const row = nth + 2;
    return `Person ${nth};${row % 100 === 12 ? "12" : mobile(nth)}`;
  });
  return ["Name;Mobile", ...rows, ""].join("\n");
}

async function textOf(file: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

describe.skipIf(!browserPresent)("an editor's errand in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("editor", ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const goTo = (page: Page, name: string) =>
    page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();

  test("a file becomes a group, the group gets a text with each name in it, and what came back is answered and exported", () =>
    visit(site, browser, "editor", "/groups", async (page) => {
      await page.getByRole("button", { name: "Create a group" }).first().click();
      await page.getByRole("dialog").getByLabel("Name").fill("Summer fair");
      await page.getByRole("button", { name: "Create this group" }).click();
      await page.getByRole("table", { name: "Groups" }).getByRole("link", { name: "Summer fair", exact: true }).click();
      await page.getByRole("link", { name: "Import people into it" }).click();
      const people = { name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(fiveHundred()) };
      await page.getByLabel("CSV file").setInputFiles(people);
      await page.getByRole("heading", { name: "5 rows have an error" }).waitFor();
      // The group that they came from is chosen.
      await page.getByText("Summer fair", { exact: true }).waitFor();
      await page.getByLabel("Where they agreed").fill("sign-up sheet of the fair");
      const start = page.getByRole("button", { name: "Import 495 rows" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByText("495 of 495 people").waitFor();

      await page.getByRole("link", { name: "Write a message" }).click();
      await page.getByLabel("Text", { exact: true }).fill("Hello {{name}}, the fair opens at ten.");
      await page.getByRole("button", { name: "Check 495 texts" }).click();
      await page.getByRole("button", { name: "Send 495 texts", exact: true }).click();
      await page.getByRole("heading", { name: "495 texts are leaving" }).waitFor();
      await page.getByRole("link", { name: "Watch them arrive" }).click();
      await page.getByText("495 of 495 people").waitFor();
      await page.getByRole("link", { name: /^Delivered\s*495/ }).waitFor();

      await goTo(page, "Outbox");
      await page.getByRole("searchbox", { name: "Number, text or sender" }).fill(mobile(42));
      const entry = page.getByRole("row").filter({ hasText: "Hello Person 42," });
      await entry.getByRole("link").first().click();
      const drawer = page.getByRole("dialog");
      await drawer.getByRole("heading", { name: "What happened" }).waitFor();
      await drawer.getByText("Hello Person 42, the fair opens at ten.").first().waitFor();
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });

      await callService(site, site.admin, "/sandbox/replies", { from: mobile(42), text: "May dogs come?" });
      await goTo(page, "Inbox");
      const threads = page.getByRole("region", { name: "Threads" });
      await threads.getByText("Person 42").first().waitFor();
      await threads.getByText("May dogs come?").click();
      const texts = page.getByRole("region", { name: "Texts in both directions" });
      await texts.getByText("Hello Person 42, the fair opens at ten.").waitFor();
      await page.getByLabel("Your answer").fill("Yes, on a lead.");
      await page.getByRole("button", { name: "Send 1 text" }).click();
      await texts.getByText("Yes, on a lead.").waitFor();

      await goTo(page, "Outbox");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Export as CSV" }).click(),
      ]);
      const lines = (await textOf(file)).trim().split(/\r?\n/);
      expect(lines).toHaveLength(1 + 495 + 1);
      expect(lines.filter((line) => line.includes("Hello Person 42, the fair opens at ten."))).toHaveLength(1);
      expect(lines.filter((line) => line.includes("Yes, on a lead."))).toHaveLength(1);

      const received = async (to: string) => (await site.api.listSandboxMessages({ to })).items.map(({ body }) => body);
      await expect.poll(() => received(mobile(42))).toContain("Yes, on a lead.");
      expect(await received(mobile(43))).toHaveLength(1);
    }));
});
