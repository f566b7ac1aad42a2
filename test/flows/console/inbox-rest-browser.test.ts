import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { answerTo, intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { callService } from "../../support/service/service.ts";

const refusal = JSON.stringify({
  status: "error",
  code: "invalid_request",
  message: "No.",
  error: { code: 400, message: "No." },
  data: { status: 400, params: {}, details: [] },
});

const tolerated = /status of 400/;

describe.skipIf(!browserPresent)("what is read of the inbox in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_inbox", "svc_sendsms", "svc_outbox", "svc_subscribers"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const reply = (from: string, text: string) => callService(site, site.admin, "/sandbox/replies", { from, text });
  const send = (number: string, message: string) => site.api.sendMessage({ numbers: [number], message });
  const opened = (number: string) => `/inbox?thread=${encodeURIComponent(number)}`;
  const threads = (page: Page) => page.getByRole("region", { name: "Threads" });
  const texts = (page: Page) => page.getByRole("region", { name: "Texts in both directions" });

  /** The page has received every change so far: the last one is of a topic that no screen of the inbox shows. */
  async function allReported(page: Page, number: string): Promise<void> {
    const states = async () => (await site.api.listOutbox({ recipient: number })).items.map(({ state }) => state);
    await expect.poll(states).toSatisfy((all: string[]) => all.every((state) => state === "delivered"));
    const seen = page.evaluate(`new Promise((resolve) => {
      const events = new BroadcastChannel("tidings-live");
      events.addEventListener("message", ({ data }) => data.event?.data?.topic === "subscribers" && resolve(true));
    })`);
    await site.api.createGroup({ name: `After ${number}` });
    await seen;
  }

  test.each([
    ["a text that is sent", "+4915112345701", send],
    ["a reply that is received", "+4915112345702", reply],
  ])("%s while the thread is being read is shown afterwards", async (_, number, write) => {
    await reply(number, "Are you open?");
    await as("ada", opened(number), async (page) => {
      await texts(page).getByText("Are you open?").waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let held = 0;
      await intercept(page, /inbox\/threads\/[^/?]+\?/, async (route) => {
        const response = await answerTo(route);
        if ((await response.text()).includes("Until six.")) held += 1;
        await released;
        await route.fulfill({ response });
      });
      await send(number, "Until six.");
      await expect.poll(() => held).toBe(1);
      await write(number, "And tomorrow, too");
      await allReported(page, number);
      expect(held).toBe(1);
      release();
      await texts(page).getByText("And tomorrow, too").waitFor();
    });
  });

  test("earlier texts that could not be read say so, and are read on request", async () => {
    const number = "+4915112345703";
    for (let nth = 1; nth <= 51; nth += 1) await reply(number, `Text ${nth}.`);
    await as("ada", opened(number), { tolerated }, async (page) => {
      const earlier = page.getByRole("button", { name: "Show earlier texts" });
      await texts(page).getByText("Text 51.").waitFor();
      await intercept(page, /inbox\/threads\/.*cursor=/, (route) =>
        route.fulfill({ status: 400, contentType: "application/json", body: refusal }),
      );
      await earlier.click();
      const failure = texts(page).getByText("The rest of the list could not be read");
      await failure.waitFor();
      await texts(page).getByText("Text 51.").waitFor();
      expect(await earlier.count()).toBe(0);
      await page.unrouteAll();
      await texts(page).getByRole("button", { name: "Try again" }).click();
      await texts(page).getByText("Text 1.", { exact: true }).waitFor();
      expect(await failure.count()).toBe(0);
    });
  });

  test("threads that could not be read say so, and are read on request", async () => {
    for (let nth = 10; nth <= 61; nth += 1) await reply(`+49151123458${nth}`, `From ${nth}.`);
    await as("ada", "/inbox", { tolerated }, async (page) => {
      await threads(page).getByText("From 61.").waitFor();
      await intercept(page, /inbox\/threads\?.*cursor=/, (route) =>
        route.fulfill({ status: 400, contentType: "application/json", body: refusal }),
      );
      const failure = threads(page).getByText("The rest of the list could not be read");
      for (let nth = 0; nth < 60; nth += 1) await page.keyboard.press("j");
      await failure.waitFor();
      await page.unrouteAll();
      await threads(page).getByRole("button", { name: "Try again" }).click();
      await failure.waitFor({ state: "detached" });
      for (let nth = 0; nth < 20; nth += 1) await page.keyboard.press("j");
      await threads(page).getByText("From 10.").waitFor();
    });
  });

  test("an inbox that could not be read again says that it is not up to date, and is read on request", async () => {
    const number = "+4915112345704";
    await reply(number, "First words");
    await as("ada", "/inbox", { tolerated }, async (page) => {
      await threads(page).getByText("First words").waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      await intercept(page, /inbox\/threads\?/, (route) =>
        route.fulfill({ status: 400, contentType: "application/json", body: refusal }),
      );
      await reply(number, "Second words");
      await page.getByText("Not up to date.").waitFor();
      await page.unrouteAll();
      await page.getByRole("button", { name: "Read it again" }).click();
      await threads(page).getByText("Second words").waitFor();
      expect(await page.getByText("Not up to date.").count()).toBe(0);
    });
  });

  test("a thread that could not be read again says that it is not up to date, and is read on request", async () => {
    const number = "+4915112345706";
    await reply(number, "Can I come today?");
    await as("ada", opened(number), { tolerated }, async (page) => {
      const thread = page.getByRole("region", { name: `Thread with ${number}` });
      await texts(page).getByText("Can I come today?").waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      await intercept(page, /inbox\/threads\/[^/?]+\?/, (route) =>
        route.fulfill({ status: 400, contentType: "application/json", body: refusal }),
      );
      await reply(number, "Or tomorrow?");
      await thread.getByText("Not up to date.").waitFor();
      await texts(page).getByText("Can I come today?").waitFor();
      await page.unrouteAll();
      await thread.getByRole("button", { name: "Read it again" }).click();
      await texts(page).getByText("Or tomorrow?").waitFor();
      expect(await thread.getByText("Not up to date.").count()).toBe(0);
    });
  });
});
