import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  complaintsOf,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { type OpenConsole, openConsole } from "../../support/console/open-console.ts";
import { callService } from "../../support/service/service.ts";

let chrome: Browser;
let site: OpenConsole;

beforeAll(async () => {
  if (!browserPresent) return;
  [site, chrome] = await Promise.all([openConsole(), launchBrowser()]);
  await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_outbox"]);
}, 180_000);
afterAll(async () => {
  if (!browserPresent) return;
  await chrome.close();
  await site.close();
});

const call = async (path: string, body?: unknown) => (await callService(site.service, site.admin, path, body)).body;

async function opened(): Promise<{ page: Page; complaints: string[] }> {
  const page = await chrome.newPage({ viewport: desktop, reducedMotion: "reduce" });
  const complaints = await complaintsOf(page);
  await page.goto(`${site.url}/compose`);
  await site.signIn(page, "ada");
  await page.getByRole("heading", { name: "New message", level: 1 }).waitFor();
  return { page, complaints };
}

const to = (page: Page) => page.getByLabel("To: a group, a name or a number");
const text = (page: Page) => page.getByLabel("Text", { exact: true });

async function textsTo(number: string): Promise<string[]> {
  const { data } = await call(`/sandbox/messages?to=${encodeURIComponent(number)}`);
  return data.items.map(({ body }: { body: string }) => body);
}

describe.skipIf(!browserPresent)("compose", () => {
  test("a message whose reply is lost is sent once when it is tried again", async () => {
    const { page } = await opened();
    await to(page).fill("+49 151 1234 5678,");
    await text(page).fill("Once only.");
    await page.getByRole("button", { name: "Check 1 text" }).click();
    let lost = false;
    await page.route("**/svc/v1/send", async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      return route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
    const again = page.getByRole("button", { name: "Try again" });
    const done = page.getByRole("heading", { name: "1 text is leaving" });
    await again.or(done).waitFor();
    if (await again.isVisible()) await again.click();
    await done.waitFor();
    expect(lost).toBe(true);
    await expect.poll(() => textsTo("+4915112345678")).toEqual(["Once only."]);
    expect((await call("/outbox")).data.items).toHaveLength(1);
    await page.close();
  });

  test("the character that costs is replaced in one click, and bad numbers are named and left out", async () => {
    const { page, complaints } = await opened();
    await to(page).fill("+4915112345679,");
    await to(page).fill("no number,");
    await text(page).fill(`It’s on. ${"x".repeat(80)}`);
    await page.getByText("1 entry is not a phone number").waitFor();
    await page.getByRole("button", { name: "Use ' instead" }).click();
    expect(await text(page).inputValue()).toContain("It's on.");
    await page.getByRole("button", { name: "Check 1 text" }).waitFor();
    // The draft outlives the page.
    await page.reload();
    await page.getByText("Your draft from before").waitFor();
    expect(await text(page).inputValue()).toContain("It's on.");
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("hostile names are inert, and nothing is serious or too wide in any layout", async () => {
    const name = `<img src=x onerror=alert(1)> \u202E${"w".repeat(180)}`;
    await call("/groups", { name });
    const { page, complaints } = await opened();
    await to(page).fill("<img");
    await page.getByRole("option").first().waitFor();
    expect(await accessibilityIssues(page)).toEqual([]);
    await to(page).press("Enter");
    await to(page).fill("+4915112345680,");
    await text(page).fill(`Hi {{first_name | there}} ’ ${"w".repeat(400)}`);
    await page.getByRole("button", { name: "Check 1 text" }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      for (const size of [desktop, phone]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(size);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
    }
    await page.getByRole("button", { name: "Check 1 text" }).click();
    await page.getByRole("button", { name: "Send 1 text", exact: true }).waitFor();
    expect(await accessibilityIssues(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
