import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, contrastIssues, launchBrowser } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue("${name}")`,
  );

describe.skipIf(!browserPresent)("the console with the system's colors, and on paper", () => {
  let site: OpenConsole;
  let browser: Browser;
  let entry: number;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("operator", ["svc_setting", "svc_sendsms", "svc_outbox", "svc_subscribers"]);
    const numbers = Array.from({ length: 120 }, (_, at) => `+447700900${String(at).padStart(3, "0")}`);
    await site.api.sendMessage({ numbers, message: "Open until 9." });
    entry = (await site.api.listOutbox({ per_page: 1 })).items[0]!.id;
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  /** Searches in the outbox; the answer comes when `meanwhile` is over. */
  async function searching(page: Page, meanwhile: () => Promise<void>): Promise<void> {
    await page.getByRole("table").getByRole("link").first().waitFor();
    const held = Promise.withResolvers<void>();
    await intercept(page, "**/svc/v1/outbox?*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("searchbox").fill("9000");
    await page.locator("[role=table][aria-busy=true]").waitFor();
    await meanwhile();
    held.resolve();
    await page.locator("[role=table][aria-busy=false]").waitFor();
  }

  test("rows that are read again keep their contrast, below a line, and after a while words, that say so", () =>
    as("operator", "/outbox", async (page) => {
      const words = page.getByText("Still reading: below are the rows from before.");
      await searching(page, async () => {
        expect(await contrastIssues(page)).toEqual([]);
        await words.waitFor();
        await expect.poll(() => styleOf(page, "[role=table]", "box-shadow")).toMatch(/^rgb.* 0px -2px 0px/);
      });
      expect(await styleOf(page, "[role=table]", "box-shadow")).toBe("none");
      expect(await words.count()).toBe(0);
    }));

  test("in a contrast theme, which has no shadows, rows that are read again are framed", () =>
    as("operator", "/outbox", { forcedColors: "active" }, async (page) => {
      const frame = () => styleOf(page, "[role=table]", "outline-style");
      await searching(page, () => expect.poll(frame).toBe("solid"));
      expect(await frame()).toBe("none");
    }));

  test(
    "in the dark, what is switched on or checked has the accent of the dark, and a tick that is seen on it",
    () =>
      as("operator", "/settings", { colorScheme: "dark" }, async (page) => {
        const token = (name: string) => styleOf(page, ":root", name);
        const control = page.getByRole("switch", { checked: true }).first();
        await control.waitFor({ state: "attached" });
        const accent = "rgb(108, 197, 210)";
        expect(await styleOf(page, ".mantine-Switch-input:checked + .mantine-Switch-track", "background-color")).toBe(
          accent,
        );
        await page.goto(`${site.url}/settings?part=alerts`);
        await page.locator(".mantine-Checkbox-root").first().waitFor();
        expect(await styleOf(page, ".mantine-Checkbox-root", "--checkbox-color")).toBe(await token("--accent"));
        expect(await styleOf(page, ".mantine-Checkbox-root", "--checkbox-icon-color")).toBe(await token("--on-accent"));
      }),
    120_000,
  );

  test("in a contrast theme a switch is seen, and whether it is on", () =>
    as("operator", "/settings", { forcedColors: "active" }, async (page) => {
      const control = page.getByRole("switch").first();
      await control.waitFor({ state: "attached" });
      expect(await styleOf(page, ".mantine-Switch-track", "border-top-width")).toBe("1px");
      const track = () => styleOf(page, ".mantine-Switch-track", "background-color");
      const before = await track();
      await control.press("Space");
      await expect.poll(track).not.toBe(before);
    }));

  test("in a contrast theme the open part of a screen and a pressed button differ from the others", () =>
    as("operator", "/settings", { forcedColors: "active" }, async (page) => {
      const part = (of: string) => styleOf(page, `nav a${of}[href*="part="]`, "border-bottom-color");
      await page.getByRole("link", { name: "Prices" }).waitFor();
      expect(await part("[aria-current]")).not.toBe(await part(":not([aria-current])"));
      await page.goto(`${site.url}/overview`);
      await page.getByRole("button", { name: "24 hours", pressed: true }).waitFor();
      const button = (pressed: boolean) => styleOf(page, `#screen button[aria-pressed=${pressed}]`, "background-color");
      expect(await button(true)).not.toBe(await button(false));
    }));

  test("in a contrast theme the filled part of a bar differs from the rest", () =>
    as("operator", "/safety", { forcedColors: "active" }, async (page) => {
      const bar = "[class*=_bar_]";
      await page.locator(`${bar} > span`).first().waitFor();
      const color = (selector: string) => styleOf(page, selector, "background-color");
      expect(await color(`${bar} > span`)).not.toBe(await color(bar));
    }));

  test("on paper there is the screen without navigation and buttons, in dark ink, and lists say what is left out", () =>
    as("operator", "/outbox", { colorScheme: "dark" }, async (page) => {
      await page.getByRole("table").getByRole("link").first().waitFor();
      await page.emulateMedia({ media: "print" });
      await page.getByText("Only the rows around those on the screen are printed.").waitFor();
      expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
      expect(await page.getByText("Search or do…").isVisible()).toBe(false);
      expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
      expect(await styleOf(page, "#screen h1", "color")).toBe("rgb(31, 35, 40)");
      // No blank pages for rows that are not there.
      const [height, end] = await page.evaluate<[number, number]>(
        `[document.documentElement.scrollHeight,
          [...document.querySelectorAll('[role=row]')].at(-1).getBoundingClientRect().bottom]`,
      );
      expect(height - end).toBeLessThan(300);
    }));

  test("on paper a time is the date and the clock in place of how long ago it was, in the form and the zone of the screen", () =>
    as("operator", "/outbox", { timezoneId: "America/New_York" }, async (page) => {
      const time = page.getByRole("row").locator("time").first();
      await time.hover();
      const exact = (await time.getAttribute("data-hint"))!.split("\n")[0]!;
      expect(exact).toMatch(/^\w+ \d+, \d+, \d\d:\d\d:\d\d E[DS]T$/);
      await page.emulateMedia({ media: "print" });
      // The browser sends it before it prints; what listens to it is loaded after the screen.
      const shown = () =>
        page.evaluate<string>(
          `dispatchEvent(new Event("beforeprint"));
           getComputedStyle(document.querySelector("[role=row] time"), "::after").content`,
        );
      await expect.poll(shown).toBe(`"${exact}"`);
      expect(await styleOf(page, "[role=row] time", "font-size")).toBe("0px");
      // That of a schedule is in the zone of the schedule.
      await page.evaluate(`document.querySelector("[role=row] time").dataset.relative = "Asia/Tehran"`);
      await expect.poll(shown).toMatch(/GMT\+3:30"$/);
    }));

  test("on paper an open drawer stands alone, whole", () =>
    as("operator", `/outbox?entry=${entry}`, async (page) => {
      const drawer = page.getByRole("dialog");
      await drawer.getByText("What happened").waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await drawer.getByText("What happened").isVisible()).toBe(true);
      expect(await page.getByRole("heading", { name: "Outbox", includeHidden: true }).isVisible()).toBe(false);
      expect(await styleOf(page, ".mantine-Drawer-content", "overflow-y")).toBe("visible");
    }));
});
