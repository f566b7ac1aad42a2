import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";

import type { Browser } from "playwright-core";
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
import { startReceiver, type Receiver } from "../../support/webhooks/receiver.ts";
import { verified } from "../../support/webhooks/webhooks.ts";

const run = (command: string, program: string, secret: string): string =>
  execFileSync(command, ["-"], {
    input: program,
    encoding: "utf8",
    env: { ...process.env, TIDINGS_WEBHOOK_SECRET: secret },
  });

/** Beside the receiver, which is in this process. */
const runAside = (command: string, program: string): Promise<unknown> => promisify(execFile)(command, ["-c", program]);

describe.skipIf(!browserPresent)("webhooks and the developers' page in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let receiver: Receiver;
  let status = 204;
  /** The receiver answers when it is resolved. */
  let answered = Promise.resolve();
  beforeAll(async () => {
    receiver = await startReceiver((_call, response) => {
      void answered.then(() => {
        if (status === 0) return void response.destroy();
        if (status === 302) response.setHeader("Location", "https://example.org/new?token=secret");
        response.writeHead(status).end(status === 204 ? "" : `<script>alert(1)</script>\u202E${"x".repeat(600)}`);
      });
    });
    site = await openConsole({ TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
    await site.userWith("operator", ["svc_setting", "svc_sendsms", "svc_outbox"]);
    await site.userWith("reader", ["svc_outbox"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await receiver?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 4\d\d.*\/svc\/v1\// });

  const id = async () => (await site.api.listWebhooks({})).items[0]!.id;

  test("a webhook is added, its secret is shown once, and a test event arrives with that signature", () =>
    as("operator", "/webhooks", async (page) => {
      await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
      await page.getByRole("button", { name: "Add a webhook" }).first().click();
      const drawer = page.getByRole("dialog", { name: "Add a webhook" });
      await drawer.getByRole("textbox", { name: "Address" }).fill("https://10.0.0.1/hook");
      await drawer.getByRole("button", { name: "Add this webhook" }).click();
      await drawer.getByText("This address is inside the service's own network.").waitFor();
      await drawer.getByRole("textbox", { name: "Address" }).fill(receiver.url);
      await drawer.getByRole("checkbox", { name: "A person wrote to you." }).check();
      expect(await accessibilityIssues(page)).toEqual([]);
      await drawer.getByRole("button", { name: "Add this webhook" }).click();
      const secret = await drawer.getByRole("region", { name: "Signing secret" }).locator("code").textContent();
      expect(secret).toMatch(/^whsec_/);
      expect(await accessibilityIssues(page)).toEqual([]);
      await drawer.getByRole("link", { name: "Open the webhook and test it" }).click();

      await page.getByRole("button", { name: "Send 1 test event" }).click();
      const call = page.getByRole("dialog", { name: "webhook.test" });
      await call.getByText("A test event from Tidings.").first().waitFor();
      await call.getByText("HTTP status 204").first().waitFor();
      expect(verified(secret!, receiver.calls[0]!)).toMatchObject({ type: "webhook.test" });
      await call
        .getByText(`webhook-signature: ${String(receiver.calls[0]!.headers["webhook-signature"])}`)
        .first()
        .waitFor();
      expect(await page.content()).not.toContain(secret);
      expect(await accessibilityIssues(page)).toEqual([]);
      // The program checks this very call, and no other secret fits.
      await call.getByText("Python", { exact: true }).click();
      const program = await call.getByLabel("Check this call, Python").innerText();
      expect(run("python3", program, secret!)).toBe("valid\n");
      expect(run("python3", program, `whsec_${"A".repeat(43)}=`)).toBe("not valid\n");
      await call.getByText("curl", { exact: true }).click();
      const again = (await call.getByLabel("Check this call, curl").innerText()).replace(/http:\S+/, receiver.url);
      const known = receiver.calls.length;
      await runAside("bash", again);
      await receiver.received(known + 1);
      expect(verified(secret!, receiver.calls.at(-1)!)).toMatchObject({ type: "webhook.test" });
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("a call that failed shows what was answered as text, and can be sent again", async () => {
    status = 500;
    await site.api.testWebhook({ id: await id() });
    await as("operator", `/webhooks/${await id()}`, { viewport: phone }, async (page) => {
      await page.getByText("Every call fails; the first one failed", { exact: false }).waitFor();
      await page.getByRole("table", { name: "Calls" }).getByRole("link").first().click();
      const call = page.getByRole("dialog", { name: "webhook.test" });
      await call.getByText("HTTP status 500").first().waitFor();
      // The list of attempts has it, too, as soon as there is a second one.
      await call.getByText("<script>alert(1)</script>", { exact: false }).first().waitFor();
      expect(await overflowOf(page)).toBe(0);
      expect(await accessibilityIssues(page)).toEqual([]);
      // The receiver works again: no need to wait for the next attempt.
      status = 204;
      await page.keyboard.press("r");
      await page.getByText("The event is sent once more", { exact: false }).first().waitFor();
      await call.getByText("HTTP status 204").first().waitFor();
      // Of failures there may be another one by now, because the first is repeated after seconds.
      const [newest, ...earlier] = await call.getByRole("listitem").allInnerTexts();
      expect(newest).toContain("HTTP status 204");
      expect(earlier).not.toEqual([]);
      for (const one of earlier) expect(one).toMatch(/HTTP status 500[^]*<script>/);
    });
    await as("operator", `/webhooks/${await id()}?state=delivered`, async (page) => {
      await page.getByRole("table", { name: "Calls" }).getByRole("link").first().click();
      const before = receiver.calls.length;
      const call = page.getByRole("dialog", { name: "webhook.test" });
      await expect.poll(() => call.getByRole("button", { name: "Send this event again" }).isEnabled()).toBe(true);
      await page.keyboard.press("r");
      await page.getByText("The event is sent once more", { exact: false }).first().waitFor();
      await expect.poll(() => receiver.calls.length).toBeGreaterThan(before);
    });
  });

  test("the list of attempts says why there was no answer, and where a redirect led", async () => {
    status = 0;
    const { id: delivery } = await site.api.testWebhook({ id: await id() });
    await as("operator", `/webhooks/${await id()}?delivery=${delivery}`, async (page) => {
      const call = page.getByRole("dialog", { name: "webhook.test" });
      const again = call.getByRole("button", { name: "Send this event again" });
      await call.getByRole("listitem").filter({ hasText: "connection lost" }).first().waitFor();
      status = 302;
      const slow = Promise.withResolvers<void>();
      answered = slow.promise;
      const readAgain = page.waitForResponse(
        (response) => response.url().includes("/webhook/deliveries/") && response.request().method() === "GET",
      );
      await again.click();
      // What is shown was read before the receiver answers.
      await readAgain;
      slow.resolve();
      await call.getByText("HTTP status 302").first().waitFor();
      status = 204;
      await again.click();
      await call.getByText("HTTP status 204").first().waitFor();
      const attempts = await call.getByRole("listitem").allInnerTexts();
      expect(attempts[0]).toContain("HTTP status 204");
      // Each failure is also repeated after seconds.
      const redirected = attempts.find((one) => one.includes("HTTP status 302"));
      expect(redirected).toMatch(/redirect to https:\/\/example\.org\/new\?…: not followed/);
      expect(attempts.at(-1)).toContain("connection lost");
      expect(await page.content()).not.toContain("token=secret");
    });
  });

  test("the secret is replaced, events are chosen, the webhook is switched off and on, and removed", () =>
    as("operator", "/webhooks", async (page) => {
      await page.getByRole("table", { name: "Webhooks" }).getByRole("link").first().click();
      await page.getByRole("button", { name: "Replace the secret" }).waitFor();
      await page.keyboard.press("s");
      const drawer = page.getByRole("dialog", { name: "Replace the signing secret" });
      await drawer.getByRole("radio", { name: "Both sign for 24 hours" }).waitFor();
      await drawer.getByRole("button", { name: "Replace the secret" }).click();
      await drawer.getByRole("region", { name: "New signing secret" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByText("Calls are signed with the old secret, too", { exact: false }).waitFor();

      await page.getByRole("checkbox", { name: "A text reached the phone." }).uncheck();
      await page.getByRole("button", { name: "Save the webhook" }).click();
      await expect
        .poll(async () => (await site.api.getWebhook({ id: await id() })).types)
        .toEqual(["new_incoming_sms", "message.failed"]);

      await page.keyboard.press("o");
      await page.getByText("Switched off by a person.", { exact: false }).waitFor();
      await page.getByRole("button", { name: "Switch on" }).waitFor();
      await page.keyboard.press("o");
      await page.getByText("Nothing is sent here.").waitFor({ state: "detached" });

      await page.getByRole("button", { name: "Switch off" }).waitFor();
      await page.keyboard.press("d");
      const dialog = page.getByRole("dialog", { name: "Remove this webhook?" });
      await dialog.getByRole("button", { name: "Remove this webhook" }).click();
      await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
      expect((await site.api.listWebhooks({})).items).toEqual([]);
    }));

  test("an application password is created, shown once, works, and is refused after it is revoked until that is undone", () =>
    as("operator", "/developers", async (page) => {
      await page.getByRole("button", { name: "Create a password" }).click();
      const drawer = page.getByRole("region", { name: "Create an application password" });
      await drawer.getByRole("textbox", { name: "Name of the program" }).fill("Shop");
      await drawer.getByRole("button", { name: "Create this password" }).click();
      const password = await drawer.getByRole("region", { name: "Password of Shop" }).locator("code").textContent();
      const call = () =>
        fetch(`${site.url}/svc/v1/users/me`, {
          headers: { authorization: `Basic ${Buffer.from(`operator:${password}`).toString("base64")}` },
        });
      expect((await call()).status).toBe(200);
      await drawer.getByRole("button", { name: "I have kept it" }).click();
      await page.getByRole("button", { name: "Revoke Shop" }).click();
      await page.getByRole("heading", { name: "No application passwords yet" }).waitFor();
      // An action that can be undone needs no confirmation.
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect((await call()).status).toBe(401);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Revoke Shop" }).waitFor();
      expect((await call()).status).toBe(200);
    }));

  test("a call is tried, and its reply is shown as a program gets it", () =>
    as("operator", "/developers?part=try", async (page) => {
      await page.getByRole("button", { name: "Check without sending" }).click();
      await page.getByText("POST /svc/v1/send/preview").waitFor();
      expect((await site.api.listOutbox({})).items).toEqual([]);
      await page.getByRole("button", { name: "Send 1 text" }).click();
      await page.getByText("POST /svc/v1/send", { exact: true }).waitFor();
      await page.getByText('"message_id"', { exact: false }).first().waitFor();
      expect((await site.api.listOutbox({})).items.map(({ recipient }) => recipient)).toEqual(["+15005550000"]);
      await page.getByText("Python", { exact: true }).first().click();
      await page.waitForURL(/lang=py/);
      await page.getByText("urllib.request", { exact: false }).first().waitFor();
    }));

  test("a user who may neither send nor change settings sees neither", () =>
    as("reader", "/webhooks", async (page) => {
      await page.getByRole("heading", { name: "You may not change settings" }).waitFor();
      expect(await page.getByRole("link", { name: /^(Webhooks|Developers)$/ }).count()).toBe(0);
    }));

  for (const { colorScheme, viewport } of looks) {
    test(`both in ${colorScheme} at ${viewport.width} px: no serious issue, nothing wider than the window`, async () => {
      const { id: shown } = await site.api.createWebhook({
        url: `${receiver.url}/${colorScheme}-${viewport.width}`,
        // Nobody writes here: a text of an earlier test may only now be sent.
        types: ["new_incoming_sms"],
      });
      await as("operator", "/developers", { colorScheme, viewport }, async (page) => {
        const look = async () => {
          expect(await accessibilityIssues(page)).toEqual([]);
          expect(await overflowOf(page)).toBe(0);
        };
        await page.getByText("is refused at once").waitFor();
        await look();
        await page.goto(`${site.url}/webhooks`);
        await page.getByRole("table", { name: "Webhooks" }).getByRole("link").first().waitFor();
        await look();
        await page.goto(`${site.url}/webhooks/${shown}`);
        await page.getByRole("heading", { name: "Nothing was sent here yet" }).waitFor();
        await look();
      });
    });
  }

  test.each(["en-US", "de-DE", "fa"])("the buttons of a webhook are in one line at 1280 pixels: %s", async (locale) => {
    const { id: shown } = await site.api.createWebhook({ url: `${receiver.url}/${locale}`, types: ["new_sms"] });
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
    try {
      const page = await context.newPage();
      await site.admit(page, "operator");
      await page.goto(`${site.url}/webhooks/${shown}`);
      const buttons = page.locator("main header button:has(kbd)");
      await expect.poll(() => buttons.count()).toBe(4);
      const tops = await buttons.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect(new Set(tops).size).toBe(1);
    } finally {
      await context.close();
    }
  });
});
