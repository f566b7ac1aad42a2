import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createClient, type Client } from "../../../packages/client/src/index.ts";
import { browserPresent, complaintsOf, desktop, launchBrowser } from "../../support/console/browser.ts";
import { buildConsole } from "../../support/console/built.ts";
import { webPassword } from "../../support/console/open-console.ts";
import { createDatabase } from "../../support/database/database.ts";
import { loadSubscribers } from "../../support/people/subscribers.ts";
import { startNetwork } from "../../support/service/cut-network.ts";
import { startProvider, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

const PEOPLE = 50_000;
/** On a machine where it takes a minute alone. */
const PATIENCE_MS = 900_000;

describe.skipIf(!browserPresent)("a campaign that is watched from its start to its end", () => {
  let folder: string;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let settings: Record<string, string>;
  let service: ServiceProcess;
  /** Its address stays the same when the service starts again. */
  let network: Awaited<ReturnType<typeof startNetwork>>;
  let browser: Browser;
  let api: Client;
  let group: number;
  beforeAll(async () => {
    await buildConsole();
    folder = await mkdtemp(join(tmpdir(), "tidings-watch-"));
    const database = await createDatabase();
    provider = await startProvider(5);
    settings = {
      DATABASE_URL: database.url,
      TIDINGS_DATA: folder,
      TIDINGS_GATEWAY: provider.dsn(),
    };
    service = await startServiceProcess(settings);
    network = await startNetwork(() => service.url);
    const { user, password } = service.admin!;
    api = createClient({ url: network.url, user, applicationPassword: password });
    await api.createRole({ name: "watcher", label: "Watcher", capabilities: ["svc_sendsms", "svc_outbox"] });
    await api.createUser({
      username: "ada",
      name: "Ada",
      email: "ada@example.com",
      password: webPassword,
      roles: ["watcher"],
    });
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    group = await loadSubscribers(pool, "Everybody", PEOPLE);
    await pool.end();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await network?.close();
    await service?.kill("SIGTERM");
    await provider?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const counts = async (page: Page): Promise<Readonly<Record<string, number>>> => {
    const parts = await page.locator("a[data-part]").all();
    const read = parts.map(async (part) => {
      const shown = await part.locator("strong").innerText();
      return [await part.getAttribute("data-part"), Number(shown.replaceAll(",", ""))] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  };
  const reaches = (page: Page, sent: number) =>
    expect.poll(async () => (await counts(page))["sent"], { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(sent);

  test(
    "the page goes on by itself after a restart of the service and a cut of the network, and shows what the gateway counted",
    { timeout: PATIENCE_MS },
    async () => {
      const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
      const page = await context.newPage();
      const complaints = await complaintsOf(page);
      await page.goto(`${network.url}/messages`);
      await page.getByLabel("User name or e-mail").fill("ada");
      await page.getByLabel("Password", { exact: true }).fill(webPassword);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: "Messages" }).waitFor();

      await api.sendMessage({ group_ids: [group], message: "The sale begins on Friday." });
      await page.getByRole("link", { name: "The sale begins on Friday." }).click();
      await page.getByRole("heading", { name: "The sale begins on Friday." }).waitFor();
      await page.evaluate("window.isSamePage = true");
      await reaches(page, 2_000);

      await service.kill("SIGTERM");
      const stopped = provider.seen.length;
      service = await startServiceProcess(settings);
      await reaches(page, stopped + 1_000);

      network.cut();
      // What arrived before the cut may be shown a moment later.
      await provider.reached(provider.seen.length + 1_000);
      const cut = (await counts(page))["sent"]!;
      await provider.reached(provider.seen.length + 1_000);
      expect((await counts(page))["sent"]).toBe(cut);
      network.mend();
      await reaches(page, cut + 2_000);

      await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: PATIENCE_MS });
      expect(new Set(provider.seen).size).toBe(PEOPLE);
      expect(provider.seen.length).toBe(PEOPLE);
      await expect.poll(() => counts(page)).toEqual({ delivered: 0, sent: PEOPLE, unknown: 0, failed: 0, pending: 0 });
      await page.getByText("50,000 of 50,000 people.").waitFor();
      expect(await page.evaluate("window.isSamePage")).toBe(true);
      // The browser reports each call that the story cut.
      expect(complaints.filter((complaint) => !/ERR_|Failed to load/.test(complaint))).toEqual([]);
      await context.close();
    },
  );
});
