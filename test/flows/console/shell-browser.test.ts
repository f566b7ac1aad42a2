import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  complaintsOf,
  desktop,
  launchBrowser,
  outsideLandmarks,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("the shell of the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("operator", ["svc_setting"]);
    await site.userWith("reader", ["svc_outbox"]);
    await site.userWith("editor", ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting"]);
    await site.userWith("guest", []);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  test("a wrong password says so in one sentence and leaves the password field", async () => {
    const context = await browser.newContext({ viewport: phone });
    const page = await context.newPage();
    const complaints = await complaintsOf(page);
    await page.goto(`${site.url}/dev/components`);
    await page.getByLabel("User name or e-mail").fill("nobody");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
    expect(await accessibilityIssues(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a screen reader that steps from landmark to landmark passes nothing by, neither the new message nor the banner", () =>
    as("editor", "/overview", async (page) => {
      await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
      await page.getByText("The sandbox is on: nothing leaves this machine.").waitFor();
      const main = page.getByRole("navigation", { name: "Main" });
      await main.getByRole("link", { name: "New message" }).waitFor();
      expect(await outsideLandmarks(page)).toEqual([]);
    }));

  test("after the sign-in the screen of the address appears, and signing out forgets it", () =>
    // What is read at the moment of the sign-out is refused.
    as("operator", "/dev/components", { fillsInForm: true, tolerated: /status of 401/ }, async (page) => {
      await page.getByRole("heading", { name: "Components", level: 1 }).waitFor();
      expect(await page.title()).toBe("Components · Tidings");
      await page.getByText("The sandbox is on: nothing leaves this machine.").waitFor();
      await page.getByRole("button", { name: "Your account: operator" }).click();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    }));

  test("a first number without its country is explained in plain words, and can be corrected", () =>
    as("editor", "/overview", { tolerated: /status of 400.*\/svc\/v1\/send/ }, async (page) => {
      await page.goto(`${site.url}/setup`);
      await page.getByRole("button", { name: "Use the sandbox" }).click();
      await page.getByRole("textbox", { name: "Number" }).fill("0151 23456789");
      await page.getByRole("button", { name: "Use this number" }).click();
      await page.getByRole("button", { name: "Send the message" }).click();
      const refusal = page.getByRole("alert");
      await refusal.getByText("Write it with + and the country", { exact: false }).waitFor();
      expect(await refusal.innerText()).not.toMatch(/numbers|TIDINGS_/);
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("button", { name: "Back" }).click();
      await page.getByRole("textbox", { name: "Number" }).fill("+49 151 23456789");
      await page.getByRole("button", { name: "Use this number" }).click();
      await page.getByRole("button", { name: "Send the message" }).click();
      await page.getByRole("heading", { name: "It is out" }).waitFor();
    }));

  test("a user who lacks a capability is told in plain words which role it takes, and one who has none is told what to do", () =>
    as("guest", "/dev/components", async (page) => {
      await page.getByRole("heading", { name: "You may not change settings" }).waitFor();
      await page.getByText("This screen needs a role that may change settings.").waitFor();
      expect(await page.getByText("svc_").count()).toBe(0);
      expect(await page.getByRole("table").count()).toBe(0);
      await page.goto(`${site.url}/`);
      await page.getByRole("heading", { name: "Your account may not do anything yet" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("keys work on a keyboard without Latin letters, by their place", () =>
    as("editor", "/messages", async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      const devTools = await page.context().newCDPSession(page);
      const press = async (key: string, code: string, modifiers = 0) => {
        for (const type of ["keyDown", "keyUp"] as const) {
          await devTools.send("Input.dispatchKeyEvent", { type, key, code, modifiers });
        }
      };
      // On a Persian keyboard, where G and S are, and K with Ctrl.
      await press("ل", "KeyG");
      await press("س", "KeyS");
      await page.waitForURL(/\/subscribers/);
      await press("ن", "KeyK", 2);
      await page.getByRole("dialog").waitFor();
    }));

  test("the navigation and the palette offer only what the person may open", async () => {
    await as("reader", "/", async (page) => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Outbox" }).waitFor();
      await page.waitForURL(/\/outbox/);
      await page.goto(`${site.url}/dev/components`);
      await page.getByRole("heading", { name: "You may not change settings" }).waitFor();
      await page.keyboard.press("g");
      await page.keyboard.press("o");
      await page.waitForURL(/\/outbox/);
    });
    await as("operator", "/outbox", async (page) => {
      await page.getByRole("heading", { name: "You may not read the log" }).waitFor();
      expect(await page.getByRole("link", { name: "Outbox" }).count()).toBe(0);
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Search or do" }).fill("outbox");
      await page.getByText("Nothing is called “outbox”.").waitFor();
    });
  });

  test("the palette finds a delivery by the number that received it, and leads to it", () =>
    as("reader", "/outbox", async (page) => {
      await site.api.sendMessage({ numbers: ["+15005550000"], message: "Hi" });
      const { items } = await site.api.listOutbox({});
      const id = items[0]!.id;
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Search or do" }).fill("1 500 555 0000");
      await page.getByRole("dialog").getByRole("button", { name: /500/ }).first().click();
      await page.waitForURL(new RegExp(`entry=${id}`));
    }));

  test("Enter opens the first that the palette has found, also where only the search has found anything", async () => {
    await site.api.sendMessage({ numbers: ["+15005550000"], message: "Hi" });
    await as("reader", "/outbox", async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Search or do" }).fill("1 500 555 0000");
      await page.getByRole("dialog").getByRole("button", { name: /500/ }).first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/entry=\d+/);
    });
  });

  test("the palette finds a part of a screen by its name, and leads to it", () =>
    as("operator", "/", async (page) => {
      for (const [typed, label, address] of [
        ["quiet", "Safety and privacy: Quiet hours", /\/safety\?part=hours/],
        ["application pass", "Your profile: Application passwords", /\/account#application-passwords/],
      ] as const) {
        await page.keyboard.press("Control+k");
        await page.getByRole("textbox", { name: "Search or do" }).fill(typed);
        await page.getByRole("button", { name: label }).waitFor();
        await page.keyboard.press("Enter");
        await page.waitForURL(address);
        // Until the palette is gone, its key opens none.
        await page.getByRole("textbox", { name: "Search or do" }).waitFor({ state: "detached" });
      }
      await page.getByRole("heading", { name: "Application passwords", exact: true }).waitFor();
    }));

  test("the palette finds a message by its text and a user by their name", async () => {
    await site.userWith("chief", ["svc_sendsms", "svc_outbox", "svc_users"]);
    const { message_id: id } = await site.api.sendMessage({ numbers: ["+15005550000"], message: "Plums are ripe" });
    const { items } = await site.api.listUsers({ search: "guest" });
    await as("chief", "/overview", async (page) => {
      const find = async (words: string, result: RegExp) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("textbox", { name: "Search or do" }).fill(words);
        await page.getByRole("dialog").getByRole("button", { name: result }).click();
      };
      await find("plums", /Plums are ripe/);
      await page.waitForURL(`**/messages/${id}`);
      await page.getByText("Plums are ripe").first().waitFor();
      await find("guest", /guest/);
      await page.waitForURL(`**/users?user=${items[0]!.id}`);
      await page.getByRole("dialog", { name: "guest" }).waitFor();
    });
  });

  test("an address that does not exist is a page of the console with a way out", () =>
    as("operator", "/no/such/screen", async (page) => {
      await page.getByRole("heading", { name: "There is no such page", level: 1 }).waitFor();
      await page.getByRole("link", { name: "Go to the start page" }).waitFor();
    }));

  test.each([desktop, phone])(
    "at $width px that page, and the one for an id that cannot exist, keep the navigation and the account",
    (viewport) =>
      as("editor", "/overview", { viewport }, async (page) => {
        const paths = ["no/such", "subscribers/abc", "subscribers/0", "segments/abc", "templates/0", "templates/1e3"];
        for (const path of paths) {
          await page.goto(`${site.url}/${path}`);
          await page.getByRole("heading", { name: "There is no such page", level: 1 }).waitFor();
          await page.getByRole("button", { name: "Your account: editor" }).waitFor();
          if (viewport === phone) await page.getByRole("button", { name: "Menu", exact: true }).click();
          const main = page.getByRole("navigation", { name: "Main" });
          await main.getByRole("link", { name: "Templates" }).waitFor();
        }
        await page.goto(`${site.url}/segments/new`);
        await page.getByRole("heading", { name: "New segment", level: 1 }).waitFor();
      }),
  );

  test("an id in the address that is unknown is not found: nothing offers to try it again", () =>
    as("editor", "/overview", { tolerated: /status of 40[04]/ }, async (page) => {
      for (const path of ["messages", "schedules", "import", "webhooks", "gateways", "gateways/kinds"]) {
        await page.goto(`${site.url}/${path}/abc`);
        await page
          .getByText(/does not exist|There is no|no such/)
          .first()
          .waitFor();
        expect([path, await page.getByRole("button", { name: "Try again" }).count()]).toEqual([path, 0]);
      }
    }));

  test("with the keyboard alone: skip link, palette, help, rows of a table; focus returns", () =>
    as("operator", "/dev/components", async (page) => {
      await page.getByRole("heading", { name: "Components", level: 1 }).waitFor();
      const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''");
      await page.locator("body").press("Tab");
      expect(await focused()).toBe("Skip to the content");

      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Search or do" });
      await palette.waitFor();
      await page.getByRole("textbox", { name: "Search or do" }).fill("keyboard");
      await page.getByText("Show the keyboard shortcuts").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      await page.getByText("Next row").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });

      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await expect.poll(focused).toBe("+49 151 100 079 19");
      await page.keyboard.press("Enter");
      await page.waitForURL(/open=1/);
      // A key that is typed into a field is text and no command.
      await page.keyboard.press("f");
      await page.keyboard.type("j?");
      await page.waitForURL(/q=j/);
      expect(await page.getByRole("dialog").count()).toBe(0);
    }));

  test("a filter is in the address, and the address brings it back", () =>
    as("operator", "/dev/components?state=failed", async (page) => {
      await page.getByRole("button", { name: "State Failed" }).waitFor();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.waitForURL((url) => !url.searchParams.has("state"));
    }));

  test("overlays have names, and a large action needs its number typed", () =>
    as("operator", "/dev/components", async (page) => {
      await page.getByRole("button", { name: "Confirm with a typed number" }).click();
      const dialog = page.getByRole("dialog", { name: "Send to VIP and Berlin?" });
      await dialog.getByRole("button", { name: "Send 1,204 texts" }).click();
      await dialog.getByText("Type 1,204 to go on.").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await dialog.getByLabel("Type 1,204 to go on").fill("1204");
      await dialog.getByRole("button", { name: "Send 1,204 texts" }).click();
      await page.getByText("1,204 texts are on their way.").first().waitFor();
      await page.getByRole("button", { name: "Open a drawer" }).click();
      await page.getByRole("dialog", { name: "Delivery to Ana" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("the API's issues stand at the fields, and the first one has the focus", () =>
    as("operator", "/dev/components", async (page) => {
      await page.getByRole("button", { name: "Create group" }).click();
      await page.getByText("This is not a phone number.").waitFor();
      const name = page.getByRole("textbox", { name: "Name" });
      await expect.poll(() => page.evaluate<string>("document.activeElement.getAttribute('name')")).toBe("name");
      expect(await name.getAttribute("aria-invalid")).toBe("true");
    }));

  for (const colorScheme of ["light", "dark"] as const) {
    for (const viewport of [desktop, phone]) {
      test(`every component in ${colorScheme} at ${viewport.width} px: no serious issue, nothing wider than the window`, () =>
        as("operator", "/dev/components", { colorScheme, viewport }, async (page) => {
          await page.getByRole("heading", { name: "Components", level: 1 }).waitFor();
          await page.getByText("Messages per hour").waitFor();
          expect(await accessibilityIssues(page)).toEqual([]);
          expect(await overflowOf(page)).toBe(0);
        }));
    }
  }

  test("in a low window the entry of the screen is in sight", () =>
    as("editor", "/audit", { viewport: { width: 1280, height: 400 } }, async (page) => {
      const entry = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Audit" });
      const hidden = async () => {
        const [own, list] = [await entry.boundingBox(), await entry.locator("xpath=ancestor::nav").boundingBox()];
        return own && list ? own.y + own.height - list.y - list.height : NaN;
      };
      await expect.poll(hidden).toBeLessThanOrEqual(0);
    }));

  test("on a phone the menu is a drawer that Escape closes", () =>
    as("operator", "/dev/components", { viewport: phone }, async (page) => {
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      await menu.click();
      expect(await menu.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Escape");
      await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("false");
    }));
});
