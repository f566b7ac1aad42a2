import { serve } from "@hono/node-server";
import type { Browser, Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { freshDatabase } from "../../support/database/database.ts";
import { basic, openPeople, type OpenPeople } from "../../support/people/people.ts";

async function withBrowser(work: (fixture: { chrome: Browser; site: OpenPeople; url: string }) => Promise<void>) {
  const db = await freshDatabase();
  const site = await openPeople(db);
  await site.service.ensureAdministrator();
  await site.userWith("visitor", ["svc_sendsms"]);
  const server = serve({ fetch: (request) => site.app.fetch(request, {}), hostname: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const chrome = await launchBrowser();
  try {
    await work({ chrome, site, url: `http://127.0.0.1:${port}` });
  } finally {
    await chrome.close();
    await new Promise((resolve) => server.close(resolve));
    await db.drop();
  }
}

/** What the browser complains about: what its policy blocks, what is not found. */
function complaintsOf(tab: Page): string[] {
  const complaints: string[] = [];
  tab.on("console", (line) => complaints.push(line.text()));
  tab.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

async function signIn(tab: Page, url: string, password = "correct horse battery") {
  await tab.goto(`${url}/profile`);
  await tab.getByLabel("User name or e-mail").fill("visitor");
  await tab.getByLabel("Password", { exact: true }).fill(password);
  await tab.getByRole("button", { name: "Sign in" }).click();
}

async function create(tab: Page, name: string): Promise<string> {
  await tab.getByLabel("New one for").fill(name);
  await tab.getByRole("button", { name: "Create" }).click();
  return tab.locator(".secret").innerText();
}

describe.skipIf(!browserPresent)("in a real browser", () => {
  test(
    "without scripts a user signs in, creates and revokes a password, signs out",
    () =>
      withBrowser(async ({ chrome, site, url }) => {
        const context = await chrome.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 700 } });
        const tab = await context.newPage();
        const complaints = complaintsOf(tab);
        await signIn(tab, url);
        await tab.getByRole("heading", { name: "visitor" }).waitFor();

        const password = await create(tab, "Shop");
        expect(await tab.getByRole("button", { name: "Copy" }).isVisible()).toBe(false);
        const call = () => site.call("GET", "/users/me", { auth: basic("visitor", password) });
        expect((await call()).status).toBe(200);
        // Nothing is wider than a phone, and the policy blocked nothing that the page loads.
        const width = await tab.locator("html").evaluate((page) => page.scrollWidth);
        expect(width).toBeLessThanOrEqual(360);

        await tab.getByRole("link", { name: "Revoke Shop" }).click();
        await tab.getByRole("link", { name: "Keep" }).click();
        expect((await call()).status).toBe(200);
        await tab.getByRole("link", { name: "Revoke Shop" }).click();
        await tab.getByRole("button", { name: "Revoke" }).click();
        await tab.getByRole("status").getByText("Revoked.").waitFor();
        expect((await call()).status).toBe(401);
        await tab.getByRole("button", { name: "Undo: restore Shop" }).click();
        await tab.getByRole("status").getByText("Restored.").waitFor();
        expect((await call()).status).toBe(200);
        await tab.getByRole("button", { name: "Sign out" }).click();
        await tab.getByText("You are signed out.").waitFor();
        await tab.goto(`${url}/profile`);
        expect(new URL(tab.url()).pathname).toBe("/profile/sign-in");
        expect(complaints).toEqual([]);
      }),
    60_000,
  );

  test(
    "with our script a new password is copied, shown once, and times are in the reader's zone",
    () =>
      withBrowser(async ({ chrome, site, url }) => {
        const context = await chrome.newContext({ timezoneId: "Asia/Tokyo", locale: "en-GB" });
        await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
        const tab = await context.newPage();
        const complaints = complaintsOf(tab);
        await signIn(tab, url);
        const password = await create(tab, "Shop");
        await tab.getByRole("button", { name: "Copy" }).click();
        await tab.getByText("Copied.").waitFor();
        expect(await tab.evaluate<string>("navigator.clipboard.readText()")).toBe(password);
        expect(tab.url()).toBe(`${url}/profile?done=made`);

        const [time] = await tab.locator("time").all();
        const at = new Date((await time!.getAttribute("datetime"))!);
        const format = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const;
        const shown = new Intl.DateTimeFormat("en-GB", format).format(at);
        expect((await time!.innerText()).replaceAll("\u202f", " ")).toBe(shown.replaceAll("\u202f", " "));
        expect(await time!.getAttribute("title")).toBe(`${at.toISOString().slice(0, 19).replace("T", " ")} UTC`);

        // A reload, and going back, create no second one and do not show the first again.
        await tab.reload();
        await tab.getByRole("heading", { name: "visitor" }).waitFor();
        expect(await tab.locator(".secret").count()).toBe(0);
        const user = (await site.service.userCalled("visitor"))!;
        expect(await site.service.applicationPasswords(site.service.operator, user.id)).toHaveLength(2);
        expect(complaints).toEqual([]);
      }),
    60_000,
  );

  test(
    "after a wrong password the focus is on the password field",
    () =>
      withBrowser(async ({ chrome, url }) => {
        const tab = await (await chrome.newContext()).newPage();
        await signIn(tab, url, "wrong password");
        await tab.getByText("User name or password is wrong.").waitFor();
        expect(await tab.evaluate<string>("document.activeElement.id")).toBe("password");
        await tab.keyboard.type("correct horse battery");
        await tab.keyboard.press("Enter");
        await tab.getByRole("heading", { name: "visitor" }).waitFor();
      }),
    60_000,
  );

  test.each(["light", "dark"] as const)(
    "links are readable on a %s screen, visited or not",
    (colorScheme) =>
      withBrowser(async ({ chrome, url }) => {
        const tab = await (await chrome.newContext({ colorScheme })).newPage();
        const complaints = complaintsOf(tab);
        await tab.goto(`${url}/profile/sign-in`);
        const colours = await tab.evaluate<[string, string]>(
          "[getComputedStyle(document.links[0]).color, getComputedStyle(document.body).backgroundColor]",
        );
        // WCAG 2.2, 1.4.3.
        expect(contrast(...colours)).toBeGreaterThan(4.5);
        const answer = await tab.goto(`${url}/nowhere`);
        expect(answer!.status()).toBe(404);
        await tab.getByRole("heading", { name: "There is no page here" }).waitFor();
        expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      }),
    60_000,
  );
});

/** Of two colors as `rgb(1, 2, 3)`. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number => {
    const [r, g, b] = colour.match(/[\d.]+/g)!.map((text) => {
      const part = Number(text) / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}
