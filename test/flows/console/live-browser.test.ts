import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, complaintsOf, desktop, launchBrowser, phone } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { startNetwork } from "../../support/service/cut-network.ts";

describe.skipIf(!browserPresent)("the live stream of the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("reader", ["svc_outbox"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("two tabs follow the outbox over one stream, and the second goes on when the first is closed", async () => {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
    let streams = 0;
    context.on("request", (request) => {
      if (request.url().includes("/svc/v1/events")) streams++;
    });
    const first = await context.newPage();
    const complaints = await complaintsOf(first);
    await first.goto(`${site.url}/outbox`);
    await site.signIn(first, "reader");
    await first.getByText("Live", { exact: true }).waitFor();
    const second = await context.newPage();
    await second.goto(`${site.url}/outbox`);
    // It asks the tab that holds the stream.
    await second.getByText("Live", { exact: true }).waitFor();

    const shown = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text }).waitFor();
    const send = (message: string) => site.api.sendMessage({ numbers: ["+15005550000"], message });
    await send("For both tabs");
    await Promise.all([shown(first, "For both tabs"), shown(second, "For both tabs")]);
    expect(streams).toBe(1);
    expect(complaints).toEqual([]);

    await first.close();
    await expect.poll(() => streams).toBe(2);
    await send("For the second tab");
    await shown(second, "For the second tab");
    await context.close();
  });

  test("the stream is opened although its code could not be loaded at first", async () => {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
    const page = await context.newPage();
    let refused = 0;
    await page.route("**/console-assets/*.js", async (route) => {
      const response = await route.fetch();
      const isStream = (await response.text()).includes("tidings-live");
      if (!isStream || refused === 2) return route.fulfill({ response });
      refused += 1;
      return route.abort();
    });
    await page.goto(`${site.url}/outbox`);
    await site.signIn(page, "reader");
    await page.getByText("Live", { exact: true }).waitFor();
    expect(refused).toBe(2);
    await context.close();
  });

  test("a connection over which nothing arrives any more is not called live, and the list is read again on return", async () => {
    const network = await startNetwork(() => site.url);
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${network.url}/outbox`);
    await site.signIn(page, "reader");
    await page.getByText("Live", { exact: true }).waitFor();
    network.goDead();
    await site.api.sendMessage({ numbers: ["+15005550000"], message: "While the laptop slept" });
    // Two heartbeats of the service did not arrive.
    await page.clock.fastForward(36_000);
    await page.getByText("Reconnecting…").waitFor();
    expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
    network.mend();
    await page.clock.fastForward(36_000);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "While the laptop slept" }).waitFor();
    await context.close();
    await network.close();
  });

  test("without a network it says so within seconds, and is back as soon as the network is", async () => {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`${site.url}/outbox`);
    await site.signIn(page, "reader");
    await page.getByText("Live", { exact: true }).waitFor();
    await context.setOffline(true);
    await page.getByText("Reconnecting…").waitFor();
    await page.setViewportSize(phone);
    const cut = "document.querySelector('header').scrollWidth - document.querySelector('header').clientWidth";
    expect(await page.evaluate(cut)).toBe(0);
    await site.api.sendMessage({ numbers: ["+15005550000"], message: "In the tunnel" });
    await context.setOffline(false);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "In the tunnel" }).waitFor();
    await context.close();
  });
});
