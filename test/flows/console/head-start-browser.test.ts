import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, complaintsOf, desktop, launchBrowser, phone } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";

const isApi = (path: string): boolean => path.startsWith("/svc/");

describe.skipIf(!browserPresent)("what the console asks for while it is loading", () => {
  let site: OpenConsole;
  let browser: Browser;
  /** Signed in, and used by one test after another. */
  let first: Page;
  const things = new Map<string, string>();
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("reader", ["svc_outbox"]);
    await site.userWith("chief", ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting"]);
    const { subscriber } = await site.api.subscribe({ name: "Ana", mobile: "+4915112340001", double_opt_in: false });
    const { message_id: message } = await site.api.sendMessage({ numbers: ["+15005550006"], message: "Hello" });
    things.set("a message", `/messages/${message}`).set("a subscriber", `/subscribers/${subscriber.id}`);
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: desktop });
    first = await context.newPage();
    await first.goto(`${site.url}/templates`);
    await site.signIn(first, "chief");
    await first.getByText("Live", { exact: true }).first().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /**
   * Holds the application back until this has been asked for.
   *
   * @returns what is asked for, from the first script of the last page that was opened
   */
  async function holdUntil(page: Page, isAsked: (asked: readonly string[]) => boolean): Promise<string[]> {
    const asked: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    page.on("request", (request) => {
      const path = new URL(request.url()).pathname;
      // The screen before is still there until then, and its shell reads the gateways for the sandbox phone.
      if (path.includes("before-paint")) asked.splice(0);
      asked.push(path);
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
    const before = asked.slice(0, asked.indexOf("/svc/v1/events"));
    expect(before.filter(isApi).slice(0, 2)).toEqual(["/svc/v1/session", "/svc/v1/outbox"]);
    expect(before.filter(isApi)).toEqual([...new Set(before.filter(isApi))]);
    expect(before.filter(isOfScreen)).toEqual([...new Set(before.filter(isOfScreen))]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  const signInFiles = (page: Page) =>
    page.evaluate<string[]>(`(/(?:^|;)sign-in=([^;]*)/.exec(document.querySelector("meta[name=screens]").content)[1])
      .split(" ").map((file) => "/console-assets/" + file).slice(0, 1)`);

  test("is the sign-in for visitors who are not signed in, even if a user was before, and for nobody else", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const page = await context.newPage();
    await page.goto(`${site.url}/outbox`);
    const [file] = await signInFiles(page);
    const asked = await holdUntil(page, (all) => all.includes(file!));
    await page.reload();
    await site.signIn(page, "reader");
    await page.getByRole("heading", { name: "Outbox" }).waitFor();
    asked.splice(0);
    await page.unroute("**/console-assets/application-*.js");
    await page.reload();
    await page.getByRole("heading", { name: "Outbox" }).waitFor();
    expect(asked).not.toContain(file);
    await context.clearCookies();
    const again = await holdUntil(page, (all) => all.includes(file!));
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(again).toContain(file);
    await context.close();
  });

  test("is not used too late: if the application takes long to load, the session is read again", async () => {
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

  test.each([
    ["/overview", "/svc/v1/stats"],
    ["/messages", "/svc/v1/messages"],
    ["/schedules", "/svc/v1/schedules"],
    ["/templates", "/svc/v1/templates"],
    ["/outbox", "/svc/v1/outbox"],
    ["/inbox", "/svc/v1/inbox/threads"],
    ["/subscribers", "/svc/v1/subscribers"],
    ["/groups", "/svc/v1/groups"],
    ["/gateways", "/svc/v1/gateways"],
    ["a message", "/svc/v1/messages/"],
    ["a subscriber", "/svc/v1/subscribers/"],
  ])("is what %s reads first, once", async (screen, read) => {
    const path = things.get(screen) ?? screen;
    const asked = await holdUntil(first, (all) => all.some((one) => one.startsWith(read)));
    await first.goto(`${site.url}${path}`);
    await first.getByText("Live", { exact: true }).first().waitFor();
    const reads = asked.slice(0, asked.indexOf("/svc/v1/events")).filter((one) => one.startsWith(read));
    expect(reads).toEqual([...new Set(reads)]);
    await first.unrouteAll();
  });

  test.each([
    ["they may not see the screen", "reader", "/subscribers", "/svc/v1/subscribers"],
    ["a filter in the address asks for another list", "chief", "/outbox?q=Ana", "/svc/v1/outbox?per_page=100"],
  ])("is nothing of the screen where %s", (_, username, path, read) =>
    visit(site, browser, username, "/templates", async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url().slice(site.url.length)));
      await page.goto(`${site.url}${path}`);
      await page.getByText("Live", { exact: true }).waitFor();
      expect(asked.filter((one) => one.startsWith(read))).toEqual([]);
    }),
  );

  test("is read again where another tab's stream began before it was asked for", () =>
    visit(site, browser, "reader", "/outbox", async (page) => {
      await page.getByText("Live", { exact: true }).waitFor();
      const second = await page.context().newPage();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const isAsked = second.waitForResponse((response) => response.url().includes("/svc/v1/outbox"));
      await second.route("**/console-assets/application-*.js", async (route) => {
        await held;
        await route.continue();
      });
      // The early reads have long arrived when the first tab announces since when it listens.
      await second.addInitScript(`{
        const { postMessage } = BroadcastChannel.prototype;
        BroadcastChannel.prototype.postMessage = function (data) {
          setTimeout(() => postMessage.call(this, data), 1_000);
        };
      }`);
      await second.goto(`${site.url}/outbox`, { waitUntil: "commit" });
      await isAsked;
      // The second tab does not listen yet, and receives none of the changes.
      await site.api.sendMessage({ numbers: ["+4915112340009"], message: "Between the reading and the listening" });
      const row = page.getByRole("row").filter({ hasText: "Between the reading and the listening" });
      await row.getByText("Delivered").waitFor();
      release();
      await second.getByText("Between the reading and the listening").first().waitFor();
    }));

  test("is there in the first rendering, and nothing takes its place before", async () => {
    const page = await first.context().newPage();
    // The rows of a list that is on its way, and the place of everything else.
    await page.addInitScript(`{
      window.placeholders = 0;
      new MutationObserver(() => {
        placeholders += document.querySelectorAll("#screen [class*=rowPlaceholder], #screen [class*=skeleton]").length;
      }).observe(document, { subtree: true, childList: true });
    }`);
    await page.route("**/console-assets/application-*.js", async (route) => {
      await read;
      await route.continue();
    });
    const read = page.waitForResponse((response) => response.url().includes("/svc/v1/messages?"));
    await page.goto(`${site.url}/messages`);
    await page.getByRole("row").filter({ hasText: "Hello" }).waitFor();
    expect(await page.evaluate("placeholders")).toBe(0);
    await page.close();
  });

  test("is nothing of the screen when the session has ended meanwhile", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const page = await context.newPage();
    const complaints = await complaintsOf(page);
    // The choices of a filter are the last thing that the screen asks for.
    const last = page.waitForResponse(/\/svc\/v1\/stats/);
    await page.goto(`${site.url}/outbox`);
    await site.signIn(page, "reader");
    await page.getByText("Live", { exact: true }).waitFor();
    await last;
    // The live stream still reports what was sent, and the screen would read that without a session.
    await page.goto("about:blank");
    await context.clearCookies();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.url}/outbox`);
    await page.getByLabel("User name or e-mail").waitFor();
    expect(asked.filter(isApi)).toEqual(["/svc/v1/session"]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("shows the frame of the screens meanwhile, to a user who was signed in here before", async () => {
    const context = await browser.newContext({ viewport: phone, reducedMotion: "reduce" });
    const page = await context.newPage();
    let release = (): void => undefined;
    const hold = async (): Promise<void> => {
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route("**/console-assets/application-*.js", async (route) => {
        await held;
        await route.continue();
      });
    };
    await hold();
    await page.goto(`${site.url}/outbox`, { waitUntil: "commit" });
    await page.locator(".frame").waitFor({ state: "attached" });
    expect(await page.locator(".frame").isVisible()).toBe(false);
    release();
    await site.signIn(page, "reader");
    await page.getByText("Live", { exact: true }).waitFor();
    await page.unroute("**/console-assets/application-*.js");
    await hold();
    await page.goto(`${site.url}/outbox`, { waitUntil: "commit" });
    await page.locator(".frame").waitFor();
    release();
    await page.getByRole("heading", { name: "Outbox" }).waitFor();
    expect(await page.locator(".frame").count()).toBe(0);
    await context.close();
  });
});
