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

/** Of the sandbox: rejected at once; accepted, and later reported as undelivered; no answer. */
const [rejected, undelivered, silent] = ["+15005550001", "+15005550002", "+15005550007"];
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => `+4915112${String(340_000 + from + nth)}`);
const hostile = `<img src=x onerror=alert(1)> \u202Egnp.exe \u{1F9E8}${"w".repeat(600)}`;

describe.skipIf(!browserPresent)("messages in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    // Four texts a second: slow enough to be paused on the way.
    const settings = { TIDINGS_GATEWAY: "sandbox://default?latency_ms=250&batch=1&window=1&credit=10000&rate=5" };
    [site, browser] = await Promise.all([openConsole(settings), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_outbox"]);
    await site.userWith("author", ["svc_sendsms"]);
    await site.userWith("lister", ["svc_sendsms", "svc_subscribers"]);
    await site.userWith("reader", ["svc_outbox"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const send = async (
    message: string,
    count: number,
    more: { rate_per_minute?: number; category?: "marketing" } = {},
  ) => {
    const sent = await site.api.sendMessage({ numbers: people(count), message, personalize: false, ...more });
    return sent.message_id!;
  };
  const progressOf = async (id: string) => (await site.api.getMessage({ id })).progress;
  const shown = async (page: Page): Promise<Readonly<Record<string, number>>> => {
    const parts = await page.locator("#screen li [data-part]").all();
    const read = parts.map(async (part) => {
      const figure = await part.locator("strong").innerText();
      return [await part.getAttribute("data-part"), Number(figure.replaceAll(",", ""))] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  };
  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
  const state = (page: Page, word: string) => page.locator("#screen header").getByText(word, { exact: true });

  test("by keyboard alone a message is written, checked, sent, paused, resumed and canceled", () =>
    as("ada", "/messages", async (page) => {
      await page.getByRole("heading", { name: "Messages", level: 1 }).waitFor();
      await page.evaluate("addEventListener('pointerdown', () => { window.wasPointed = true; }, true)");
      const focused = () =>
        page.evaluate<string>(
          "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? ''",
        );
      const tabTo = async (name: RegExp): Promise<void> => {
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press("Tab");
          if (name.test(await focused())) return;
        }
        throw new Error(`Tab never reaches ${name}`);
      };
      await page.keyboard.press("g");
      await page.keyboard.press("n");
      await page.getByRole("heading", { name: "New message", level: 1 }).waitFor();
      await tabTo(/^To: a group/);
      // They leave within a minute: a busy machine takes its time to reach the keys that stop them.
      await page.keyboard.insertText(`${people(300, 100).join(",")},`);
      await tabTo(/^Text$/);
      await page.keyboard.type("Doors open at seven.");
      await page.getByRole("button", { name: "Check 300 texts" }).waitFor();
      await tabTo(/^Check 300 texts$/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Check the message" }).waitFor();
      await expect.poll(focused).toBe("Check the message");
      await tabTo(/^Send 300 texts$/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "300 texts are leaving" }).waitFor();
      await tabTo(/^Watch them arrive$/);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/messages\/msg_/);
      const id = page.url().split("/").at(-1)!;
      // The key does nothing while the page reads what the one before has done.
      const press = async (key: string, button: string): Promise<void> => {
        await expect.poll(() => page.getByRole("button", { name: button }).isEnabled()).toBe(true);
        await page.keyboard.press(key);
      };
      await state(page, "Sending").waitFor();
      await press("p", "Pause P");
      await state(page, "Paused").waitFor();
      expect((await site.api.getMessage({ id })).state).toBe("paused");
      await press("r", "Resume R");
      await state(page, "Sending").waitFor();
      await press("p", "Pause P");
      await state(page, "Paused").waitFor();
      await press("c", "Cancel C");
      const dialog = page.getByRole("dialog", { name: "Stop this message for good?" });
      await dialog.waitFor();
      // Pressed by habit, Enter would keep it.
      await expect.poll(focused).toBe("Leave it as it is");
      expect(await accessibilityIssues(page)).toEqual([]);
      await tabTo(/^Cancel \d+ texts$/);
      await page.keyboard.press("Enter");
      await state(page, "Canceled").waitFor();
      await page.getByText("The message was canceled before this one was sent.").waitFor();
      await eventually(async () => (await progressOf(id)).pending === 0);
      const { items } = await site.api.listOutbox({ message_id: id, state: "canceled", per_page: 5 });
      expect(items.length).toBeGreaterThan(0);
      for (const { recipient: to } of items) expect((await site.api.listSandboxMessages({ to })).items).toEqual([]);
      expect(await page.evaluate("window.wasPointed === true")).toBe(false);
    }));

  test("its progress is live, the same after a reload, and equals the API's in the end", async () => {
    // One a second, until all that is to be seen on the way was seen: a busy machine takes its time to open the page.
    const id = await send("Watched from the list", 40, { rate_per_minute: 60 });
    await as("ada", "/messages", async (page) => {
      await row(page, "Watched from the list").getByRole("link").first().click();
      await state(page, "Sending").waitFor();
      await page.evaluate("window.isSamePage = true");
      const left = async () => {
        const { pending = 40 } = await shown(page);
        return 40 - pending;
      };
      await expect.poll(left).toBeGreaterThan(3);
      const before = await left();
      await expect.poll(left).toBeGreaterThan(before);
      expect(await page.evaluate("window.isSamePage")).toBe(true);
      await page.reload();
      await expect.poll(left).toBeGreaterThan(before);
      await site.api.updateMessage({ id, rate_per_minute: null });
      await state(page, "Completed").waitFor();
      await expect.poll(() => shown(page)).toMatchObject({ delivered: 40, failed: 0, pending: 0 });
      const { delivered, failed, pending } = await progressOf(id);
      expect({ delivered, failed, pending }).toEqual({ delivered: 40, failed: 0, pending: 0 });
      expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
      expect(await page.getByText("Change the rate").count()).toBe(0);
    });
  });

  test("the rate is limited and set free while it leaves; what is no rate is refused at its field", async () => {
    const id = await send("Slower, please", 600);
    await as("ada", `/messages/${id}`, { tolerated: /status of 400/ }, async (page) => {
      await state(page, "Sending").waitFor();
      const fact = (name: string) =>
        page.locator("dt").getByText(name, { exact: true }).locator("xpath=following-sibling::dd").innerText();
      await expect.poll(() => fact("Limit")).toMatch(/^300 a minute\s+of the gateway, for all messages$/);
      await expect.poll(() => fact("Rate now")).toMatch(/^[1-9]\d* a minute$/);
      await expect.poll(() => fact("Expected end")).toMatch(/\sat this rate$/);
      await page.keyboard.press("s");
      const field = page.getByRole("textbox", { name: "Texts a minute at most" });
      const focused = () => page.evaluate<string>("document.activeElement?.getAttribute('name') ?? ''");
      await expect.poll(focused).toBe("rate_per_minute");
      await field.fill("0");
      await page.getByRole("button", { name: "Set this rate" }).click();
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      await field.fill("6");
      await page.getByRole("button", { name: "Set this rate" }).click();
      await expect.poll(() => fact("Limit")).toMatch(/^6 a minute\s+set for this message$/);
      expect((await site.api.getMessage({ id })).rate_per_minute).toBe(6);
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.reload();
      await expect.poll(() => fact("Limit")).toMatch(/^6 a minute\s+set for this message$/);
      await page.getByText("Change the rate").click();
      await field.fill("");
      await page.getByRole("button", { name: "Set this rate" }).click();
      await expect.poll(async () => (await site.api.getMessage({ id })).rate_per_minute).toBe(null);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: /^Cancel [\d,]+ texts$/ }).click();
      await state(page, "Canceled").waitFor();
    });
  });

  test("why some did not get it, with what to do, and the split by gateway and country; each part leads to its people", async () => {
    const numbers = [...people(2, 500), rejected, undelivered, silent];
    const sent = await site.api.sendMessage({ numbers, message: "Mixed fates" });
    const id = sent.message_id!;
    await eventually(async () => {
      const { delivered, failed, unknown } = await progressOf(id);
      return delivered === 2 && failed === 2 && unknown === 1;
    });
    await as("ada", `/messages/${id}`, async (page) => {
      await expect.poll(() => shown(page)).toEqual({ delivered: 2, sent: 0, unknown: 1, failed: 2, pending: 0 });
      const { reasons, gateways, countries } = await site.api.getMessageStats({ id });
      const why = page.getByRole("region", { name: "Why some did not get it" });
      await why.getByText("The gateway reported that it will not arrive (absent_subscriber).").waitFor();
      expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(["absent_subscriber", "invalid_number"]);
      const { items } = await site.api.listOutbox({ message_id: id, status: "failed" });
      for (const { reason, text, remedy } of reasons) {
        await why.getByText(text, { exact: true }).waitFor();
        await why.getByText(remedy!, { exact: true }).waitFor();
        // The log explains each of them in the same words.
        const entries = await Promise.all(items.map((item) => site.api.getOutboxEntry({ id: item.id })));
        const entry = entries.find((one) => one.reason?.code === reason)!;
        expect([entry.reason!.text.replace(/^sandbox/, "The gateway"), entry.reason!.remedy]).toEqual([text, remedy]);
      }
      const cells = (region: string, name: string) =>
        page
          .getByRole("region", { name: region })
          .getByRole("row")
          .filter({ hasText: name })
          .getByRole("cell")
          .allInnerTexts();
      const countsOf = (parts: typeof gateways, name: string) => {
        const { sent, delivered, failed, unknown } = parts.find(({ part }) => part === name)!.counts;
        return [sent, delivered, failed, unknown].map(String);
      };
      expect(await cells("By gateway", "sandbox")).toEqual(countsOf(gateways, "sandbox"));
      expect(await cells("By country", "Germany")).toEqual(countsOf(countries, "DE"));
      await page.getByRole("link", { name: /^Did not arrive\s*2/ }).click();
      await page.waitForURL(/status=failed/);
      const rows = page
        .getByRole("table", { name: "Deliveries" })
        .getByRole("row")
        .filter({ has: page.getByRole("link") });
      await expect.poll(() => rows.count()).toBe(2);
    });
  });

  test("whom a message was addressed to: groups by their names of today for who may read them, what was deleted as that", async () => {
    const [club, gone] = [
      await site.api.createGroup({ name: "Book <b>club</b>" }),
      await site.api.createGroup({ name: "Gone" }),
    ];
    const numbers = people(3, 900);
    await site.api.updateSettings({ consent: { require_record: "off" } });
    const call = { recipients: ["subscribers" as const, "numbers" as const], group_ids: [club.id, gone.id], numbers };
    const id = (await site.api.sendMessage({ ...call, message: "Whom is it for" })).message_id!;
    await site.api.deleteGroup({ id: gone.id });
    const to = (page: Page) =>
      page.locator("dt").getByText("To", { exact: true }).locator("xpath=following-sibling::dd");
    await as("lister", `/messages/${id}`, async (page) => {
      await expect.poll(() => to(page).innerText()).toBe("Book <b>club</b>, 1 deleted group, 3 numbers");
      await to(page).getByRole("link", { name: "Book <b>club</b>" }).click();
      await page.waitForURL(new RegExp(`/subscribers\\?group_id=${club.id}`));
    });
    await as("author", `/messages/${id}`, async (page) => {
      await expect.poll(() => to(page).innerText()).toBe("2 groups, 3 numbers");
    });
    await as("author", `/messages/${await send("To one", 1)}`, async (page) => {
      await page.locator("dt").getByText("Kind", { exact: true }).waitFor();
      expect(await to(page).count()).toBe(0);
    });
  });

  test("filters by state and kind are in the address, and what they leave out is not listed", async () => {
    await send("Your order is ready", 1);
    await site.api.updateSettings({ consent: { require_record: "off" } });
    await send("Sale from Friday on", 1, { category: "marketing" });
    await as("ada", "/messages", async (page) => {
      await row(page, "Your order is ready").waitFor();
      await page.goto(`${site.url}/messages?category=transactional`);
      await row(page, "Your order is ready").waitFor();
      expect(await row(page, "Sale from Friday on").count()).toBe(0);
      await page.goto(`${site.url}/messages?state=canceled`);
      await row(page, "Doors open at seven.").waitFor();
      expect(await row(page, "Your order is ready").count()).toBe(0);
      await page.goto(`${site.url}/messages?state=failed`);
      await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    });
  });

  test.each(looks)("a hostile text is inert in list and page, and nothing is serious or too wide: %j", async (look) => {
    const id = await send(hostile, 2);
    await as("ada", "/messages", look, async (page) => {
      await row(page, "<img src=x").first().waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      await page.goto(`${site.url}/messages/${id}`);
      await page.getByRole("heading", { level: 1, name: "<img src=x" }).waitFor();
      await page.getByRole("region", { name: "By country" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(await page.locator("#screen img").count()).toBe(0);
    });
  });

  test("a user who may send but not read the log sees progress but no texts of others, and gets no link to a forbidden list", async () => {
    const other = await send("Someone else's words", 1);
    await as("author", "/messages", async (page) => {
      await page.goto(`${site.url}/messages/${other}`);
      await expect.poll(() => shown(page)).toMatchObject({ delivered: 1 });
      expect(await page.getByText("Someone else's words").count()).toBe(0);
      const targets = await page
        .locator("#screen")
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(targets).toEqual(["/messages"]);
    });
  });

  test("how fast a message leaves is drawn from its beginning on, after a reload too, with its limit and as a table", async () => {
    const id = await send("Its speed", 70, { rate_per_minute: 240 });
    await as("author", `/messages/${id}`, async (page) => {
      const panel = page.getByRole("region", { name: "Speed" });
      await panel.getByRole("slider", { name: /Texts a minute/ }).waitFor();
      await panel.getByText("Dashed: the limit").waitFor();
      await page.reload();
      await panel.getByRole("slider").focus();
      await page.keyboard.press("End");
      await expect.poll(() => panel.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/: \d+ a minute$/);
      await panel.getByRole("button", { name: "Table" }).click();
      const table = panel.getByRole("table", { name: "Texts a minute" });
      const figures = async () =>
        (await table.getByRole("cell").allInnerTexts()).map((text) => Number(text.replaceAll(",", "")));
      // How many leave in ten seconds is up to the machine; the sum below holds the scale.
      await expect.poll(async () => Math.max(...(await figures()))).toBeGreaterThan(0);
      expect(await accessibilityIssues(page)).toEqual([]);
      await state(page, "Completed").waitFor({ timeout: 90_000 });
      // Ten seconds each, from before the first text to after the last one: in all as many as there are people.
      await expect.poll(async () => (await figures()).reduce((sum, rate) => sum + rate / 6, 0)).toBeCloseTo(70, 0);
      expect((await figures()).at(-1)).toBe(0);
    });
    for (const { colorScheme, viewport } of looks)
      await as("author", `/messages/${id}`, { colorScheme, viewport }, async (page) => {
        await page.getByRole("region", { name: "Speed" }).getByRole("slider").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      });
  });

  test("a user who may not send is told so and gets no link to it; a message that does not exist is reported as not found", async () => {
    await as("reader", "/messages", async (page) => {
      await page.getByRole("heading", { name: "You may not send messages" }).waitFor();
      expect(await page.getByRole("link", { name: "Messages", exact: true }).count()).toBe(0);
    });
    const none = "msg_00000000-0000-7000-8000-000000000000";
    await as("ada", `/messages/${none}`, { tolerated: /status of 404/ }, async (page) => {
      await page.getByRole("heading", { name: "Message", level: 1 }).waitFor();
      await page.getByText("There is no message with this id, or it is no longer kept.").waitFor();
    });
  });
});
