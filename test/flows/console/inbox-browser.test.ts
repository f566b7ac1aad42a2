import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Capability } from "#domain/access/capability";

import {
  accessibilityIssues,
  browserPresent,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { intercept, loseReplies } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { callService } from "../../support/service/service.ts";
import { visitor } from "../../support/console/visit.ts";

const all: readonly Capability[] = ["svc_inbox", "svc_sendsms", "svc_outbox", "svc_subscribers"];

describe.skipIf(!browserPresent)("the inbox of the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", all);
    await site.userWith("reader", ["svc_inbox"]);
    await site.userWith("agent", ["svc_inbox", "svc_sendsms"]);
    await site.userWith("sender", ["svc_sendsms"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const reply = (from: string, text: string) => callService(site, site.admin, "/sandbox/replies", { from, text });
  const opened = (number: string) => `/inbox?thread=${encodeURIComponent(number)}`;
  const threads = (page: Page) => page.getByRole("region", { name: "Threads" });
  const texts = (page: Page) => page.getByRole("region", { name: "Texts in both directions" });
  const field = (page: Page) => page.getByLabel("Your answer");
  const receivedBy = async (to: string) => {
    const { items } = await site.api.listSandboxMessages({ to });
    return items.map(({ body }) => body);
  };

  test("a reply arrives by itself, is read with the keyboard, and its answer is sent and shown", () =>
    as("ada", "/inbox", async (page) => {
      const number = "+4915112345601";
      await page.getByRole("heading", { name: "No replies yet" }).waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      await site.api.sendMessage({ numbers: [number], message: "Your table is booked." });
      await reply(number, "Can we be five?");
      await threads(page).getByText("Can we be five?").waitFor();
      await threads(page).getByText("1 unread").waitFor();

      await page.keyboard.press("j");
      await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toContain("Can we be five?");
      await page.keyboard.press("Enter");
      await texts(page).getByText("Your table is booked.").waitFor();
      await expect.poll(async () => (await site.api.listInboxThreads({})).unread_threads).toBe(0);
      await threads(page).getByText("1 unread").waitFor({ state: "detached" });

      await page.keyboard.press("r");
      await page.keyboard.type("Five is fine. {{name}}");
      await page.keyboard.press("Control+Enter");
      await texts(page).getByText("Five is fine. {{name}}").waitFor();
      expect(await field(page).inputValue()).toBe("");
      await expect.poll(() => receivedBy(number)).toContain("Five is fine. {{name}}");

      await reply(number, "See you then");
      await texts(page).getByText("See you then").waitFor();
      await expect.poll(async () => (await site.api.listInboxThreads({})).unread_threads).toBe(0);
    }));

  test("a double click on the button sends the answer once, and nothing else is said", async () => {
    const number = "+4915112345611";
    await reply(number, "When do you open?");
    await as("ada", opened(number), async (page) => {
      await texts(page).getByText("When do you open?").waitFor();
      await field(page).fill("At nine.");
      await page.getByRole("button", { name: "Send 1 text" }).dblclick();
      await texts(page).getByText("At nine.").waitFor();
      await expect.poll(() => field(page).inputValue()).toBe("");
      await expect.poll(() => receivedBy(number)).toEqual(["At nine."]);
      expect(await page.getByText("This press sent nothing").count()).toBe(0);
    });
  });

  test("an answer that is open in two tabs is sent once, and is gone from both", async () => {
    const number = "+4915112345622";
    await reply(number, "Is there parking?");
    await as("ada", opened(number), async (page) => {
      const send = (tab: Page) => tab.getByRole("button", { name: "Send 1 text" }).click();
      await field(page).fill("Yes.");
      const other = await page.context().newPage();
      await other.goto(page.url());
      await expect.poll(() => field(other).inputValue()).toBe("Yes.");
      await send(page);
      for (const tab of [page, other]) await expect.poll(() => field(tab).inputValue()).toBe("");

      await field(page).fill("In the back yard.");
      await expect.poll(() => field(other).inputValue()).toBe("In the back yard.");
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: sending, resolve: sends } = Promise.withResolvers<void>();
      await intercept(page, "**/svc/v1/send", async (route) => {
        sends();
        await released;
        await route.continue();
      });
      await send(page);
      await sending;
      await send(other);
      release();
      for (const tab of [page, other]) await expect.poll(() => field(tab).inputValue()).toBe("");
      await other.getByText("This press sent nothing").first().waitFor();
      await expect.poll(async () => (await receivedBy(number)).toSorted()).toEqual(["In the back yard.", "Yes."]);
      await other.close();
    });
  });

  test("an answer whose reply is lost is sent once when it is sent again", async () => {
    const number = "+4915112345602";
    await reply(number, "Are you open?");
    await as(
      "ada",
      opened(number), // The service refuses the key for another text, which is how the page learns that the first had arrived.
      { tolerated: /ERR_CONNECTION_RESET|status of (?:403|422)/ },
      async (page) => {
        await field(page).fill("Once only.");
        await loseReplies(page, "**/svc/v1/send");
        await page.getByRole("button", { name: "Send 1 text" }).click();
        await page.getByRole("heading", { name: "The answer may have been sent" }).waitFor();
        await page.unroute("**/svc/v1/send");
        // A refusal of the second attempt says nothing about the first one.
        await intercept(page, "**/svc/v1/send", (route) => route.fulfill({ status: 403, body: "Forbidden" }));
        await page.getByRole("button", { name: "Send 1 text" }).click();
        await page.getByText("answered in its place (status 403)").waitFor();
        await page.getByRole("heading", { name: "The answer may have been sent" }).waitFor();
        await page.unroute("**/svc/v1/send");
        // Changed meanwhile: the first attempt counts, and the changed text stays in the field.
        await field(page).fill("Once only, changed.");
        await page.getByRole("button", { name: "Send 1 text" }).click();
        await page.getByRole("alert").getByText("Your first attempt had arrived").waitFor();
        await texts(page).getByText("Once only.", { exact: true }).waitFor();
        expect(await field(page).inputValue()).toBe("Once only, changed.");
        await expect.poll(() => receivedBy(number)).toEqual(["Once only."]);
      },
    );
  });

  test("an answer that is being written is there after a reload, and what may have been sent is not sent twice", async () => {
    const number = "+4915112345606";
    await reply(number, "Are you open?");
    await as("ada", opened(number), { tolerated: /ERR_CONNECTION_RESET/ }, async (page) => {
      await field(page).fill("Yes, {{until}} six.");
      await page.getByText("23 of 160 characters").waitFor();
      await page.reload();
      expect(await field(page).inputValue()).toBe("Yes, {{until}} six.");
      // The service has received it, but the response is lost.
      await loseReplies(page, "**/svc/v1/send");
      await page.getByRole("button", { name: "Send 1 text" }).click();
      await page.getByText("The answer may have been sent").waitFor();
      await page.unrouteAll();
      await page.reload();
      await page.getByRole("button", { name: "Send 1 text" }).click();
      await expect.poll(() => field(page).inputValue()).toBe("");
      await page.reload();
      await field(page).waitFor();
      expect(await field(page).inputValue()).toBe("");
    });
    await expect.poll(() => receivedBy(number)).toEqual(["Yes, {{until}} six."]);
  });

  test("a user who may not read the log sees that their answer left, although the thread does not show it", async () => {
    const number = "+4915112345607";
    await reply(number, "Are you open?");
    await as("agent", opened(number), async (page) => {
      await field(page).fill("Until six.");
      await page.getByRole("button", { name: "Send 1 text" }).click();
      // Not only for a screen reader.
      await page.locator(".mantine-Notification-root", { hasText: "The answer is on its way." }).waitFor();
      expect(await texts(page).getByText("Until six.").count()).toBe(0);
    });
  });

  test("a template is put into the answer by keyboard, with the person's name, where the cursor is", async () => {
    const number = "+4915112345607";
    await site.api.createSubscriber({ name: "Grace Hopper", mobile: number, double_opt_in: false });
    await site.api.createTemplate({
      name: "Opening hours",
      text: "Dear {{ first_name | guest }}, we are open until ten.",
    });
    await reply(number, "How long are you open?");
    await as("ada", opened(number), async (page) => {
      await threads(page).getByText("Grace Hopper").waitFor();
      await field(page).fill("Hello. Bye.");
      await page.keyboard.press("Home");
      for (const _ of "Hello. ") await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Escape");
      // Until the field has lost the focus, a letter is text.
      await expect.poll(() => page.evaluate<string>("document.activeElement.tagName")).not.toBe("TEXTAREA");
      await page.keyboard.press("t");
      await page.getByRole("menuitem", { name: "Opening hours" }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => field(page).inputValue()).toBe("Hello. Dear Grace, we are open until ten.Bye.");
      await expect.poll(() => page.evaluate<string>("document.activeElement.tagName")).toBe("TEXTAREA");
      await page.keyboard.type(" ");
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => receivedBy(number)).toContain("Hello. Dear Grace, we are open until ten. Bye.");
    });
  });

  test("Escape leaves the answer for good, although the screen changes meanwhile", async () => {
    const number = "+4915112345612";
    await reply(number, "Is it raining?");
    await as("ada", opened(number), async (page) => {
      await field(page).fill("Yes.");
      await page.keyboard.press("Escape");
      // Until after the moment in which a lost focus is restored.
      await page.evaluate(`new Promise((done) => {
        document.body.append(document.createElement("i"));
        requestAnimationFrame(() => setTimeout(() => setTimeout(done)));
      })`);
      expect(await page.evaluate<string>("document.activeElement.tagName")).toBe("BODY");
      await page.keyboard.press("r");
      await expect.poll(() => page.evaluate<string>("document.activeElement.tagName")).toBe("TEXTAREA");
    });
  });

  test("templates that arrive after their menu was opened are reached by keyboard", async () => {
    const number = "+4915112345608";
    await site.api.createTemplate({ name: "Closed", text: "We are closed." });
    await reply(number, "Are you there?");
    await as("ada", opened(number), async (page) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await intercept(page, "**/svc/v1/templates?*", async (route) => {
        await released;
        await route.continue();
      });
      await field(page).waitFor();
      await page.keyboard.press("t");
      await page.getByRole("menu").waitFor();
      const inMenu = () => page.evaluate<boolean>("document.activeElement.closest('[role=menu]') !== null");
      await expect.poll(inMenu).toBe(true);
      release();
      await page.getByRole("menuitem", { name: "Closed" }).waitFor();
      await page.keyboard.press("c");
      await page.keyboard.press("Enter");
      await expect.poll(() => field(page).inputValue()).toBe("We are closed.");
    });
  });

  test("a thread leads to the person's page, on a phone too", async () => {
    const number = "+4915112345688";
    const { id } = await site.api.createSubscriber({ name: "Mary Ward", mobile: number, double_opt_in: false });
    await reply(number, "Which Mary?");
    for (const viewport of [desktop, phone]) {
      const work = async (page: Page): Promise<void> => {
        await page.getByRole("link", { name: "Groups and consent" }).click();
        await page.waitForURL(`**/subscribers/${id}`);
        await page.getByRole("heading", { name: "Mary Ward" }).waitFor();
      };
      await as("ada", opened(number), { viewport }, work);
    }
  });

  test("an entry of the log and the person's page lead to the thread of a person who has written", async () => {
    const group = await site.api.createGroup({ name: "Patients" });
    const [silent, writer] = ["+4915112345641", "+4915112345642"];
    await site.api.createSubscriber({ name: "Grace", mobile: writer, group_id: group.id, double_opt_in: false });
    await site.api.sendMessage({ numbers: [silent, writer], message: "Your visit is on Monday." });
    await reply(writer, "At what time?");
    await as("ada", "/outbox", async (page) => {
      const entry = page.getByRole("dialog");
      const open = (number: string) => page.goto(`${site.url}/outbox?recipient=${encodeURIComponent(number)}`);
      await open(silent);
      await page.getByRole("row").getByRole("link").first().click();
      await entry.getByRole("link", { name: "Everything to this number" }).waitFor();
      expect(await entry.getByRole("link", { name: "What they wrote" }).count()).toBe(0);
      await open(writer);
      await page.getByRole("row").getByRole("link").first().click();
      await entry.getByRole("link", { name: "What they wrote" }).click();
      await texts(page).getByText("At what time?").waitFor();
      await page.getByRole("link", { name: "Groups and consent" }).click();
      await page.getByRole("link", { name: "What they wrote" }).click();
      await texts(page).getByText("At what time?").waitFor();
    });
  });

  test("STOP is marked and cannot be answered; a doubtful reply is decided by a person", async () => {
    const [stopped, unclear] = ["+4915112345603", "+4915112345604"];
    await reply(stopped, "STOP");
    await reply(unclear, "How do I stop this?");
    await as("ada", opened(stopped), async (page) => {
      await page.getByRole("note").getByText("This person opted out").waitFor();
      expect(await field(page).count()).toBe(0);
      await texts(page).getByText("Opted out").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);

      await threads(page).getByText("How do I stop this?").click();
      const decision = page.getByRole("group", { name: "A decision is needed" });
      await decision.waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await field(page).waitFor();
      await page.keyboard.press("y");
      await page.getByRole("dialog").getByRole("button", { name: "Decide later" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await decision.getByRole("button", { name: "No" }).click();
      await decision.waitFor({ state: "detached" });
      expect((await site.api.listSuppressions({ search: unclear })).items).toEqual([]);
    });
  });

  test("a thread is taken by key, others see who has it and take it over, and lists show whose are whose", async () => {
    const [mine, free] = ["+4915112345631", "+4915112345632"];
    await reply(mine, "Which one of you?");
    await reply(free, "Nobody yet");
    await as("ada", opened(mine), async (page) => {
      const head = page.getByRole("region", { name: /^Thread with/ });
      await head.getByRole("button", { name: "Assign to me" }).waitFor();
      await page.keyboard.press("a");
      await head.getByText("Assigned to you").waitFor();
      await threads(page).getByText("Yours").waitFor();
      await page.goto(`${site.url}/inbox?assigned=me`);
      await threads(page).getByText("Which one of you?").waitFor();
      expect(await threads(page).getByText("Nobody yet").count()).toBe(0);

      await as("reader", opened(mine), { viewport: phone, colorScheme: "dark" }, async (theirs) => {
        await theirs.getByText("Assigned to ada").waitFor();
        expect(await accessibilityIssues(theirs)).toEqual([]);
        expect(await overflowOf(theirs)).toBe(0);
        await theirs.getByRole("button", { name: "Take over" }).click();
        await theirs.getByText("Assigned to you", { exact: true }).waitFor();
      });
      await page.getByRole("heading", { name: "No such threads" }).waitFor();
      await page.getByRole("button", { name: "Show all threads" }).click();
      await threads(page).getByText("Assigned to reader").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    });
  });

  test("who takes a thread that somebody else has just taken learns that, and takes nothing from them", async () => {
    const number = "+4915112345633";
    await reply(number, "One answer is enough");
    await as("ada", opened(number), { tolerated: /status of 409/ }, async (page) => {
      await page.getByRole("button", { name: "Assign to me" }).waitFor();
      // What another user does is not reported to this page in time.
      await intercept(page, "**/svc/v1/inbox/threads/*/assign", async (route) => {
        const { body } = await callService(site, site.admin, `/inbox/threads/${encodeURIComponent(number)}/assign`, {
          to: "me",
        });
        expect(body.data.assignee.username).toBe(site.admin.user);
        await route.continue();
      });
      await page.getByRole("button", { name: "Assign to me" }).click();
      await page.getByText("Somebody else has just taken this thread.").first().waitFor();
      await page.getByText(`Assigned to ${site.admin.user}`).first().waitFor();
      await page.getByRole("button", { name: "Take over" }).waitFor();
    });
  });

  test("hostile texts and names are inert in every layout", async () => {
    const number = "+4915112345605";
    const name = `<img src=x onerror=alert(1)> \u202E${"w".repeat(90)}`;
    await site.api.createGroup({ name: "Readers" });
    await site.api.createSubscriber({ name, mobile: number, double_opt_in: false });
    await reply(number, `<script>alert(1)</script> \u202E ${"m".repeat(1_200)}`);
    for (const colorScheme of ["light", "dark"] as const) {
      await as("ada", opened(number), { colorScheme }, async (page) => {
        await texts(page).getByText("<script>alert(1)</script>").waitFor();
        for (const size of [desktop, phone]) {
          await page.setViewportSize(size);
          await texts(page).getByText("<script>alert(1)</script>").waitFor();
          expect(await accessibilityIssues(page)).toEqual([]);
          expect(await overflowOf(page)).toBe(0);
        }
        await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Inbox" }).click();
        await threads(page).getByText("<script>").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      });
    }
  });

  test("a user who may not send reads without answering, and one who may not read the inbox is told so", async () => {
    await reply("+4915112345606", "Hello?");
    await as("reader", opened("+4915112345606"), async (page) => {
      await page.getByRole("note").getByText("you need a role that may send messages").waitFor();
      await page.getByText("What was sent to this person is shown to roles that may read the log.").waitFor();
      expect(await field(page).count()).toBe(0);
    });
    await as("sender", "/inbox", async (page) => {
      await page.getByRole("heading", { name: "You may not read the inbox" }).waitFor();
      expect(await page.getByRole("link", { name: "Inbox" }).count()).toBe(0);
    });
  });
});
