import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
} from "../../support/console/browser.ts";
import { loseReplies } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { PICTURE } from "../../support/console/picture.ts";
import { farFromNow } from "../../support/engine/holding.ts";
import { visit, type VisitOptions } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("writing a message in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_outbox"]);
    await site.userWith("reader", ["svc_outbox"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const compose = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    visit(
      site,
      browser,
      "ada",
      "/compose",
      async (page) => {
        await page.getByRole("heading", { name: "New message", level: 1 }).waitFor();
        await work(page);
      },
      options,
    );
  const to = (page: Page) => page.getByLabel("To: a group, a name or a number");
  const text = (page: Page) => page.getByLabel("Text", { exact: true });

  test("a message whose reply is lost is sent once when it is tried again", () =>
    compose(
      async (page) => {
        const number = "+4915112345678";
        await to(page).fill("+49 151 1234 5678,");
        await text(page).fill("Once only.");
        await page.getByRole("button", { name: "Check 1 text" }).click();
        await loseReplies(page, "**/svc/v1/send");
        await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
        await page.getByRole("heading", { name: "The message may have been sent" }).waitFor();
        await page.unroute("**/svc/v1/send");
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
        const { items } = await site.api.listOutbox({ recipient: number });
        expect(items.map(({ message }) => message)).toEqual(["Once only."]);
        const received = async () => (await site.api.listSandboxMessages({ to: number })).items.length;
        await expect.poll(received).toBe(1);
        await page.getByRole("link", { name: "Watch it arrive" }).click();
        await page.waitForURL(/\/messages\/msg_/);
        await page.getByRole("heading", { name: "Once only.", level: 1 }).waitFor();
      },
      { tolerated: /ERR_CONNECTION_RESET/ },
    ));

  test("the character that costs is replaced in one click, and bad numbers are named and left out", () =>
    compose(async (page) => {
      const refused: string[] = [];
      page.on("response", async (response) => {
        if (response.status() === 400) refused.push(`${response.request().postData()} ${await response.text()}`);
      });
      await to(page).fill("+4915112345679,");
      await to(page).fill("no number,");
      await text(page).fill(`It’s on. ${"x".repeat(80)}`);
      await page.getByText("1 entry is not a phone number").waitFor();
      await page.getByRole("button", { name: "Use ' instead" }).click();
      expect(await text(page).inputValue()).toContain("It's on.");
      await page.getByRole("button", { name: "Check 1 text" }).waitFor();
      // The draft outlives the page.
      await page.reload();
      await page.getByText("Your draft from before").waitFor();
      expect(await text(page).inputValue()).toContain("It's on.");
      expect(refused).toEqual([]);
    }));

  test("a text that the same people got a moment ago is sent twice only by who reads that, with a link to the first", () =>
    compose(async (page) => {
      const write = async () => {
        await to(page).fill("+4915112345670,");
        await text(page).fill("The library is closed today.");
        await page.getByRole("button", { name: "Check 1 text" }).click();
        await page.getByRole("heading", { name: "Before it leaves" }).waitFor();
      };
      const warning = page.getByText("This text was already sent to these recipients");
      await write();
      expect(await warning.count()).toBe(0);
      await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
      await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
      await page.getByRole("button", { name: "Write another message" }).click();
      await write();
      await warning.waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("link", { name: /^Sent / }).click();
      await page.getByRole("heading", { name: "The library is closed today.", level: 1 }).waitFor();
    }));

  test("where every number is bad, each has its reason, and one that is added makes it a message", () =>
    compose(
      async (page) => {
        await to(page).fill("no number,");
        await text(page).fill("Hello");
        await page.getByText("1 entry is not a phone number").waitFor();
        await page.getByRole("listitem").filter({ hasText: "no number" }).getByText("is not a phone number").waitFor();
        await page.getByText("Mend what is marked first.").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        await to(page).fill("+4915112345678,");
        await page.getByRole("button", { name: "Check 1 text" }).waitFor();
        await page.getByText("1 entry is not a phone number").waitFor();
        await page.getByRole("button", { name: "Remove it" }).click();
        await page.getByText("1 entry is not a phone number").waitFor({ state: "detached" });
      },
      { tolerated: /status of 400/ },
    ));

  test("from 1,000 people on their number is typed before anything leaves", () =>
    compose(async (page) => {
      const numbers = Array.from({ length: 1_200 }, (_, index) => `+4917${10_000_000 + index}`);
      await to(page).fill(`${numbers.join(",")},`);
      await text(page).fill("Hi");
      await page.getByRole("button", { name: "Check 1,200 texts" }).click();
      await page.getByRole("button", { name: "Send 1,200 texts" }).click();
      const dialog = page.getByRole("dialog", { name: "This reaches 1,200 people" });
      await dialog.getByRole("button", { name: "Send 1,200 texts" }).click();
      await dialog.getByText("Type 1,200 to go on.").waitFor();
      expect((await site.api.listMessages({})).items.filter(({ message }) => message === "Hi")).toEqual([]);
      await dialog.getByLabel("Type 1,200 to go on").fill("1200");
      await dialog.getByRole("button", { name: "Send 1,200 texts" }).click();
      await page.getByRole("heading", { name: "1,200 texts are leaving" }).waitFor();
    }));

  test("a discarded draft is brought back, but not over what was begun since", () =>
    compose(async (page) => {
      const text = page.getByLabel("Text", { exact: true });
      const discard = page.getByRole("button", { name: "Discard the draft" });
      const undo = page.getByRole("button", { name: /^Undo/ });
      await text.fill("Choir practice at seven.");
      await discard.click();
      await undo.click();
      await expect.poll(() => text.inputValue()).toBe("Choir practice at seven.");
      await discard.click();
      await text.fill("Another text");
      await undo.last().click();
      expect(await text.inputValue()).toBe("Another text");
      await discard.click();
    }));

  test("a picture alone is a message: attached, shown on the phone, kept with the draft, and sent", () =>
    compose(
      async (page) => {
        const number = "+4915112345690";
        const hostile = `<b>${"w".repeat(120)}.png`;
        const attach = (name: string, buffer: Buffer) =>
          page.getByLabel("File to attach").setInputFiles({ name, mimeType: "image/png", buffer });
        await to(page).fill(`${number},`);
        await attach("page.png", Buffer.from("<html>"));
        await page
          .getByRole("alert")
          .filter({ hasText: "page.png cannot be attached. It must be a picture" })
          .waitFor();
        let uploads = 0;
        page.on("request", (request) => (uploads += request.url().endsWith("/svc/v1/media") ? 1 : 0));
        await attach("large.png", Buffer.alloc(6_000_000));
        await page.getByText("large.png has 6 MB. A file may have at most 5.2 MB.").waitFor();
        expect(uploads).toBe(0);
        await attach(hostile, PICTURE);
        const remove = page.getByRole("button", { name: `Remove ${hostile}` });
        await remove.waitFor();
        const isShown = () =>
          page.evaluate<boolean>(`document.querySelector('[aria-label="As it arrives"] img')?.naturalWidth === 16`);
        await expect.poll(isShown).toBe(true);
        for (const { colorScheme, viewport } of looks) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.setViewportSize(viewport);
          expect(await accessibilityIssues(page)).toEqual([]);
          expect(await overflowOf(page)).toBe(0);
        }
        await page.reload();
        await expect.poll(isShown).toBe(true);
        await page.getByRole("button", { name: "Check 1 text" }).click();
        await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
        await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
        const received = async () => (await site.api.listSandboxMessages({ to: number })).items;
        await expect.poll(async () => (await received()).length).toBe(1);
        expect((await received())[0]).toMatchObject({
          body: "",
          media: [expect.stringMatching(/\/m\/[\w-]{22}\.png$/)],
        });
        // It is shown as a picture later, too, and has a name in lists.
        await page.getByRole("link", { name: "Watch it arrive" }).click();
        await page.getByRole("heading", { name: "1 picture", level: 1 }).waitFor();
        const picture = page.getByRole("img", { name: "Picture of this text" });
        const width = () => page.evaluate<number>(`document.querySelector("#screen img")?.naturalWidth`);
        await expect.poll(width).toBe(16);
        await page.goto(`${site.url}/messages`);
        await page.getByRole("row").getByRole("link", { name: "1 picture" }).click();
        await picture.waitFor();
      },
      { tolerated: /status of 400/ },
    ));

  test("while nothing answers the button says so and not that something is to be mended, and goes on by itself", () =>
    compose(
      async (page) => {
        await to(page).fill("+4915112345695,");
        await page.getByLabel("Text", { exact: true }).fill("Before it");
        await page.getByRole("button", { name: "Check 1 text" }).waitFor();
        await page.context().setOffline(true);
        await page.getByLabel("Text", { exact: true }).fill("Before it and meanwhile");
        await page.getByText("The service did not answer.").nth(1).waitFor();
        expect(await page.getByText("Mend what is marked first.").count()).toBe(0);
        await page.context().setOffline(false);
        await page.getByRole("button", { name: "Check 1 text" }).waitFor();
        expect(await page.getByLabel("Text", { exact: true }).inputValue()).toBe("Before it and meanwhile");
      },
      { tolerated: /ERR_INTERNET_DISCONNECTED/ },
    ));

  test("hostile names are inert, and nothing is serious or too wide in any layout", async () => {
    const name = `<img src=x onerror=alert(1)> \u202E${"w".repeat(80)}`;
    await site.api.createGroup({ name });
    await site.api.updateSettings({ consent: { require_record: "off" } });
    await compose(async (page) => {
      await to(page).fill("<img");
      await page.getByRole("listbox").getByRole("option").first().waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await to(page).press("Enter");
      await to(page).fill("+4915112345680,");
      await text(page).fill(`Hi {{first_name | there}} ’ ${"w".repeat(400)}`);
      await page.getByRole("button", { name: "Check 1 text" }).waitFor();
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByRole("button", { name: "Send 1 text", exact: true }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    });
  });

  test("quiet hours that keep people waiting are shown by the check, by the text to oneself and after sending", async () => {
    const window = [...farFromNow("Europe/Berlin")];
    const hours = { weekdays: window, saturday: window, sunday: window, holidays: "open" as const };
    const categories = ["marketing", "transactional"] as const;
    await site.api.updateSettings({
      quiet_hours: { mode: "on", categories: [...categories], regions: { DE: hours } },
      consent: { require_record: "off" },
    });
    await compose(async (page) => {
      await to(page).fill("+49 151 1234 5678,");
      await text(page).fill("Tomorrow.");
      await page.getByLabel("Kind").selectOption("marketing");
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByText("Quiet hours keep 1 person waiting.").waitFor();
      const fact = (name: string) => page.locator("dl > div").filter({ hasText: name }).locator("time");
      const opens = await fact("Last text").getAttribute("datetime");
      expect(await fact("First text").getAttribute("datetime")).toBe(opens);
      expect(Date.parse(opens!)).toBeGreaterThan(Date.now());
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      await page.getByRole("button", { name: "Text me first" }).click();
      await page.getByLabel("Your number").fill("+49 151 1234 5679");
      await page.getByRole("button", { name: "Send 1 text to me" }).click();
      const mine = page.getByRole("status").filter({ hasText: "hold back the text to" });
      expect(await mine.locator("time").getAttribute("datetime")).toBe(opens);
      await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
      await page.getByRole("heading", { name: "1 text is waiting" }).waitFor();
      expect(await page.locator("#screen time").getAttribute("datetime")).toBe(opens);
      expect(await accessibilityIssues(page)).toEqual([]);
    });
    await site.api.updateSettings({
      quiet_hours: { mode: "off", categories: ["marketing"] },
      consent: { require_record: "enforce" },
    });
  });

  test("personal texts: who has no text, then the parts of each, who is over the cap and who never agreed", async () => {
    await site.api.createField({ key: "city", label: "City", type: "text" });
    const { id } = await site.api.createGroup({ name: "Personal" });
    const join = (mobile: string, name: string, city?: string) =>
      site.api.createSubscriber({
        name,
        mobile,
        group_ids: [id],
        double_opt_in: false,
        ...(city && { custom_fields: { city } }),
      });
    await join("+4915112340011", "Ada", "Ulm");
    await join("+4915112340012", "Bob", `Łódź${"x".repeat(60)}`);
    await join("+4915112340013", "Cid");
    await site.api.updateSettings({
      frequency_cap: { mode: "on", messages: 1, when_over: "hold" },
      consent: { require_record: "warn" },
    });
    // A message counts as soon as the node knows of the cap.
    const marketing = { category: "marketing", numbers: ["+4915112340014"], message: "First" } as const;
    const isOver = async () => {
      await site.api.sendMessage(marketing);
      return (await site.api.previewMessage(marketing)).people.over_cap;
    };
    await expect.poll(isOver).toBe(1);
    await compose(async (page) => {
      await to(page).fill("Personal");
      await page.getByRole("option", { name: /Personal/ }).click();
      await text(page).fill("Hello from {{fields.city}}");
      await page.getByText("1 person has no text, so the message would be sent to nobody.").waitFor();
      await page.getByText("no value for {{fields.city}}").waitFor();
      await page.getByText("Some people have no text.").waitFor();
      await text(page).fill("Hello from {{fields.city | here}}");
      await to(page).fill("+49 151 1234 0014,");
      await page.getByText("1 over the frequency cap, so it leaves later").waitFor();
      await page.getByText("1 without a consent on record").waitFor();
      await page.getByRole("button", { name: "Check 4 texts" }).click();
      await page.getByText("1 to 2 parts each").waitFor();
      await page.getByText("1 text is sent in Unicode, with shorter parts.").waitFor();
      await page.getByText("The frequency cap keeps 1 person waiting.").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    });
    await site.api.updateSettings({ frequency_cap: { mode: "off" }, consent: { require_record: "enforce" } });
  });

  test("a user who may not send messages is told so", () =>
    visit(site, browser, "reader", "/compose", async (page) => {
      await page.getByRole("heading", { name: "You may not send messages" }).waitFor();
      expect(await page.getByRole("link", { name: "New message" }).count()).toBe(0);
    }));
});
