import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { complaintsOf, desktop } from "./browser.ts";

/** A page of a profile without cookies and stored data, and the browser's complaints about it. */
export type PooledPage = {
  readonly page: Page;
  /** Empty at first. */
  readonly complaints: string[];
  /** Call it after a story that passed: another story may then use the page. Otherwise its profile is closed. */
  release(): Promise<void>;
};

/** Shown between stories. From about:blank the browser enters the console, which isolates itself, in a new process. */
const PLAIN_FILE = "/before-paint.js";

/** Undo is offered for eight seconds, and a busy machine may take longer to press it. */
const LASTING_UNDO = `{
  const { setTimeout } = window;
  window.setTimeout = (run, after, ...given) => setTimeout(run, after === 8_000 ? 40_000 : after, ...given);
}`;

const pools = new WeakMap<Browser, Map<string, PooledPage>>();

/**
 * The page of a fresh profile, or of one that an earlier story has left: the programs of the console are compiled and
 * its renderer is there. A visit took the browser 0.6 s of CPU in place of 1.2, beside other work.
 */
export async function takePage(browser: Browser, options: BrowserContextOptions): Promise<PooledPage> {
  const { viewport = desktop, colorScheme = "light", reducedMotion = "reduce", ...fixed } = options;
  const key = JSON.stringify(fixed);
  const left = pools.get(browser)?.get(key);
  pools.get(browser)?.delete(key);
  const pooled = left ?? (await freshPage(browser, fixed, key));
  await pooled.page.setViewportSize(viewport ?? desktop);
  await pooled.page.emulateMedia({ colorScheme, reducedMotion });
  return pooled;
}

/** @param fixed what cannot be changed later */
async function freshPage(browser: Browser, fixed: BrowserContextOptions, key: string): Promise<PooledPage> {
  const context = await browser.newContext(fixed);
  const page = await context.newPage();
  await page.addInitScript(LASTING_UNDO);
  const complaints = await complaintsOf(page);
  const storage = await context.newCDPSession(page);
  const pooled: PooledPage = {
    page,
    complaints,
    async release() {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      for (const event of ["request", "response", "dialog"] as const) page.removeAllListeners(event);
      await context.setOffline(false);
      const { origin } = new URL(page.url());
      await page.evaluate("sessionStorage.clear()");
      await page.goto(`${origin}${PLAIN_FILE}`);
      // Only now: a page may still store a draft while it is left.
      await storage.send("Storage.clearDataForOrigin", { origin, storageTypes: "cookies,local_storage" });
      complaints.length = 0;
      if (!pools.has(browser)) pools.set(browser, new Map());
      pools.get(browser)!.set(key, pooled);
    },
  };
  return pooled;
}
