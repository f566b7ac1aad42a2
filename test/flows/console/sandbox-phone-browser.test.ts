import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Capability } from "#domain/access/capability";

import {
  accessibilityIssues,
  browserPresent,
  desktop,
  launchBrowser,
  looks,
  overflowOf,
  phone as narrow,
} from "../../support/console/browser.ts";
import { loseReplies } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

const all: readonly Capability[] = ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting"];

describe.skipIf(!browserPresent)("the sandbox phone of the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", all);
    await site.userWith("operator", ["svc_setting"]);
    await site.userWith("registrar", ["svc_setting", "svc_subscribers"]);
    await site.userWith(
      "sender",
      all.filter((capability) => capability !== "svc_setting"),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const button = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Sandbox phone/ });
  const phone = (page: Page) => page.getByRole("region", { name: "Sandbox phone" });
  const texts = (page: Page) => phone(page).getByRole("region", { name: "Texts and answers" });
  const send = (number: string, message: string) => site.api.sendMessage({ numbers: [number], message });
  const writtenBy = async (sender: string) =>
    (await site.api.listInbox({ sender })).items.map(({ message }) => message).toReversed();
  const open = async (page: Page, number: string) => {
    await button(page).click();
    await phone(page).locator(`[data-number="${number}"]`).click();
    await texts(page).waitFor();
  };
  const answer = (page: Page, words: string) =>
    phone(page)
      .getByRole("button", { name: `Answer ${words}` })
      .click();

  test("texts arrive by themselves, are counted until they are seen, and what was open stays open", () =>
    as("ada", "/outbox", async (page) => {
      await page.getByText("Live", { exact: true }).waitFor();
      await button(page).waitFor();
      await send("+4915112345701", "The first of two");
      await send("+4915112345702", "The second of two");
      await page.getByRole("button", { name: "Sandbox phone, 2 new texts" }).click();
      await phone(page).getByText("The first of two").waitFor();
      await send("+4915112345701", "One more while it is open");
      await phone(page).getByText("One more while it is open").waitFor();
      const numbers = phone(page).getByRole("region", { name: "Numbers with texts" }).getByRole("button");
      expect(await numbers.first().textContent()).toContain("2 new");
      await numbers.first().click();
      await texts(page).getByText("The first of two").waitFor();
      expect(await texts(page).getByRole("listitem").count()).toBe(2);

      await page.reload();
      await phone(page).locator('[data-number="+4915112345702"]').waitFor();
      await phone(page).getByRole("button", { name: "Close the sandbox phone" }).click();
      await phone(page).waitFor({ state: "detached" });
      await page.reload();
      await page.getByRole("button", { name: "Sandbox phone", exact: true }).waitFor();
      expect(await phone(page).count()).toBe(0);
    }));

  test("the code of the newest text is entered by one press, and the person is subscribed", async () => {
    const number = "+4915112345703";
    const group = await site.api.createGroup({ name: "Readers" });
    await site.api.updateSettings({ newsletter: { welcome_texts: { default: "Welcome to the readers." } } });
    await site.api.subscribe({ name: "Ana", mobile: number, group_id: group.id, double_opt_in: true });
    const statusOf = async () => (await site.api.listSubscribers({ search: number })).items.map(({ state }) => state);
    expect(await statusOf()).toEqual(["pending"]);
    await as("ada", "/outbox", async (page) => {
      await open(page, number);
      await phone(page).getByText("Not confirmed").waitFor();
      const code = phone(page).getByRole("button", { name: /^Enter \d{6}$/ });
      await code.click();
      await texts(page).getByText("Welcome to the readers.").waitFor();
      await phone(page).getByText("Subscribed", { exact: true }).waitFor();
      expect(await code.count()).toBe(0);
      expect(await statusOf()).toEqual(["active"]);
    });
  });

  test("STOP opts the person out and is confirmed, and START takes it back", async () => {
    const number = "+4915112345704";
    await site.api.updateSettings({ opt_out: { confirm: true, confirm_text: { default: "You get nothing more." } } });
    await send(number, "Our autumn program is here.");
    await as("ada", "/outbox", async (page) => {
      await open(page, number);
      await answer(page, "STOP");
      await phone(page).getByRole("note").getByText("Opted out").waitFor();
      await texts(page).getByText("You get nothing more.").waitFor();
      await texts(page).getByText("Opted out").waitFor();
      const entries = async () => (await site.api.listSuppressions({ search: number })).items;
      expect(await entries()).toMatchObject([{ kind: "opt_out" }]);
      await answer(page, "START");
      await phone(page).getByRole("note").waitFor({ state: "detached" });
      expect(await entries()).toEqual([]);
    });
  });

  test("an answer whose reply is lost arrives once when it is sent again", async () => {
    const number = "+4915112345705";
    await send(number, "Do you come tonight?");
    await as("ada", "/outbox", { tolerated: /ERR_CONNECTION_RESET/ }, async (page) => {
      await open(page, number);
      await phone(page).getByLabel("Answer as this person").fill("Yes, with a friend");
      await loseReplies(page, "**/svc/v1/sandbox/replies");
      await page.keyboard.press("Enter");
      await phone(page).getByRole("heading", { name: "The answer may have arrived" }).waitFor();
      expect(await phone(page).getByLabel("Answer as this person").inputValue()).toBe("Yes, with a friend");
      // Closing the phone forgets no attempt.
      await page.keyboard.press("Escape");
      await page.unroute("**/svc/v1/sandbox/replies");
      await button(page).click();
      await phone(page).getByRole("button", { name: "Send the answer" }).click();
      await texts(page).getByText("Yes, with a friend").waitFor();
      await expect.poll(() => phone(page).getByLabel("Answer as this person").inputValue()).toBe("");
      expect(await writtenBy(number)).toEqual(["Yes, with a friend"]);
      expect(await texts(page).getByText("Yes, with a friend").count()).toBe(1);
    });
  });

  test("it is opened and closed from the keyboard, and the focus returns", () =>
    as("ada", "/outbox", async (page) => {
      await button(page).waitFor();
      const focused = () => page.evaluate<string>("document.activeElement.textContent");
      await page.keyboard.press("g");
      await page.keyboard.press("b");
      await expect.poll(focused).toBe("Sandbox phone");
      await page.keyboard.press("Escape");
      await phone(page).waitFor({ state: "detached" });
      expect(await page.evaluate<string>("document.activeElement.ariaLabel")).toMatch(/^Sandbox phone/);
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Search or do" }).fill("sandbox phone");
      await page.getByText("Open the sandbox phone").waitFor();
      await page.keyboard.press("Enter");
      await expect.poll(focused).toBe("Sandbox phone");
    }));

  test("hostile texts are inert, in both looks, with the phone open", async () => {
    const number = "+4915112345706";
    await send(number, `<img src=x onerror=alert(1)> \u202E ${"w".repeat(600)}`);
    await send("+4915112345707", "مرحبا، موعدك يوم الخميس");
    for (const look of looks) {
      await as("ada", "/settings", look, async (page) => {
        await button(page).click();
        await phone(page).getByText("<img src=x").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        await phone(page).locator(`[data-number="${number}"]`).click();
        await texts(page).getByText("<img src=x").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        const box = `document.querySelector("[aria-label='Texts and answers']")`;
        expect(await page.evaluate<number>(`${box}.scrollWidth - ${box}.clientWidth`)).toBe(0);
      });
    }
  });

  test("while it is closed it covers neither what saves nor what sends", async () => {
    const number = "+4915112345708";
    await site.api.replyAsSandboxPhone({ from: number, text: "Are you open?" });
    await as("ada", `/inbox?thread=${encodeURIComponent(number)}`, async (page) => {
      for (const size of [desktop, narrow]) {
        await page.setViewportSize(size);
        await button(page).waitFor();
        await page.getByLabel("Your answer").fill("Until ten.");
        // A trial click checks whether another element covers it.
        await page.getByRole("button", { name: "Send 1 text" }).click({ trial: true });
      }
    });
  });

  test("on a phone, where it covers the screen, it is closed by the next screen and by a reload", () =>
    as("ada", "/outbox", { viewport: narrow }, async (page) => {
      await button(page).click();
      await phone(page).waitFor();
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "Groups", exact: true }).click();
      await page.getByRole("heading", { name: "Groups", exact: true }).waitFor();
      await phone(page).waitFor({ state: "detached" });
      await button(page).click();
      await phone(page).waitFor();
      await page.reload();
      await button(page).waitFor();
      expect(await phone(page).count()).toBe(0);
    }));

  test("a user who may not read the inbox sees their own answers", async () => {
    const number = "+4915112345709";
    await send(number, "A question");
    await as("registrar", "/settings", async (page) => {
      await open(page, number);
      await phone(page).getByLabel("Answer as this person").fill("Understood");
      await page.keyboard.press("Enter");
      await texts(page).getByText("Understood").waitFor();
      expect(await phone(page).getByText("it needs a role").count()).toBe(0);
      expect(await phone(page).getByRole("alert").count()).toBe(0);
    });
  });

  test("a user who may only change settings reads why they cannot answer, and one who may not sees no phone", async () => {
    const number = "+4915112345710";
    await send(number, "Only for operators");
    await as("operator", "/settings", async (page) => {
      await open(page, number);
      await texts(page).getByText("Only for operators").waitFor();
      await phone(page).getByText("it needs a role that may manage subscribers").waitFor();
      expect(await phone(page).getByText("You answer as this person").count()).toBe(0);
      expect(await phone(page).getByLabel("Answer as this person").count()).toBe(0);
      expect(await phone(page).getByRole("button", { name: "Answer STOP" }).count()).toBe(0);
      expect(await phone(page).getByRole("alert").count()).toBe(0);
    });
    await as("sender", "/outbox", async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.reload();
      await page.getByText("Only for operators").first().waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      expect(await button(page).count()).toBe(0);
      expect(asked.filter((url) => /\/svc\/v1\/(?:sandbox|gateways)/.test(url))).toEqual([]);
    });
  });
});
