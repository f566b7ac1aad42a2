import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { eventually } from "../../support/engine/engine.ts";

/** Of the sandbox: delivered, rejected, never answered. */
const [good, rejected, silent] = ["+15005550000", "+15005550001", "+15005550007"];
const hostile = `<img src=x onerror=alert(1)> \u202E${"w".repeat(300)}`;

describe.skipIf(!browserPresent)("the outbox of the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_outbox", "svc_sendsms"]);
    await site.userWith("reader", ["svc_outbox"]);
    await site.userWith("sender", ["svc_sendsms"]);
    await site.api.sendMessage({ numbers: ["+15005550010", "+15005550020"], message: "To two of them" });
    await site.api.sendMessage({ numbers: [good], message: hostile, personalize: false });
    await site.api.sendMessage({ numbers: [rejected], message: "Turned away" });
    await site.api.sendMessage({ numbers: [silent], message: "Nobody knows" });
    const becomes = (number: string, state: string) => eventually(async () => (await stateOf(number)) === state);
    expect(await becomes(good, "delivered")).toBe(true);
    expect(await becomes(rejected, "failed")).toBe(true);
    expect(await becomes(silent, "unknown")).toBe(true);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const stateOf = async (recipient: string) => (await site.api.listOutbox({ recipient })).items[0]?.state;
  const as = visitor(() => [site, browser]);
  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

  test("a view narrows the list, is in the address and in the export, and an own one is kept", () =>
    as("ada", "/outbox", async (page) => {
      await row(page, "Nobody knows").waitFor();
      await page.getByRole("button", { name: "Everything" }).click();
      await page.getByRole("button", { name: "Failed today" }).click();
      await row(page, "Nobody knows").waitFor({ state: "detached" });
      await row(page, "Turned away").waitFor();
      await page.waitForURL(/status=failed/);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Export as CSV" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe("outbox.csv");
      const lines: string[] = [];
      for await (const chunk of await file.createReadStream()) lines.push(String(chunk));
      expect(lines.join("")).toContain("Turned away");
      expect(lines.join("")).not.toContain("Nobody knows");

      await page.getByRole("searchbox", { name: "Number, text or sender" }).fill("Turned");
      await page.waitForURL(/q=Turned/);
      await page.getByRole("button", { name: "Custom filter" }).click();
      await page.getByLabel("Save this filter as").fill("Mine");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.reload();
      await page.getByRole("button", { name: "Mine" }).waitFor();
    }));

  test("a view saved under the name of another takes its place, says so, and gives it back", () =>
    as("ada", "/outbox?q=First", async (page) => {
      const save = async () => {
        await page.getByRole("button", { name: "Custom filter" }).click();
        await page.getByLabel("Save this filter as").fill("Weekly");
        await page.getByRole("button", { name: "Save", exact: true }).click();
      };
      await save();
      await page.getByText("Saved the view Weekly.").first().waitFor();
      await page.goto(`${site.url}/outbox?q=Second`);
      await save();
      await page.getByText("Replaced the view Weekly.").first().waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.goto(`${site.url}/outbox?q=First`);
      await page.getByRole("button", { name: "Weekly" }).waitFor();
    }));

  test("a saved view gets another name, also that of another one, and its link shows a colleague the same", () =>
    as("ada", "/outbox?q=First", async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const views = (name: string) => page.getByRole("button", { name, exact: true });
      for (const [q, name] of [
        ["First", "Old"],
        ["Second", "Other"],
      ] as const) {
        await page.goto(`${site.url}/outbox?q=${q}`);
        await views("Custom filter").click();
        await page.getByLabel("Save this filter as").fill(name);
        await page.getByRole("button", { name: "Save", exact: true }).click();
      }
      await page.getByLabel("Name of this view").fill("Old");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByText("The view Other is called Old now.").first().waitFor();
      await page.getByRole("button", { name: "Copy the link to this view" }).click();
      await expect
        .poll(() => page.evaluate<string>("navigator.clipboard.readText()"))
        .toBe(`${site.url}/outbox?q=Second`);
      await page.getByRole("button", { name: "Undo" }).last().click();
      for (const [q, name] of [
        ["First", "Old"],
        ["Second", "Other"],
      ] as const) {
        await page.goto(`${site.url}/outbox?q=${q}`);
        await views(name).waitFor();
      }
    }));

  test("several states are chosen in one menu, in the address, in the export and in a view", () =>
    as("ada", "/outbox", async (page) => {
      await row(page, "Nobody knows").waitFor();
      await page.getByRole("button", { name: "State", exact: true }).click();
      const option = (name: string) => page.getByRole("menuitemcheckbox", { name, exact: true });
      await option("Failed").click();
      await page.waitForURL(/state=failed$/);
      await option("Delivered").click();
      await page.waitForURL(/state=delivered%2Cfailed/);
      await expect.poll(() => option("Failed").getAttribute("aria-checked")).toBe("true");
      expect(await option("Uncertain").getAttribute("aria-checked")).toBe("false");
      await row(page, "Nobody knows").waitFor({ state: "detached" });
      await row(page, "Turned away").waitFor();
      await row(page, "<img").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await option("Uncertain").click();
      await page.getByRole("button", { name: "State 3 chosen" }).waitFor();
      await option("Uncertain").click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "State Delivered, Failed" }).waitFor();
      const href = await page.getByRole("link", { name: "Export as CSV" }).getAttribute("href");
      const file = await page.evaluate<string>(`fetch(${JSON.stringify(href)}).then((reply) => reply.text())`);
      expect(file).toContain("Turned away");
      expect(file).not.toContain("Nobody knows");
    }));

  test("days, gateway, message and reason are chosen in the bar, by keyboard too, and are in the address and the export", () =>
    as("ada", "/outbox", { timezoneId: "America/New_York" }, async (page) => {
      await row(page, "Nobody knows").waitFor();
      const chip = (name: string | RegExp) => page.getByRole("button", { name });
      const item = (name: string | RegExp) => page.getByRole("menuitem", { name });
      const exported = async () => {
        const href = await page.getByRole("link", { name: "Export as CSV" }).getAttribute("href");
        return page.evaluate<string>(`fetch(${JSON.stringify(href)}).then((reply) => reply.text())`);
      };
      await chip("Gateway").click();
      await item("sandbox").click();
      await page.waitForURL(/gateway=sandbox/);
      await chip("Message").click();
      await item("2 people: To two of them").click();
      await row(page, "Nobody knows").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "How this message leaves" }).waitFor();
      await row(page, "To two of them").first().waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await chip("Clear filters").click();

      await chip("Kind").click();
      await item("One-time passwords").click();
      await page.waitForURL(/category=otp/);
      await page.getByRole("heading", { name: "Nothing matches these filters" }).waitFor();
      expect(await exported()).not.toContain("Nobody knows");
      await chip("Clear filters").click();

      // The sandbox refuses with a code of its own.
      const { items } = await site.api.listOutbox({ recipient: rejected });
      const code = items[0]!.error!;
      await chip("Reason").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Reason" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByLabel("Code of the provider").fill(code);
      await page.keyboard.press("Enter");
      await row(page, "Nobody knows").waitFor({ state: "detached" });
      await row(page, "Turned away").waitFor();
      await chip(`Reason ${code}`).waitFor();
      expect(await exported()).toContain("Turned away");
      expect(await exported()).not.toContain("Nobody knows");

      await chip("When").click();
      await page.getByLabel("From", { exact: true }).fill("2020-02-01");
      await page.getByLabel("To", { exact: true }).fill("2020-01-01");
      await page.getByRole("button", { name: "Show these days" }).click();
      await page.getByText("The last day is before the first.").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByLabel("To", { exact: true }).fill("2020-02-07");
      await page.keyboard.press("Enter");
      await page.getByText("Nothing matches these filters").waitFor();
      // Midnights of the reader, not of the site.
      await page.waitForURL(/from=2020-02-01T05%3A00%3A00\.000Z/);
      await page.waitForURL(/to=2020-02-08T04%3A59%3A59\.999Z/);
      await chip(/^When Feb 1 – 7, 2020$/).click();
      await page.getByRole("button", { name: "Today", exact: true }).click();
      await row(page, "Turned away").waitFor();
      await page.goBack();
      await page.getByText("Nothing matches these filters").waitFor();
      await chip("Clear filters").click();
      await row(page, "Nobody knows").waitFor();
      expect(new URL(page.url()).search).toBe("");
    }));

  test("a delivery that failed leads to everything with the same reason", () =>
    as("reader", `/outbox?recipient=${encodeURIComponent(rejected)}`, async (page) => {
      await row(page, "Turned away").getByRole("link").first().click();
      await page.getByRole("dialog").getByRole("link", { name: "Everything with this reason" }).click();
      await page.waitForURL(/error=/);
      await row(page, "Turned away").first().waitFor();
      await page.getByRole("button", { name: /^Reason / }).waitFor();
    }));

  test("a delivery leads to its person, to the message's progress, and to the export and the erasure of their data", async () => {
    const { id } = await site.api.createGroup({ name: "Fair" });
    const person = { name: "Ida Berg", mobile: rejected, group_id: id, double_opt_in: false };
    const subscriber = await site.api.createSubscriber(person);
    await site.userWith("chief", ["svc_outbox", "svc_sendsms", "svc_subscribers", "svc_setting"]);
    const list = `/outbox?recipient=${encodeURIComponent(rejected)}`;
    await as("chief", list, async (page) => {
      await row(page, "Turned away").getByRole("link").first().click();
      const drawer = page.getByRole("dialog");
      await drawer.getByRole("link", { name: "Look at the message" }).click();
      await page.waitForURL(/\/messages\/msg_/);
      await page.goBack();
      await drawer.getByRole("link", { name: "Ida Berg" }).click();
      await page.waitForURL(`**/subscribers/${subscriber.id}`);
      await page.getByRole("link", { name: "Export or erase their data" }).click();
      await page.waitForURL(/\/safety\?part=privacy$/);
      const number = page.getByRole("textbox", { name: "Mobile number" });
      expect(await number.inputValue()).toBe(rejected);
      await page.getByRole("button", { name: "Search what is stored" }).click();
      await page.getByRole("button", { name: "Export everything" }).waitFor();
    });
    await as("reader", list, async (page) => {
      await row(page, "Turned away").getByRole("link").first().click();
      await page.getByRole("link", { name: "Everyone who got it" }).waitFor();
      const away = /Look at the message|Ida Berg|Export or erase/;
      expect(await page.getByRole("dialog").getByRole("link", { name: away }).count()).toBe(0);
    });
  });

  test("a link and a view from before there were several states still show their one state", () =>
    as("ada", "/outbox?status=unknown", async (page) => {
      await page.waitForURL(/\?state=unknown$/);
      await row(page, "Nobody knows").waitFor();
      await page.getByRole("button", { name: "State Uncertain" }).waitFor();
      expect(await row(page, "Turned away").count()).toBe(0);
      await page.evaluate(`fetch("/svc/v1/session").then((reply) => reply.json()).then(({ data }) =>
        localStorage.setItem(\`tidings:\${data.user.id}:outbox-views\`,
          JSON.stringify([{ name: "Old", filter: { status: "delivered" } }])))`);
      await page.goto(`${site.url}/outbox?status=delivered`);
      await page.getByRole("button", { name: "Old", exact: true }).waitFor();
      await row(page, "<img").waitFor();
    }));

  test("the keyboard opens a delivery, whose timeline says what happened and why", () =>
    as("ada", "/outbox", async (page) => {
      await row(page, "Nobody knows").waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await page.keyboard.press("k");
      await page.keyboard.press("j");
      await expect
        .poll(() => page.evaluate<string>("document.activeElement.closest('[role=row]')?.textContent"))
        .toContain("Turned away");
      await page.keyboard.press("Enter");
      await page.waitForURL(/entry=\d+/);
      const drawer = page.getByRole("dialog");
      await drawer.getByRole("heading", { name: "What happened" }).waitFor();
      expect(await drawer.getByRole("listitem").count()).toBeGreaterThan(1);
      await drawer.getByRole("note").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
      await expect
        .poll(() => page.evaluate<string>("document.activeElement.closest('[role=row]')?.textContent"))
        .toContain("Turned away");
    }));

  test("an uncertain one is sent again only after the warning that it may arrive twice, and once", () =>
    as("ada", `/outbox?recipient=${encodeURIComponent(silent)}`, async (page) => {
      await row(page, "Nobody knows").getByRole("link").first().click();
      await page.getByRole("button", { name: "Send it again to this person" }).waitFor();
      // Keys of the list do nothing below the drawer.
      await page.keyboard.press("f");
      await page.keyboard.press("r");
      const warning = page.getByRole("dialog", { name: "This person may get the text twice" });
      expect(await accessibilityIssues(page)).toEqual([]);
      // Nor those of the drawer below the question.
      await page.keyboard.press("r");
      await warning.getByRole("button", { name: "Leave it" }).click();
      expect((await site.api.listOutbox({ recipient: silent })).items).toHaveLength(1);
      await page.getByRole("button", { name: "Send it again to this person" }).click();
      await warning.getByRole("button", { name: "Send it again" }).click();
      await page.getByText("This is the new delivery.").first().waitFor();
      expect((await site.api.listOutbox({ recipient: silent })).items).toHaveLength(2);
    }));

  test("a hostile text is inert, and nothing is serious or too wide in any layout", async () => {
    const [entry] = (await site.api.listOutbox({ recipient: good })).items;
    for (const { colorScheme, viewport } of looks) {
      await as("ada", "/outbox", { colorScheme, viewport }, async (page) => {
        await page.goto(`${site.url}/outbox`);
        await row(page, "<img").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        await page.goto(`${site.url}/outbox?entry=${entry!.id}`);
        await page.getByRole("dialog").getByRole("heading", { name: "What happened" }).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      });
    }
  });

  test("a user who may only read sees no button to send again; one who may not read is told so", async () => {
    await as("reader", `/outbox?recipient=${encodeURIComponent(rejected)}`, async (page) => {
      await row(page, "Turned away").getByRole("link").first().click();
      await page.getByRole("dialog").getByRole("heading", { name: "What happened" }).waitFor();
      expect(await page.getByRole("button", { name: "Send it again to this person" }).count()).toBe(0);
    });
    await as("sender", "/outbox", async (page) => {
      await page.getByRole("heading", { name: "You may not read the log" }).waitFor();
    });
  });
});
