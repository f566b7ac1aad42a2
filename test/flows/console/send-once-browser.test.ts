import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { answerTo, intercept, loseReplies } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service/service.ts";
import { visit, type VisitOptions } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("sending from the console when something goes wrong", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_outbox"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const compose = (work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    visit(site, browser, "ada", "/compose", work, options);
  const to = (page: Page) => page.getByLabel("To: a group, a name or a number");
  const text = (page: Page) => page.getByLabel("Text", { exact: true });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const textsOf = async (recipient: string) =>
    (await site.api.listOutbox({ recipient })).items.map(({ message }) => message).toReversed();

  test("a message that was withdrawn offline does not leave when the network is back", () =>
    compose(
      async (page) => {
        await to(page).fill("+4915112340001,");
        await text(page).fill("Withdrawn");
        await button(page, "Check 1 text").click();
        // Enabled: a preview that is still being read would fail with the network.
        await button(page, "Send 1 text").click({ trial: true });
        await page.context().setOffline(true);
        await button(page, "Send 1 text").click();
        await page.getByRole("heading", { name: "The message was not sent" }).waitFor();
        await button(page, "Back to the text").click();
        await button(page, "Discard the draft").click();
        await page.context().setOffline(false);
        // What is sent afterwards has arrived: by then a call that had been kept would have left.
        await to(page).fill("+4915112340001,");
        await text(page).fill("Afterwards");
        await button(page, "Check 1 text").click();
        await button(page, "Send 1 text").click();
        await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
        expect(await textsOf("+4915112340001")).toEqual(["Afterwards"]);
      },
      { tolerated: /ERR_INTERNET_DISCONNECTED/ },
    ));

  test("a double click on the last button sends the message once, and nothing else is said", () =>
    compose(async (page) => {
      await to(page).fill("+4915112340009,");
      await text(page).fill("Once");
      await button(page, "Check 1 text").click();
      await button(page, "Send 1 text").dblclick();
      await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
      expect(await textsOf("+4915112340009")).toEqual(["Once"]);
      expect(await page.getByText("This press sent nothing").count()).toBe(0);
    }));

  test("a changed text is not sent before it is known that the first one was, and then only when asked for", () =>
    compose(
      async (page) => {
        await to(page).fill("+4915112340002,");
        await text(page).fill("First");
        await button(page, "Check 1 text").click();
        await loseReplies(page, "**/svc/v1/send");
        await button(page, "Send 1 text").click();
        await page.getByRole("heading", { name: "The message may have been sent" }).waitFor();
        await page.unroute("**/svc/v1/send");
        // It is known after a new start of the page, too.
        await page.reload();
        await page.getByText("This message was sent").waitFor();
        await button(page, "Back to the text").click();
        await text(page).fill("Second");
        await button(page, "Check 1 text").click();
        await button(page, "Send 1 text").click();
        await page.getByText("The first attempt had arrived: 1 text").waitFor();
        expect(await textsOf("+4915112340002")).toEqual(["First"]);
        await button(page, "Send 1 text").click();
        await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
        expect(await textsOf("+4915112340002")).toEqual(["First", "Second"]);
      },
      { tolerated: /ERR_CONNECTION_RESET|status of 422/ },
    ));

  test("while a message is being sent, the way back is closed", () =>
    compose(async (page) => {
      await to(page).fill("+4915112340003,");
      await text(page).fill("Slow");
      await button(page, "Check 1 text").click();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let isInFlight = false;
      await intercept(page, "**/svc/v1/send", async (route) => {
        isInFlight = true;
        await released;
        await route.continue();
      });
      await button(page, "Send 1 text").click();
      await expect.poll(() => button(page, "Back to the text").isDisabled()).toBe(true);
      // Whatever is changed before it has left is not sent at all.
      await expect.poll(() => isInFlight).toBe(true);
      // By the browser's Back it is still reached: what is written then stays.
      await page.goBack();
      await text(page).fill("Slow, and more");
      release();
      await page.getByText("What you changed since is kept as a draft.").first().waitFor();
      expect(await text(page).inputValue()).toBe("Slow, and more");
      expect(await textsOf("+4915112340003")).toEqual(["Slow"]);
    }));

  /** A second tab of the same browser, at the same draft. */
  const secondTab = async (page: Page, work: (other: Page) => Promise<void>) => {
    const other = await page.context().newPage();
    try {
      await other.goto(page.url());
      await button(other, "Send 1 text").waitFor();
      await work(other);
    } finally {
      await other.close();
    }
  };

  test("a draft that another tab sent while this one counted its people is not sent again", () =>
    compose(async (page) => {
      await to(page).fill("+4915112340006,");
      await text(page).fill("From two tabs");
      await button(page, "Check 1 text").click();
      await button(page, "Send 1 text").waitFor();
      await secondTab(page, async (other) => {
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        const { promise: counting, resolve: counts } = Promise.withResolvers<void>();
        await intercept(other, "**/svc/v1/send/preview*", async (route) => {
          counts();
          await released;
          await route.continue();
        });
        await button(other, "Send 1 text").click();
        await counting;
        await button(page, "Send 1 text").click();
        await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
        release();
        await other.getByText("This press sent nothing").first().waitFor();
        expect(await textsOf("+4915112340006")).toEqual(["From two tabs"]);
      });
    }));

  test("two tabs that send the same draft in the same moment send it once", () =>
    compose(async (page) => {
      await to(page).fill("+4915112340007,");
      await text(page).fill("At once");
      await button(page, "Check 1 text").click();
      await button(page, "Send 1 text").waitFor();
      await secondTab(page, async (other) => {
        const { promise: both, resolve: release } = Promise.withResolvers<void>();
        let waiting = 0;
        for (const tab of [page, other]) {
          await intercept(tab, "**/svc/v1/send/preview*", async (route) => {
            const response = await answerTo(route);
            if (++waiting === 2) release();
            await both;
            await route.fulfill({ response });
          });
        }
        await Promise.all([page, other].map((tab) => button(tab, "Send 1 text").click()));
        const leaving = (tab: Page) => tab.getByRole("heading", { name: "1 text is leaving" });
        const nothing = (tab: Page) => tab.getByText("This press sent nothing").first();
        await Promise.all([page, other].map((tab) => leaving(tab).or(nothing(tab)).first().waitFor()));
        expect(await textsOf("+4915112340007")).toEqual(["At once"]);
      });
    }));

  test("a service that is killed while it sends, and started again, sends once when the button is pressed again", async () => {
    let first: ServiceProcess | undefined;
    let again: ServiceProcess | undefined;
    const own = await openConsole({}, async (settings) => {
      const { url, admin, kill } = (first = await startServiceProcess(settings));
      return { url, admin: admin!, stop: () => kill("SIGTERM") };
    });
    try {
      await own.userWith("ada", ["svc_sendsms", "svc_outbox"]);
      const work = async (page: Page) => {
        await to(page).fill("+4915112340008,");
        await text(page).fill("Through a crash");
        await button(page, "Check 1 text").click();
        let killed = false;
        await intercept(page, "**/svc/v1/send", async (route) => {
          if (!killed) {
            killed = true;
            await answerTo(route);
            await first!.kill("SIGKILL");
          }
          await route.abort("connectionreset");
        });
        await button(page, "Send 1 text").click();
        await page.getByRole("heading", { name: "The message may have been sent" }).waitFor();
        await page.unroute("**/svc/v1/send");
        again = await startServiceProcess({ ...own.settings, TIDINGS_LISTEN: new URL(own.url).host });
        await button(page, "Send 1 text").click();
        await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
        const { items } = await own.api.listOutbox({ recipient: "+4915112340008" });
        expect(items.map(({ message }) => message)).toEqual(["Through a crash"]);
      };
      const tolerated = /ERR_CONNECTION_RE(SET|FUSED)|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|status of 5/;
      await visit(own, browser, "ada", "/compose", work, { tolerated });
    } finally {
      await again?.kill("SIGTERM");
      await own.close();
    }
  });

  test("people who joined after they were counted get nothing before their number was shown", async () => {
    const group = await site.api.createGroup({ name: "Growing" });
    const join = (mobile: string) =>
      site.api.createSubscriber({ name: "Bo", mobile, group_id: group.id, double_opt_in: false });
    await join("+4915112340004");
    await compose(async (page) => {
      await to(page).fill("Growing");
      await page.getByRole("option", { name: /Growing/ }).click();
      await text(page).fill("To the group");
      await button(page, "Check 1 text").click();
      await button(page, "Send 1 text").waitFor();
      await join("+4915112340005");
      await button(page, "Send 1 text").click();
      await page.getByText("Nothing was sent: it would reach 2 people now, 1 person more").waitFor();
      expect(await textsOf("+4915112340004")).toEqual([]);
      await button(page, "Send 2 texts").click();
      await page.getByRole("heading", { name: "2 texts are leaving" }).waitFor();
    });
  });

  test("more numbers than a message may have are all kept, and refused", () =>
    compose(
      async (page) => {
        const numbers = Array.from({ length: 12_345 }, (_, index) => `+4917${20_000_000 + index}`);
        await to(page).fill(`${numbers.join(",")},`);
        await page.getByText("and 12,321 more numbers").waitFor();
        await text(page).fill("Hi");
        await page.getByText("Mend what is marked first.").waitFor();
        await page
          .getByText(/10,?000/)
          .first()
          .waitFor();
        expect(await button(page, "Check the message").getAttribute("aria-disabled")).toBe("true");
      },
      { tolerated: /status of 400/ },
    ));
});
