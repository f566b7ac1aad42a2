import type { Page } from "playwright-core";

type Path = Parameters<Page["route"]>[0];
type Handler = Parameters<Page["route"]>[1];

/** Never changes anything and is never missing, whoever answers. */
const PROBE = "/before-paint.js";

/**
 * Routes requests of a page that is already loaded. The browser tells the page's process of it and does not wait for it:
 * a request that was sent meanwhile went past the route, unseen. Here it is in effect when the promise resolves.
 */
export async function intercept(page: Page, path: Path, handler: Handler): Promise<void> {
  await page.route(path, handler);
  let seen = false;
  await page.route(`**${PROBE}`, async (route) => {
    seen = true;
    await route.continue();
  });
  while (!seen) await page.evaluate(`fetch("${PROBE}", { cache: "no-store" }).then((answer) => answer.text())`);
  await page.unroute(`**${PROBE}`);
}
