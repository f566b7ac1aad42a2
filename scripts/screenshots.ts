import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Browser } from "playwright-core";

import { createClient } from "../packages/client/src/index.ts";
import { desktop, startBrowser, phone } from "../test/support/console/browser.ts";
import { main } from "../test/support/service/main.ts";
import { startServiceProcess } from "../test/support/service/service.ts";
import { inAllLanguages, screensOf, type Screen } from "./screenshots/screens.ts";

/**
 * `npm run screenshots [NAME…]`: takes pictures of every screen of the console, or of the named ones, in light, dark and
 * on a phone, and of the main ones also in German and in Persian, into docs/images/. The service runs on demo data of its own:
 * 20,000 people and 100,000 entries of the log. Their names need fonts of all scripts; on Debian: fonts-noto-core,
 * fonts-noto-cjk, fonts-noto-color-emoji.
 */
const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));
const looks = [
  { name: "light", colorScheme: "light", viewport: desktop, locale: "en-GB", screens: null },
  { name: "dark", colorScheme: "dark", viewport: desktop, locale: "en-GB", screens: null },
  { name: "phone", colorScheme: "light", viewport: phone, locale: "en-GB", screens: null },
  { name: "german", colorScheme: "light", viewport: desktop, locale: "de-DE", screens: inAllLanguages },
  { name: "persian", colorScheme: "light", viewport: desktop, locale: "fa-IR", screens: inAllLanguages },
] as const;
const password = "correct horse battery staple";

const data = await mkdtemp(join(tmpdir(), "tidings-screenshots-"));
const settings = { TIDINGS_DATA: data, TIDINGS_COUNTRY: "GB", TIDINGS_PUBLIC_URL: "https://sms.example.com" };
const service = await startServiceProcess(settings);
try {
  const run = promisify(execFile);
  const tidings = (...args: string[]) =>
    run(process.execPath, [main, ...args], {
      env: { ...process.env, ...settings, TIDINGS_LISTEN: new URL(service.url).host },
    });
  await tidings("license", "issue");
  const { stdout } = await tidings("demo", "--people", "20000", "--messages", "100000");
  console.log(stdout);
  const { user, password: key } = service.admin!;
  const api = createClient({ url: service.url, user, applicationPassword: key });
  const name = "Maya Lindgren";
  await api.createUser({ username: "maya", name, email: "maya@example.com", password, roles: ["administrator"] });
  await mkdir(folder, { recursive: true });
  const wanted = process.argv.slice(2);
  const screens = (await screensOf(api)).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const browser = await startBrowser();
  for (const look of looks) await takeAll(browser, look, screens);
  await browser.close();
} finally {
  await service.kill("SIGTERM");
  await rm(data, { recursive: true, force: true });
}

async function takeAll(browser: Browser, look: (typeof looks)[number], screens: readonly Screen[]): Promise<void> {
  const { name: lookName, viewport, colorScheme, locale } = look;
  const timezoneId = "Europe/London";
  const touched = viewport === phone;
  const device = { viewport, hasTouch: touched, isMobile: touched };
  const context = await browser.newContext({ ...device, colorScheme, reducedMotion: "reduce", locale, timezoneId });
  const page = await context.newPage();
  await page.goto(`${service.url}/account`);
  await page.locator("input[autocomplete^=username]").fill("maya");
  await page.locator("input[type=password]").fill(password);
  await page.locator("button[type=submit]").click();
  await page.locator("#screen h1").waitFor();
  for (const { name, path, ready } of screens) {
    if (look.screens?.has(name) === false) continue;
    await page.goto(service.url + path);
    await page.locator("#screen h1").first().waitFor();
    await ready?.(page);
    await page.waitForLoadState("load");
    // At most ten seconds, because the page of components always shows skeletons.
    const skeletons = page.locator("#screen [class*=skeleton]");
    for (let looks = 0; looks < 100 && (await skeletons.count()) > 0; looks += 1) await page.waitForTimeout(100);
    // Until animations have ended and a campaign has its first rate.
    await page.waitForTimeout(1_500);
    const file = join(folder, `${name}-${lookName}.jpg`);
    await page.screenshot({ path: file, type: "jpeg", quality: 72 });
    console.log(`Written: docs/images/${name}-${lookName}.jpg`);
  }
  await context.close();
}
