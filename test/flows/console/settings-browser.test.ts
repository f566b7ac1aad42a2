import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

const digits = (text: string | null): string => (text ?? "").replaceAll(/\D/g, "");

describe.skipIf(!browserPresent)("settings, safety and audit in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole({ TIDINGS_COUNTRY: "DE" });
    await site.userWith("operator", ["svc_setting", "svc_outbox"]);
    await site.userWith("editor", ["svc_sendsms"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 400/ });

  const save = (page: Page) => page.getByRole("button", { name: "Save settings" }).click();
  const saved = (page: Page) => page.getByText("The settings are saved.").first().waitFor();

  test("an invalid text stands at its field, a valid one is kept, and the change says who and when", () =>
    as("operator", "/settings", async (page) => {
      const code = page.getByLabel("Text with the code", { exact: true });
      await code.fill("Hello");
      await save(page);
      await page.getByText("This must contain {{code}}.").waitFor();
      expect(await code.getAttribute("aria-invalid")).toBe("true");
      // With the bar that offers to save.
      expect(await accessibilityIssues(page)).toEqual([]);
      await code.fill("{{code}} <script>alert(1)</script>");
      await save(page);
      await saved(page);
      await page.getByText(/^Changed .* by you/).waitFor();
      await page.reload();
      expect(await code.inputValue()).toBe("{{code}} <script>alert(1)</script>");

      await page.getByRole("link", { name: "All changes of Subscribing" }).click();
      await page.getByText("changed by you").waitFor();
      await page.getByText("Before: {{sender}}: Your activation code is {{code}}.").waitFor();
      await page.getByText("After: {{code}} <script>alert(1)</script>").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("a gateway gets a price of its own, and an issue stands at that price", () =>
    as("operator", "/settings?part=prices", async (page) => {
      await page.getByLabel("Currency").fill("EUR");
      await page.getByRole("combobox", { name: "Add a gateway: Prices of single gateways" }).click();
      await page.getByRole("option", { name: "sandbox" }).click();
      const own = page.getByRole("group", { name: "sandbox", exact: true });
      await own.getByLabel("Price in EUR").fill("much");
      await save(page);
      await own.getByText("must be a decimal such as 0.0745", { exact: false }).waitFor();
      await own.getByLabel("Price in EUR").fill("0.06");
      await save(page);
      await saved(page);
      const { settings } = await site.api.getSettings();
      expect(settings.prices.gateways).toEqual([{ gateway: "sandbox", segments: [{ prefix: "+", price: "0.06" }] }]);
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.setViewportSize(phone);
      expect(await overflowOf(page)).toBe(0);
      await page.setViewportSize(desktop);
      await page.getByRole("button", { name: "Remove the prices of sandbox" }).click();
      await save(page);
      await saved(page);
    }));

  test("a country is chosen on the map or in its field, and each shows what the other did", () =>
    as("operator", "/safety?part=codes", async (page) => {
      const onMap = (code: string) => page.locator(`[data-country=${code}]`);
      const germany = onMap("DE");
      await germany.waitFor();
      expect(await page.locator("path[data-allowed]").count()).toBe(await page.locator("path[data-country]").count());
      await germany.click();
      await page.getByText("Numbers of all other countries get no codes.").waitFor();
      expect(
        await page.locator("path[data-allowed]").evaluateAll((all) => all.map((one) => one.dataset["country"])),
      ).toEqual(["DE"]);
      await page.getByRole("combobox", { name: "Countries that get codes" }).fill("Austria");
      await page.getByRole("option", { name: "Austria" }).click();
      expect(await onMap("AT").getAttribute("data-allowed")).toBe("true");
      await page.keyboard.press("Escape");
      await save(page);
      await saved(page);
      expect((await site.api.getSettings()).settings.guard.countries).toEqual(["DE", "AT"]);
      await germany.click();
      await onMap("AT").click();
      await save(page);
      // The notice from before is still shown.
      await expect.poll(async () => (await site.api.getSettings()).settings.guard.countries).toEqual([]);
    }));

  test("the language of the site is chosen by its name, and new forms are in it", () =>
    as("operator", "/settings?part=site", async (page) => {
      await page.getByRole("combobox", { name: "Language of the site" }).click();
      await page.getByRole("option", { name: "French", exact: true }).click();
      await save(page);
      await saved(page);
      expect((await site.api.getSettings()).settings.site).toEqual({ locale: "fr" });
      await site.api.updateSettings({ site: { locale: "en" } });
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("a number that is half typed is saved by the key as well, and one without its country is told how to write it", () =>
    as("operator", "/settings?part=alerts", async (page) => {
      await page.getByRole("switch", { name: "Send no alerts" }).click({ force: true });
      const numbers = page.getByRole("combobox", { name: "Phone numbers" });
      await numbers.fill("0151 23456789");
      await numbers.press("Control+s");
      await page.getByText("This must have a plus sign and the country code: +49 151 23456789.").waitFor();
      await numbers.press("Backspace");
      await numbers.pressSequentially("+49 151 23456789");
      await numbers.press("Control+s");
      await saved(page);
      const { alerts } = (await site.api.getSettings()).settings;
      expect([alerts.numbers, alerts.quiet]).toEqual([["+4915123456789"], true]);
      await site.api.updateSettings({ alerts: { numbers: [], quiet: false } });
    }));

  test("only what was changed is sent: what another user saved meanwhile stays", () =>
    as("operator", "/safety?part=cap", async (page) => {
      const most = page.getByLabel("At most this many texts");
      await most.fill("7");
      await site.api.updateSettings({ frequency_cap: { window_hours: 99 } });
      await save(page);
      await saved(page);
      const { settings } = await site.api.getSettings({});
      expect(settings.frequency_cap).toMatchObject({ messages: 7, window_hours: 99 });
      await expect.poll(() => page.getByLabel("Within this many hours").inputValue()).toBe("99 hours");
    }));

  test("leaving with unsaved changes asks, and staying keeps them", () =>
    as("operator", "/safety?part=cap", async (page) => {
      await page.getByLabel("At most this many texts").fill("3");
      await page.getByRole("link", { name: "Spending" }).click();
      const dialog = page.getByRole("dialog", { name: "What you changed is not saved" });
      await dialog.getByRole("button", { name: "Go on editing" }).click();
      expect(await page.getByLabel("At most this many texts").inputValue()).toBe("3 texts");
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("link", { name: "Spending" }).click();
      await page.getByText("There is no cap, so nothing is counted.").waitFor();
    }));

  test("quiet hours: the preset of the site's country is shown, changed and turned on", () =>
    as("operator", "/safety", async (page) => {
      await page.getByText("Proposed for your country").waitFor();
      await page.getByRole("button", { name: "Change the hours of Germany" }).click();
      await page.getByRole("combobox", { name: "Germany, Saturday: first text" }).click();
      await page.getByRole("option", { name: "Closed" }).click();
      await page.getByRole("switch", { name: "Hold texts outside the hours" }).check();
      await save(page);
      await saved(page);
      const { settings } = await site.api.getSettings({});
      expect(settings.quiet_hours).toMatchObject({ mode: "on", regions: { DE: { saturday: "closed" } } });
    }));

  test("an amount that is none stands at its field, and a cap is counted from then on", () =>
    as("operator", "/safety?part=spending", async (page) => {
      await page.getByLabel("At most in a day").fill("a lot");
      await save(page);
      await page.getByText("This must be a decimal such as 25.50.").waitFor();
      await page.getByLabel("At most in a day").fill("25.50");
      await save(page);
      await page.getByText(/^Today: /).waitFor();
    }));

  test("a person is found by the number, exported, and erased once the number is typed", () =>
    as("operator", "/safety?part=privacy", async (page) => {
      await site.api.sendMessage({ numbers: ["+4915112345678"], message: "Hello", category: "transactional" });
      const number = page.getByLabel("Mobile number");
      await number.fill("12");
      await page.getByRole("button", { name: "Search what is stored" }).click();
      await page.getByText("This is not a phone number.").waitFor();
      await number.fill("0151 12345678");
      await page.getByRole("button", { name: "Search what is stored" }).click();
      await page.getByRole("link", { name: "Texts to this number" }).waitFor();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export everything" }).click();
      expect((await download).suggestedFilename()).toBe("personal-data-4915112345678.json");

      await page.getByRole("button", { name: "Erase this person" }).click();
      const dialog = page.getByRole("dialog", { name: "Erase this person?" });
      await dialog.getByRole("button", { name: "Erase this person" }).click();
      await dialog.getByText("Type +4915112345678 to go on.").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await dialog.getByLabel("Type +4915112345678 to go on").fill("+49 151 12345678");
      await dialog.getByRole("button", { name: "Erase this person" }).click();
      await page.getByText(/^(Erasing|Erased)/).waitFor();
      expect(new URL(page.url()).search).not.toContain("151");
    }));

  test("older changes that could not be read say so, and are read on request", async () => {
    for (let nth = 0; nth < 24; nth += 1) {
      await site.api.updateSettings({ consent: { require_record: nth % 2 === 0 ? "off" : "enforce" } });
    }
    await as("operator", "/audit", async (page) => {
      const older = page.getByRole("button", { name: "Show older changes" });
      const refused = {
        status: "error",
        code: "invalid_request",
        message: "No.",
        error: { code: 400, message: "No." },
      };
      const body = JSON.stringify({ ...refused, data: { status: 400, params: {}, details: [] } });
      await older.waitFor();
      const shown = await page.locator("#screen ol > li").count();
      await intercept(page, /settings\/changes.*cursor=/, (route) =>
        route.fulfill({ status: 400, contentType: "application/json", body }),
      );
      await older.click();
      const failure = page.getByText("The rest of the list could not be read");
      await failure.waitFor();
      await page.unroute(/settings\/changes.*cursor=/);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect.poll(() => page.locator("#screen ol > li").count()).toBeGreaterThan(shown);
      expect(await failure.count()).toBe(0);
    });
  });

  test("a user who may not change settings is told so, and sees none of these screens in the navigation", () =>
    as("editor", "/settings", async (page) => {
      await page.getByRole("heading", { name: "You may not change settings" }).waitFor();
      const main = page.getByRole("navigation", { name: "Main" });
      for (const name of ["Settings", "Safety and privacy", "Audit", "People and roles"]) {
        expect(await main.getByRole("link", { name, exact: true }).count()).toBe(0);
      }
    }));

  const looks = [
    ["/settings?part=subscribing", "light"],
    ["/settings?part=prices", "dark"],
    ["/settings?part=retention", "light"],
    ["/safety?part=hours", "dark"],
    ["/safety?part=consent", "light"],
    ["/safety?part=codes", "dark"],
    ["/safety?part=spending", "light"],
    ["/audit", "dark"],
  ] as const;
  test("every part, light or dark: no serious issue, nothing wider than a phone", () =>
    as("operator", "/settings?part=passwords", async (page) => {
      for (const [address, colorScheme] of looks) {
        await page.emulateMedia({ colorScheme });
        await page.goto(`${site.url}${address}`);
        await page
          .getByText(/^(Changed|These are the defaults)|changed by/)
          .first()
          .waitFor();
        expect([address, await accessibilityIssues(page)]).toEqual([address, []]);
        await page.setViewportSize(phone);
        expect([address, await overflowOf(page)]).toEqual([address, 0]);
        await page.setViewportSize(desktop);
      }
    }));

  test("a search for what is stored about a person names the other number of their phone", async () => {
    const [local, mobile] = ["+541123459941", "+5491123459941"];
    await site.api.createSubscriber({ name: "Ana", mobile: local, double_opt_in: false });
    await as("operator", "/safety?part=privacy", async (page) => {
      await page.getByLabel("Mobile number").fill(mobile);
      await page.getByRole("button", { name: "Search what is stored" }).click();
      const stored = page.getByRole("region", { name: "What is stored" });
      await stored.getByText("the other number of this phone: search for it, too.").waitFor();
      expect(digits(await stored.textContent())).toContain(digits(local));
    });
  });
});
