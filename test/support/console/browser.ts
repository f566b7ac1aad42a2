import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

/** The headless browser took 0.6 of the time of the full one, which works too. */
const executable = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
export const browserPresent = executable !== undefined;
if (!browserPresent) process.stderr.write("skipped: what needs a browser, Debian's chromium-headless-shell\n");

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
/** Each scheme and each width once: contrast does not depend on the width, nor the layout on the scheme. */
export const looks = [
  { colorScheme: "light", viewport: desktop },
  { colorScheme: "dark", viewport: phone },
] as const;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
  "--disable-background-networking",
  "--disable-component-update",
];

/**
 * One thread to draw and one for a page's scripts, where many programs share few processors: five visits took the
 * browser 6.7 s of CPU in place of 8.0. Without threads for compositing, clicks never returned.
 */
const FEW_THREADS = ["--num-raster-threads=1", "--js-flags=--single-threaded"];

/** A browser that ends with `close`: for programs, which would go on with the one of {@link launchBrowser}. */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  if (executable === undefined) throw new Error("No browser: apt-get install chromium-headless-shell");
  return chromium.launch({ executablePath: executable, args: [...FLAGS, ...more] });
}

let started: Promise<Browser> | undefined;

/** In place of 30 s: a page that other work leaves a fiftieth of two cores was not there in time. */
const PATIENCE_MS = 60_000;

/**
 * The browser of this worker, started by the first file that needs one: a file sees no profile of another. `close`
 * closes the profiles that are open; the browser ends with the worker.
 */
export async function launchBrowser(): Promise<Browser> {
  const running = await started?.catch(() => null);
  if (!running?.isConnected()) started = startBrowser(FEW_THREADS);
  const browser = await started!;
  const close = async (): Promise<void> => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return Object.create(browser, { close: { value: close }, newContext: { value: newContext } }) as Browser;
}

/** The browser's errors, violations of the content security policy, and exceptions. Empty at the end of every test. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (line) => {
    if (line.type() !== "error" && line.type() !== "warning") return;
    // The console checks for a session with a call that returns 401 without one.
    if (/status of 401/.test(line.text()) && line.location().url.includes("/svc/v1/session")) return;
    complaints.push(`${line.text()} (${line.location().url})`);
  });
  await page.exposeFunction("reportViolation", (text: string) => complaints.push(text));
  await page.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    reportViolation("policy: " + event.violatedDirective + " " + event.blockedURI + " " + event.sample))`);
  return complaints;
}

let axe: string | undefined;
/** Its rules whose issues are not reported, which take a quarter of the time of a run. A rule has one impact. */
const OTHER_RULES = `Object.fromEntries(axe._audit.rules
  .filter(({ impact }) => impact === "minor" || impact === "moderate").map(({ id }) => [id, { enabled: false }]))`;

async function loadAxe(page: Page): Promise<void> {
  axe ??= await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Once for each document: reading the program takes as long as a run.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
}

/** What of the page is in no landmark: stepping from one to the next passes it by. */
export async function outsideLandmarks(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ["region"] }).then(({ violations }) =>
      violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 200))))`,
  );
}

/** Texts with less contrast than they need, as the page stands: {@link accessibilityIssues} waits for what is read. */
export async function contrastIssues(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ["color-contrast"] }).then(({ violations }) =>
      violations.flatMap(({ nodes }) => nodes.map(({ failureSummary }) => failureSummary)))`,
  );
}

/**
 * The serious and critical issues that axe finds in what the page shows now.
 *
 * @param within selector of the part that is ours; default: the whole page
 */
export async function accessibilityIssues(page: Page, within?: string): Promise<string[]> {
  await loadAxe(page);
  // After animations, and with what is being read: half-transparent text has less contrast.
  await page.locator("#screen [aria-busy=true]").first().waitFor({ state: "detached" });
  await page.evaluate(
    `Promise.all(document.getAnimations().map((one) =>
      // What is taken away before it has faded in is canceled.
      one.effect.getTiming().iterations === Infinity || one.finished.catch(() => {})))`,
  );
  const found = await page.evaluate<
    { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
  >(
    `axe.run(${within === undefined ? "document" : JSON.stringify(within)},
      { resultTypes: ['violations'], rules: ${OTHER_RULES} }).then((result) => result.violations)`,
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

/** How many pixels wider than the window the page is; 0 if it needs no horizontal scrolling. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>("Math.max(0, document.documentElement.scrollWidth - innerWidth)");
}
