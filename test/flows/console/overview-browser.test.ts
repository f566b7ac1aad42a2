import { execFile } from "node:child_process";
import { promisify } from "node:util";

import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { eventually } from "../../support/engine/engine.ts";
import { main } from "../../support/service/main.ts";
import { bareEnvironment } from "../../support/service/processes.ts";
import { startReceiver, type Receiver } from "../../support/webhooks/receiver.ts";

/**
 * Of the sandbox: rejected at once; accepted, and later reported as undelivered; trouble with the account; no answer.
 */
const [rejected, undelivered, stops, uncertain] = ["+15005550001", "+15005550002", "+15005550008", "+15005550007"];
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => `+49151123451${String(from + nth).padStart(2, "0")}`);
const hostile = `<img src=x onerror=alert(1)> \u202Egnp.exe \u{1F9E8}${"w".repeat(600)}`;

describe.skipIf(!browserPresent)("the overview of the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver((_call, response) => response.writeHead(500).end());
    [site, browser] = await Promise.all([openConsole({ TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" }), launchBrowser()]);
    await site.userWith("operator", ["svc_setting", "svc_outbox", "svc_sendsms"]);
    await site.userWith("keeper", ["svc_setting"]);
    await site.userWith("editor", ["svc_sendsms", "svc_outbox"]);
    const env = { ...bareEnvironment, ...site.settings, TIDINGS_LISTEN: new URL(site.url).host };
    await promisify(execFile)(process.execPath, [main, "license", "issue"], { env });

    await site.api.sendMessage({
      numbers: [...people(5), rejected, undelivered],
      message: hostile,
      personalize: false,
    });
    const webhook = await site.api.createWebhook({ url: receiver.url, types: ["message.failed"] });
    await site.api.testWebhook({ id: webhook.id });
    await eventually(async () => (await site.api.getSession({})).site.license.state === "valid");
    // Read twice a day, it fell by ten a day.
    const database = new pg.Client({ connectionString: site.settings["DATABASE_URL"] });
    await database.connect();
    await database.query(
      `insert into credit_readings (gateway, hour, amount)
       select 'sandbox', date_trunc('hour', now()) - n * interval '12 hours', 200 + n * 5 from generate_series(0, 4) n`,
    );
    await database.query(
      `insert into gateway_states (name, credit, credit_unit, checked_at) values ('sandbox', '200', 'EUR', now())
       on conflict (name) do update set credit = '200', credit_unit = 'EUR', checked_at = now()`,
    );
    await database.end();
    const schedule = new Date(Date.now() + 3_600_000).toISOString();
    await site.api.sendMessage({ numbers: people(1), message: "In an hour", schedule });
    await eventually(async () => {
      const { counts } = (await stats()).totals;
      return counts.delivered === 5 && counts.undelivered === 1 && counts.failed === 1;
    });
    await eventually(async () => (await site.api.getStatus({})).webhooks[0]?.state === "failing");
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await receiver?.close();
  });

  const as = visitor(() => [site, browser]);
  const stats = (interval: "hour" | "day" = "hour") => site.api.getStats({ interval });
  const screen = (page: Page) => page.locator("#screen");
  const figure = (page: Page, label: string) => screen(page).getByRole("link", { name: new RegExp(`^${label}`) });
  /** As the page writes it, from the API's own figures. */
  const share = (value: number | null) => `${Math.round(value! * 1_000) / 10}%`;
  const seconds = (millis: number | null) => `${Math.round(millis! / 100) / 10}s`;

  test("its figures are those of the API, and each leads to the list that it counts", () =>
    as("operator", "/overview", async (page) => {
      await figure(page, "Sent").waitFor();
      const { counts, rates, accepted_to_sent: toSent, sent_to_delivered: toDelivered } = (await stats()).totals;
      expect(counts).toMatchObject({ accepted: 7, sent: 6, delivered: 5, undelivered: 1, failed: 1 });
      expect(await figure(page, "Sent").innerText()).toMatch(/^Sent\s+6\s+0 before$/);
      expect(await figure(page, "Delivered").innerText()).toBe(`Delivered\n${share(rates.delivered)}\n5 reported`);
      expect(await figure(page, "Errors").innerText()).toBe(`Errors\n${share(rates.errors)}\nover the 5% line`);
      for (const [label, { p50_ms: half, p95_ms: most }] of [
        ["Accept to sent", toSent],
        ["Sent to delivered", toDelivered],
      ] as const) {
        const stat = screen(page).getByText(label, { exact: true }).locator("..");
        expect(await stat.innerText()).toBe(`${label}\n${seconds(half)}\n95% within ${seconds(most)}`);
      }
      expect(await figure(page, "Waiting").innerText()).toBe("Waiting\n0\nnothing waits");

      await figure(page, "Delivered").click();
      await page.waitForURL(/state=delivered/);
      const rows = page
        .getByRole("table", { name: "Deliveries" })
        .getByRole("row")
        .filter({ has: page.getByRole("link") });
      await expect.poll(() => rows.count()).toBe(counts.delivered);
      await page.goBack();
      await figure(page, "Errors").click();
      await page.waitForURL(/state=undelivered%2Cfailed/);
      await expect.poll(() => rows.count()).toBe(counts.failed + counts.undelivered);
      await page.goBack();
      await figure(page, "Sent").click();
      await page.waitForURL(/state=sent%2Cdelivered%2Cundelivered/);
      await expect.poll(() => rows.count()).toBe(counts.sent);
    }));

  test("texts of which it is not known whether they left are counted, and lead to the list of them", () =>
    as("operator", "/overview", async (page) => {
      await figure(page, "Errors").waitFor();
      expect(await figure(page, "Uncertain").count()).toBe(0);
      await site.api.sendMessage({ numbers: [uncertain], message: "Did it leave?" });
      await eventually(async () => (await stats()).totals.counts.unknown === 1);
      await page.reload();
      await figure(page, "Uncertain").waitFor();
      expect(await figure(page, "Uncertain").innerText()).toMatch(/^Uncertain\s+1\s+sent or not is unclear$/);
      expect(await accessibilityIssues(page)).toEqual([]);
      // The sheet of the figures cuts off what is too wide, and the page has no more to scroll.
      await page.setViewportSize({ width: 360, height: 800 });
      const { x, width } = (await figure(page, "Uncertain").boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(360);
      await figure(page, "Uncertain").click();
      await page.waitForURL(/state=unknown/);
      await page.getByRole("table", { name: "Deliveries" }).getByRole("link").first().waitFor();
    }));

  test("each gateway says how much it sent and delivered in the range, what share arrived, and how fast", () =>
    as("operator", "/overview", async (page) => {
      const { groups } = await site.api.getStats({ interval: "hour", group_by: "gateway" });
      const { counts, rates, sent_to_delivered: toDelivered } = groups.find(({ part }) => part === "sandbox")!.totals;
      expect(counts).toMatchObject({ sent: 6, delivered: 5, undelivered: 1, failed: 1 });
      expect(rates.delivered_of_final).toBeCloseTo(5 / 7, 4);
      expect(toDelivered.count).toBe(5);
      const gateways = page.getByRole("region", { name: "Gateways" });
      await gateways.getByText("6 sent, 5 delivered, 2 failed").waitFor();
      // All of them, unless the machine was busy.
      await gateways
        .getByText(
          `of 7 with an outcome, ${share(5 / 7)} arrived, ${share(toDelivered.within_10s)} of those within 10s`,
        )
        .waitFor();
      expect(await page.getByText("not known how many arrived").count()).toBe(0);
    }));

  test("the range is in the address and outlives a reload and the way back; its chart has a table of the same counts", () =>
    as("operator", "/overview", async (page) => {
      await figure(page, "Sent").waitFor();
      expect(await page.getByRole("button", { name: "24 hours" }).getAttribute("aria-pressed")).toBe("true");
      await page.getByRole("button", { name: "30 days" }).click();
      await page.waitForURL(/range=30d/);
      await page.reload();
      const chart = page.getByRole("figure", { name: "Texts per day" });
      await chart.getByRole("button", { name: "Table" }).click();
      const { series } = await stats("day");
      expect(series).toHaveLength(1);
      const filled = chart.getByRole("row").filter({ hasText: /[1-9]\s*[1-9]?\d*$/ });
      await expect.poll(() => filled.last().getByRole("cell").allInnerTexts()).toEqual(["5", "0", "2"]);
      expect(await page.getByRole("button", { name: "30 days" }).getAttribute("aria-pressed")).toBe("true");
      await page.goBack();
      await page.getByRole("figure", { name: "Texts per hour" }).waitFor();
      expect(new URL(page.url()).search).toBe("");
    }));

  test("a failing webhook and the next schedule, by its text, lead to their pages; credit says how long it lasts", () =>
    as("operator", "/overview", async (page) => {
      const [webhook] = (await site.api.getStatus({})).webhooks;
      const attention = page.getByRole("list", { name: "Needs attention" });
      const { host } = new URL(receiver.url);
      // How many wait changes meanwhile.
      await attention
        .getByRole("link", { name: new RegExp(`^The webhook to ${host} is failing: \\d+ events? waits? for it\\.$`) })
        .click();
      await page.waitForURL(new RegExp(`/webhooks/${webhook!.id}`));
      await page.goBack();
      const [schedule] = (await site.api.getStatus({})).schedules;
      const gateways = page.getByRole("region", { name: "Gateways" });
      await gateways.getByText("sandbox").waitFor();
      await gateways.getByText("Up", { exact: true }).waitFor();
      await gateways.getByText("€200.00, lasts about 20 days").waitFor();
      await gateways.getByText("1 needs attention").waitFor();
      const next = page.getByRole("region", { name: "Next schedules" });
      await next.getByRole("link", { name: "In an hour" }).click();
      await page.waitForURL(new RegExp(`/schedules/${schedule!.schedule_id}`));
    }));

  test.each(looks)("a hostile text is inert, and nothing is serious or too wide: %j", (look) =>
    as("operator", "/overview", look, async (page) => {
      await screen(page).getByText("<img src=x onerror=alert(1)>", { exact: false }).waitFor();
      for (const range of ["", "?range=30d"]) {
        await page.goto(`${site.url}/overview${range}`);
        await figure(page, "Sent").waitFor();
        await page.getByRole("region", { name: "Gateways" }).getByText("sandbox").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
      expect(await page.locator("#screen img").count()).toBe(0);
    }),
  );

  test("a user who may read neither log nor messages sees the figures without links, and no texts", () =>
    as("keeper", "/overview", async (page) => {
      const refused: string[] = [];
      page.on("response", (response) => {
        if (response.status() === 403) refused.push(response.url());
      });
      await page.reload();
      await screen(page).getByText("5 reported").waitFor();
      await page.getByRole("region", { name: "Next schedules" }).getByText("Next scheduled message").waitFor();
      expect(await page.getByText("In an hour").count()).toBe(0);
      expect(await page.getByRole("heading", { name: "Newest messages" }).count()).toBe(0);
      const targets = await screen(page)
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
      expect(targets.filter((target) => !target.startsWith("/webhooks"))).toEqual([]);
      expect(refused).toEqual([]);
    }));

  test("a user who may not see the state of the service is told so, and gets no link to it", () =>
    as("editor", "/overview", async (page) => {
      await page.getByRole("heading", { name: "You may not change settings" }).waitFor();
      await page.getByText("Ask whoever manages people and roles here for one.").waitFor();
      expect(await screen(page).innerText()).not.toContain("svc_");
      await page.getByRole("link", { name: "See what you may do" }).click();
      await page.waitForURL(/\/account/);
      await page.getByText("Send messages", { exact: true }).waitFor();
      await page.goBack();
      expect(await page.getByRole("link", { name: "Overview" }).count()).toBe(0);
      await page.goto(site.url);
      await page.waitForURL(/\/(messages|outbox|inbox|schedules|compose)/);
    }));

  test("messages waiting for a removed gateway are reported once, with a link to choose another gateway, and are not hidden elsewhere", async () => {
    const settings = { sid: `AC${"0".repeat(32)}`, token: "unused", from: "+15005550006" };
    await site.api.createGateway({ name: "gone", kind: "twilio", settings, in_default_route: false });
    await site.api.pauseGateway({ name: "gone" });
    await site.api.sendMessage({ numbers: people(1), message: "Left behind", gateway: "gone" });
    await site.api.deleteGateway({ name: "gone" });
    await as("operator", "/overview", async (page) => {
      const attention = page.getByRole("list", { name: "Needs attention" });
      await attention.getByText("1 text waits for the gateway gone").waitFor();
      expect(await attention.innerText()).not.toContain("tidings doctor");
      await expect.poll(() => figure(page, "Waiting").innerText()).toBe("Waiting\n0\nnothing that can leave");
      await page.setViewportSize(phone);
      const widths = `[...document.querySelectorAll("ul[aria-label='Needs attention'] svg")].map(
        (icon) => icon.getBoundingClientRect().width)`;
      expect(new Set(await page.evaluate<number[]>(widths))).toEqual(new Set([16]));
      await attention.getByRole("link", { name: "1 text waits for the gateway gone" }).click();
      await page.getByLabel("Another route for what waits for gone").selectOption("sandbox");
      await page.getByRole("button", { name: "Send 1 text another way" }).click();
      await page.getByText("Send 1 text another way").waitFor({ state: "detached" });
    });
  });

  test("texts whose turn comes later, at the rate of their message, are not called late", async () => {
    const waiting = async (): Promise<number> => (await site.api.getStatus({})).queue.waiting;
    const slow = await site.api.sendMessage({ numbers: people(20), message: "Slowly", rate_per_minute: 1 });
    await eventually(async () => (await waiting()) > 0);
    await as("operator", "/overview", async (page) => {
      await expect.poll(() => figure(page, "Waiting").innerText()).toMatch(/none of them late/);
    });
    await site.api.cancelMessage({ id: slow.message_id! });
    await eventually(async () => (await waiting()) === 0);
  });

  test("a gateway that stops, and what waits for it since when, appear without a reload", () =>
    as("operator", "/overview", async (page) => {
      await screen(page).getByText("nothing waits").waitFor();
      await page.evaluate("window.isSamePage = true");
      await site.api.sendMessage({ numbers: [stops], message: "Stops the account" });
      await eventually(async () => (await site.api.getStatus({})).gateways[0]?.state === "paused");
      await site.api.sendMessage({ numbers: people(3), message: "Waits" });
      await eventually(async () => (await site.api.getStatus({})).queue.oldest_seconds > 10);
      const gateways = page.getByRole("region", { name: "Gateways" });
      await gateways.getByText("Paused", { exact: true }).waitFor();
      await expect.poll(() => figure(page, "Waiting").innerText()).toMatch(/the oldest for \d+/);
      // The text that the gateway refused may be among those that wait a moment later.
      const waits = async () => `Waiting\n${(await site.api.getStatus({})).queue.waiting}\n`;
      await expect.poll(async () => (await figure(page, "Waiting").innerText()).startsWith(await waits())).toBe(true);
      expect(await page.evaluate("window.isSamePage")).toBe(true);
      await figure(page, "Waiting").click();
      await page.waitForURL(/state=queued/);
      await page.getByRole("row").filter({ hasText: "Waits" }).first().waitFor();
    }));

  test("webhooks that are well have a line, too", async () => {
    const { items } = await site.api.listWebhooks({});
    for (const { id } of items) await site.api.deleteWebhook({ id });
    await site.api.createWebhook({ url: receiver.url, types: ["new_sms"] });
    await as("keeper", "/overview", async (page) => {
      const line = page.getByRole("link", { name: "1 webhook every call is answered, nothing waits" });
      await line.click();
      await page.waitForURL(/\/webhooks$/);
    });
  });
});
