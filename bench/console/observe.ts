import type { BrowserContext, CDPSession, Page } from "playwright-core";

import { until } from "../lib/harness.ts";

/** Runs before anything else in each document. */
const OBSERVE = `
  window.measured = { paint: null, interactions: [] };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) measured.paint = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) measured.interactions.push(duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });`;

/** A phone of the middle range on a slow mobile network, as Lighthouse simulates it. */
const SLOW = { cpu: 4, latency: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 };

export type Watched = { readonly page: Page; readonly devtools: CDPSession };

/** A page that times its largest paint and what follows each press. */
export async function watchedPage(context: BrowserContext, throttled: boolean): Promise<Watched> {
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  if (throttled) {
    const { cpu: rate, latency, bytesPerSecond } = SLOW;
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  return { page, devtools };
}

/** Milliseconds from the navigation to the largest paint of the complete page. */
export async function paintOf(page: Page): Promise<number> {
  const complete =
    "Boolean(document.querySelector('h1') && !document.querySelector('#screen [class*=skeleton]') && measured.paint !== null)";
  await until(() => page.evaluate<boolean>(complete), { what: `a complete ${page.url()}`, patienceMs: 60_000 });
  // The last paint is reported after it.
  await page.waitForTimeout(500);
  return page.evaluate<number>("measured.paint");
}

/**
 * The longest wait for a paint after one of these presses, milliseconds in steps of 8; those below 16 are not reported.
 */
export async function slowestOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate("measured.interactions.length = 0");
  await act();
  await page.waitForTimeout(500);
  return page.evaluate<number>("Math.max(0, ...measured.interactions)");
}
