import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";

const SECRET = "hunter2-canary";

describe.skipIf(!browserPresent)("gateways in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let provider: Awaited<ReturnType<typeof startKeyedProvider>>;
  const add = (name: string, more: object = {}) =>
    site.api.createGateway({
      name,
      kind: "http",
      settings: provider.settings(SECRET),
      ...more,
    });
  beforeAll(async () => {
    provider = await startKeyedProvider({ passwords: [SECRET] });
    site = await openConsole({ TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
    await add("main");
    await add("spare");
    await add("third", { in_default_route: false });
    await site.userWith("operator", ["svc_setting", "svc_outbox"]);
    await site.userWith("reader", ["svc_outbox"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await provider?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 4\d\d.*\/svc\/v1\/gateways/ });

  const row = (page: Page, name: string) =>
    page.getByRole("list", { name: "Gateways" }).getByRole("listitem").filter({ hasText: name });
  const names = async () => (await site.api.listGateways({})).items.map((one) => one.name);

  test("a provider is searched for, its settings are tested with a wrong and a right key, it is added, and a text arrives there", () =>
    as("operator", "/gateways", async (page) => {
      await row(page, "sandbox").getByText("set outside of the console").waitFor();
      await page.getByRole("link", { name: "Add a gateway" }).first().click();
      await page.getByRole("searchbox", { name: "Provider" }).fill("any http");
      await page.waitForURL(/q=any/);
      await page.getByRole("link", { name: "Any HTTP API" }).click();
      await page.getByRole("heading", { name: "Add Any HTTP API" }).waitFor();

      await page.getByRole("button", { name: "Test these settings" }).click();
      await page.getByText("This is needed.").first().waitFor();
      const settings = provider.settings("wrong");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("shop");
      await page.getByRole("textbox", { name: "Host" }).fill(settings.host);
      await page.getByRole("textbox", { name: "Path", exact: true }).fill(settings.path);
      await page.getByLabel("User name", { exact: true }).fill(settings.username);
      await page.getByLabel("Password, key or token", { exact: true }).fill("wrong");
      await page.getByLabel("Authentication").selectOption("basic");
      await page.getByRole("textbox", { name: "Template", exact: true }).fill(settings.body);
      await page.getByRole("textbox", { name: "Where the provider's id is found" }).fill(settings.id);
      await page.getByText("More settings").click();
      await page.getByRole("checkbox", { name: "Plain HTTP" }).check();
      await page.getByRole("textbox", { name: "Where the balance is found" }).fill(settings.balance);
      await page.getByLabel("Path of the balance", { exact: true }).fill(settings.balance_path);
      await page.getByRole("button", { name: "Test these settings" }).click();
      await page.getByRole("heading", { name: "The settings do not work yet" }).waitFor();
      await page.getByText(/credit could not be read.*401/i).waitFor();
      expect(await names()).not.toContain("shop");
      // What was typed is not discarded without confirmation.
      await page.getByRole("link", { name: "Add a gateway" }).click();
      await page.getByRole("button", { name: "Go on editing" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });

      await page.getByLabel("Password, key or token", { exact: true }).fill(SECRET);
      await page.getByRole("button", { name: "Test these settings" }).click();
      await page.getByText("its credit is 12.50").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("button", { name: "Add this gateway" }).click();
      await page.getByRole("heading", { name: "shop", level: 1 }).waitFor();
      expect(provider.taken).toEqual([]);

      await page.getByRole("textbox", { name: "Phone number" }).fill("+49 151 23456789");
      await page.getByRole("button", { name: "Send 1 test text" }).click();
      await page.getByRole("heading", { name: "The gateway works" }).waitFor();
      await expect.poll(() => provider.taken.map(({ to }) => to)).toEqual(["+4915123456789"]);
    }));

  test("errors and descriptions of a setting name other settings by the labels of their fields", () =>
    as("operator", "/gateways/kinds/twilio", async (page) => {
      await page.locator(`[name="settings.sid"]`).fill(`AC${"0".repeat(32)}`);
      await page.locator(`[name="settings.token"]`).fill(SECRET);
      await page.getByRole("button", { name: "Add this gateway" }).click();
      await page.getByText("This is missing: give “Sender” or “Messaging Service SID”.").waitFor();
      expect(await page.getByRole("main").innerText()).not.toMatch(/messaging_service|together with account/);
    }));

  test("a stored secret is never shown, and a new address asks for it again at its field", () =>
    as("operator", "/gateways/main", async (page) => {
      const secret = page.getByRole("group", { name: "Password, key or token" });
      await secret.getByText("Stored, and never shown again.").waitFor();
      expect(await page.content()).not.toContain(SECRET);
      await page.getByRole("textbox", { name: "Host" }).fill("127.0.0.1:9");
      await page.getByRole("button", { name: "Save the settings" }).click();
      await page
        .getByText("Enter it again: the gateway connects to a different address than before.")
        .first()
        .waitFor();
      expect((await site.api.getGateway({ name: "main" })).settings?.["host"]).toBe(provider.settings(SECRET).host);

      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByText("Speed and repeats").click();
      await page.getByRole("textbox", { name: "Segments per second" }).fill("40");
      await page.getByRole("button", { name: "Save the settings" }).click();
      await page.getByText("Saved.", { exact: false }).first().waitFor();
      const { settings, secrets } = await site.api.getGateway({ name: "main" });
      expect([settings?.["rate"], secrets]).toEqual([
        "40",
        ["body", "password", "username", "balance_path"].toSorted(),
      ]);
    }));

  test("the order is changed by buttons that keep the focus, and by the page of a gateway", () =>
    as("operator", "/gateways", async (page) => {
      await page.getByRole("button", { name: "Move spare up" }).click();
      await expect.poll(async () => (await names()).slice(0, 3)).toEqual(["sandbox", "spare", "main"]);
      await expect
        .poll(() => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''"))
        .toBe("Move spare down");
      await page.getByText("spare; if it fails main", { exact: false }).waitFor();
      await row(page, "third").getByText("only by name").waitFor();
      await page.getByRole("link", { name: "main", exact: true }).click();
      await page.getByText("It takes over when spare fails.").waitFor();
      await page.getByRole("button", { name: "Make it the first choice" }).click();
      await page.getByText("It is the first choice for every message.").waitFor();
      expect((await site.api.getRouting()).effective).toMatch(/^failover\(main spare/);
    }));

  test("the list names the adapters in the reader's language", async () => {
    const context = await browser.newContext({ locale: "de-DE" });
    const page = await context.newPage();
    await site.admit(page, "operator");
    await page.goto(`${site.url}/gateways`);
    const spare = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "spare", exact: true }) });
    await spare.getByText("Beliebige HTTP-API").waitFor();
    await context.close();
  });

  test("the audit shows which gateway was changed, and the order before, in the terms of the console", () =>
    as("operator", "/audit", async (page) => {
      await site.api.updateGateway({ name: "third", position: 0 });
      await site.api.updateGateway({ name: "third", position: (await names()).length });
      await page.reload();
      const change = page.getByRole("listitem").filter({ hasText: "Order of the gateways" }).first();
      await change
        .getByText(/third$/)
        .first()
        .waitFor();
      expect(await page.getByRole("main").innerText()).not.toMatch(/^(changed|kind|in default route|routing)$/m);
      await change.getByRole("link", { name: "Gateway third" }).click();
      await page.getByRole("heading", { name: "third", level: 1 }).waitFor();
    }));

  test("a rule for a country is tried with a number before it is saved, and decides afterwards", () =>
    as("operator", "/gateways/routing", async (page) => {
      await page.getByRole("button", { name: "Add a rule" }).click();
      const drawer = page.getByRole("dialog", { name: "Add a rule" });
      await drawer.getByRole("button", { name: "Use this rule" }).click();
      await drawer.getByText("Fill in at least one of the three.", { exact: false }).waitFor();
      await drawer.getByRole("textbox", { name: "Countries of the numbers" }).fill("Germany, Atlantis");
      await drawer.getByText("Not a country: Atlantis.").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await drawer.getByRole("textbox", { name: "Countries of the numbers" }).fill("Germany, at");
      await drawer.getByLabel("Send through").selectOption("third");
      await drawer.getByRole("button", { name: "Use this rule" }).click();
      await page.getByText("To Germany or Austria").waitFor();
      expect((await site.api.getRouting()).routing).toBe(null);

      await page.getByRole("textbox", { name: "Phone number" }).fill("+49 151 23456789");
      await page.getByRole("button", { name: "Show the way" }).click();
      await page.getByText("By the rule “To Germany or Austria”.", { exact: false }).waitFor();
      await page.getByRole("button", { name: "Save the rules" }).click();
      await page.getByText("The rules are saved.", { exact: false }).first().waitFor();
      expect((await site.api.getRouting()).routing).toMatch(/^by\(country=DE,AT: third; else: failover\(.*\)\)$/);

      await page.goto(`${site.url}/gateways`);
      await page.getByText("To Germany or Austria:").waitFor();
      await page.getByRole("textbox", { name: "Phone number" }).fill("+49 151 23456789");
      await page.getByRole("button", { name: "Show the way" }).click();
      await page
        .getByRole("status")
        .getByText("third. By the rule “To Germany or Austria”.", { exact: false })
        .waitFor();
    }));

  test("pausing can be undone, and a gateway that rules name is removed only after the rules are changed", () =>
    as("operator", "/gateways/third", async (page) => {
      await page.getByRole("button", { name: "Pause" }).waitFor();
      await page.keyboard.press("p");
      await page.getByText("third is paused.", { exact: false }).first().waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      const state = async () => (await site.api.getGateway({ name: "third" })).health.state;
      await expect.poll(state).toBe("up");

      const remove = async () => {
        await page.keyboard.press("d");
        const dialog = page.getByRole("dialog", { name: "Remove the gateway third?" });
        await dialog.getByRole("button", { name: "Remove this gateway" }).click();
      };
      await remove();
      await page.getByText("The routing names third", { exact: false }).waitFor();
      await site.api.setRouting({ routing: null });
      await remove();
      await page.waitForURL(/\/gateways$/);
      await expect.poll(names).not.toContain("third");
    }));

  test("what a person wrote as a reason is text, whatever is in it", async () => {
    const reason = `<img src=x onerror=alert(1)>\u202Eabc ${"w".repeat(120)}`;
    await site.api.pauseGateway({ name: "spare", reason });
    await as("operator", "/gateways", { viewport: phone }, async (page) => {
      await row(page, "spare").getByText("<img src=x onerror=alert(1)>", { exact: false }).waitFor();
      expect(await page.locator("img[src=x]").count()).toBe(0);
      expect(await overflowOf(page)).toBe(0);
    });
    await site.api.resumeGateway({ name: "spare" });
  });

  test("a user who may not change settings sees no gateways", () =>
    as("reader", "/gateways", async (page) => {
      await page.getByRole("heading", { name: "You may not change settings" }).waitFor();
      expect(await page.getByRole("link", { name: "Gateways" }).count()).toBe(0);
    }));

  for (const { colorScheme, viewport } of looks) {
    test(`list, form and rules in ${colorScheme} at ${viewport.width} px: no serious issue, nothing wider than the window`, () =>
      as("operator", "/gateways", { colorScheme, viewport }, async (page) => {
        const look = async () => {
          expect(await accessibilityIssues(page)).toEqual([]);
          expect(await overflowOf(page)).toBe(0);
        };
        await row(page, "main").waitFor();
        await page.getByText("if it fails", { exact: false }).first().waitFor();
        await look();
        await page.getByRole("link", { name: "main", exact: true }).click();
        await page.getByRole("group", { name: "Password, key or token" }).waitFor();
        await look();
        await page.goto(`${site.url}/gateways/kinds`);
        await page.getByRole("link", { name: "Twilio" }).waitFor();
        await look();
        await page.goto(`${site.url}/gateways/routing`);
        await page.getByRole("list", { name: "Rules" }).waitFor();
        await look();
      }));
  }
});
