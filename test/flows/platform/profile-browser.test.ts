import { existsSync } from "node:fs";

import { serve } from "@hono/node-server";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";

import { freshDatabase } from "../../support/database/database.ts";
import { basic, openPeople } from "../../support/people/people.ts";

const browser = "/usr/bin/chromium";
const present = existsSync(browser);
if (!present) process.stderr.write("skipped: the profile page in a browser needs Debian's package chromium\n");

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

test.skipIf(!present)(
  "in a real browser, without scripts, one signs in, makes and revokes a password, signs out",
  async () => {
    const db = await freshDatabase();
    const site = await openPeople(db);
    await site.house.ensureAdministrator();
    await site.userWith("visitor", ["svc_sendsms"]);
    const server = serve({ fetch: (request) => site.app.fetch(request, {}), hostname: "127.0.0.1", port: 0 });
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const chrome = await chromium.launch({ executablePath: browser, args: flags });
    try {
      const context = await chrome.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 700 } });
      const tab = await context.newPage();
      const refusals: string[] = [];
      tab.on("console", (line) => refusals.push(line.text()));
      await tab.goto(`http://127.0.0.1:${port}/profile`);
      await tab.getByLabel("User name or e-mail").fill("visitor");
      await tab.getByLabel("Password", { exact: true }).fill("correct horse battery");
      await tab.getByRole("button", { name: "Sign in" }).click();
      await tab.getByRole("heading", { name: "visitor" }).waitFor();

      await tab.getByLabel("New one for").fill("Shop");
      await tab.getByRole("button", { name: "Create" }).click();
      const password = await tab.locator(".secret").innerText();
      const call = () => site.call("GET", "/users/me", { auth: basic("visitor", password) });
      expect((await call()).status).toBe(200);
      // Nothing is wider than a telephone, and the policy refused nothing that the page brought.
      const width = await tab.locator("html").evaluate((page) => page.scrollWidth);
      expect(width).toBeLessThanOrEqual(360);

      await tab.getByRole("button", { name: "Revoke Shop" }).click();
      await tab.getByText("Revoked.").waitFor();
      expect((await call()).status).toBe(401);
      await tab.getByRole("button", { name: "Sign out" }).click();
      await tab.getByText("You are signed out.").waitFor();
      await tab.goto(`http://127.0.0.1:${port}/profile`);
      expect(new URL(tab.url()).pathname).toBe("/profile/sign-in");
      expect(refusals).toEqual([]);
    } finally {
      await chrome.close();
      await new Promise((resolve) => server.close(resolve));
      await db.drop();
    }
  },
  60_000,
);
