import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, complaintsOf, desktop, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";

describe.skipIf(!browserPresent)("what the console asks for while it is loading", () => {
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

  /** Holds the application back until this has been asked for. */
  async function holdUntil(page: Page, isAsked: (asked: readonly string[]) => boolean): Promise<readonly string[]> {
    const asked: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    page.on("request", (request) => {
      asked.push(new URL(request.url()).pathname);
      if (isAsked(asked)) resolve();
    });
    await page.route("**/console-assets/application-*.js", async (route) => {
      await promise;
      await route.continue();
    });
    return asked;
  }

  test("is who is signed in, once, and the code of the screen", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const page = await context.newPage();
    const complaints = await complaintsOf(page);
    await page.goto(`${site.url}/outbox`);
    await site.signIn(page, "reader");
    await page.getByRole("heading", { name: "Outbox" }).waitFor();

    const isOfScreen = (path: string): boolean => /console-assets\/c[\w-]+\.js$/.test(path);
    const asked = await holdUntil(page, (all) => all.includes("/svc/v1/session") && all.some(isOfScreen));
    await page.reload();
    await page.getByRole("heading", { name: "Outbox" }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    // With the stream open, what may have changed meanwhile is asked for again.
    const before = asked.slice(asked.indexOf("/before-paint.js"), asked.indexOf("/svc/v1/events"));
    expect(before.filter((path) => path.startsWith("/svc/"))).toEqual(["/svc/v1/session", "/svc/v1/outbox"]);
    expect(before.filter(isOfScreen)).toEqual([...new Set(before.filter(isOfScreen))]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("is nothing that is used too late: whoever waits before signing in is asked for again", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const page = await context.newPage();
    await page.clock.install();
    let asked = 0;
    page.on("request", (request) => (asked += request.url().endsWith("/svc/v1/session") ? 1 : 0));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/console-assets/application-*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}/outbox`, { waitUntil: "commit" });
    await expect.poll(() => asked).toBe(1);
    await page.clock.fastForward(11_000);
    release();
    await page.getByLabel("User name or e-mail").waitFor();
    expect(asked).toBe(2);
    await context.close();
  });
});
