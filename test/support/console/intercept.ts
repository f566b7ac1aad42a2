import type { APIResponse, Page, Route } from "playwright-core";

type Path = Parameters<Page["route"]>[0];
type Handler = Parameters<Page["route"]>[1];

/** A file without side effects that every version of the service serves. */
const PROBE = "/before-paint.js";

/**
 * Routes requests of a page that is already loaded. The browser tells the page's process of it and does not wait for
 * it: a request that was sent meanwhile went past the route, unseen. Here it is in effect when the promise resolves.
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

/**
 * The service's answer to a request that was intercepted. A connection may have been closed meanwhile because it was
 * idle; with an error the page would wait for its request until that times out.
 */
export const answerTo = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 2 });

/** From now on requests arrive, and responses are lost. */
export const loseReplies = (page: Page, path: Path): Promise<void> =>
  intercept(page, path, async (route) => {
    await answerTo(route);
    await route.abort("connectionreset");
  });
