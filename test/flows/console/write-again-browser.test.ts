import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { PICTURE } from "../../support/console/picture.ts";
import { visitor } from "../../support/console/visit.ts";
import { eventually } from "../../support/engine/engine.ts";

describe.skipIf(!browserPresent)("a message that is written again in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_outbox"]);
    await site.userWith("author", ["svc_sendsms"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const ended = async (content: Partial<Parameters<typeof site.api.sendMessage>[0]>, number: string) => {
    const id = (await site.api.sendMessage({ numbers: [number], ...content })).message_id!;
    await eventually(async () => (await site.api.getMessage({ id })).state === "completed");
    return id;
  };
  const field = (page: Page) => page.getByLabel("Text", { exact: true });
  const again = (page: Page) => page.getByRole("link", { name: "Write it again" });

  test("what was sent is written again with its sender, its files and its translations, to people who are chosen anew", async () => {
    const text = "The reading room is open.";
    // More templates than a page of the list has.
    for (let nth = 0; nth < 101; nth += 1)
      await site.api.createTemplate({ name: `Notice ${nth}`, text: `Notice ${nth}` });
    await site.api.createTemplate({ name: "Open", text, variants: { de: "Der Lesesaal ist offen." } });
    const { url } = await site.api.uploadMedia({ file: new File([PICTURE], "a.png", { type: "image/png" }) });
    const elsewhere = ["https://cdn.example.com/pic.jpg", "https://cdn.example.com/?id=7"];
    const id = await ended({ message: text, sender: "Library", media_urls: [url, ...elsewhere] }, "+4915112340700");
    await as("ada", `/messages/${id}`, async (page) => {
      await again(page).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("w");
      await page.waitForURL(/\/compose$/);
      await expect.poll(() => field(page).inputValue()).toBe(text);
      expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe("Library");
      // What asks for no consent with one recipient would ask for none with a thousand.
      expect(await page.getByLabel("Kind", { exact: true }).inputValue()).toBe("");
      const files = page.getByRole("region", { name: "Attachments" }).getByRole("listitem");
      expect(await files.allInnerTexts()).toEqual([expect.stringMatching(/^[\w-]{22}\.png\s+0 kB$/), ...elsewhere]);
      await expect
        .poll(() => page.evaluate(`document.querySelector('[aria-label="As it arrives"] img')?.naturalWidth`))
        .toBe(16);
      await page.getByText("German", { exact: false }).first().waitFor();
      await page.getByText("Say whom it goes to.").waitFor();
    });
  });

  test("a message that is written again takes the place of a draft with its people and its time, until that is undone", async () => {
    const id = await ended(
      { message: "Closed on Monday.", category: "marketing", consent_basis: "Members" },
      "+4915112340702",
    );
    await as("ada", "/compose", async (page) => {
      // A time can be chosen with a license only.
      const draft = `Object.entries(localStorage).find(([key]) => /^tidings:\\d+:draft$/.test(key))`;
      const time = () => page.evaluate<string | undefined>(`JSON.parse(${draft}[1]).when?.at`);
      const check = page.getByRole("button", { name: "Check 1 text" });
      await page.getByLabel(/^To: /).fill("+4915112340999,");
      await field(page).fill("Something else");
      await check.waitFor();
      await page.evaluate(
        `(([key, value]) => localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value),
          when: { at: "2027-03-12T09:00", repeat: null, end: "" } })))(${draft})`,
      );
      await page.goto(`${site.url}/messages/${id}`);
      await again(page).click();
      await page.getByText("That message is in place of your draft.", { exact: true }).waitFor();
      expect(await field(page).inputValue()).toBe("Closed on Monday.");
      expect(await page.getByLabel("Kind", { exact: true }).inputValue()).toBe("marketing");
      expect(await time()).toBeUndefined();
      await page.getByText("Say whom it goes to.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => field(page).inputValue()).toBe("Something else");
      expect(await time()).toBe("2027-03-12T09:00");
      await check.waitFor();
    });
  });

  test("of the files of a message that is written again, only one that is known to be gone is left out", async () => {
    const { url } = await site.api.uploadMedia({ file: new File([PICTURE], "a.png", { type: "image/png" }) });
    const id = await ended({ message: "With a picture", media_urls: [url] }, "+4915112340704");
    await as("ada", `/messages/${id}`, { tolerated: /Failed to load resource/ }, async (page) => {
      const files = page.getByRole("region", { name: "Attachments" }).getByRole("listitem");
      let status = 503;
      await page.route("**/m/*.png", (route) =>
        route.request().method() === "HEAD" ? route.fulfill({ status }) : route.continue(),
      );
      await again(page).click();
      await files.first().waitFor();
      status = 404;
      await page.goto(`${site.url}/messages/${id}`);
      await again(page).click();
      await page
        .getByRole("alert")
        .getByText("Some of its pictures are not kept any more: attach them again.")
        .waitFor();
      expect(await files.count()).toBe(0);
    });
  });

  test("a message whose text may not be read, or that does not exist, is not written again", async () => {
    const id = await ended({ message: "For some eyes only" }, "+4915112340705");
    const otp = await ended({ message: "Code 4711", category: "otp" }, "+4915112340701");
    for (const [who, which] of [
      ["author", id],
      ["ada", otp],
      ["ada", "msg_nothing"],
    ] as const) {
      await as(who, `/compose?message=${which}`, { tolerated: /Failed to load resource/ }, async (page) => {
        await page.getByRole("alert").getByText("That message or its text is not available.").waitFor();
        expect(await field(page).inputValue()).toBe("");
      });
      if (which === "msg_nothing") continue;
      await as(who, `/messages/${which}`, async (page) => {
        await page.locator("#screen header").getByText("Completed", { exact: true }).waitFor();
        expect(await again(page).count()).toBe(0);
      });
    }
  });
});
