import { execFile, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { snippetsOf } from "../../../console/src/screens/developers/call-snippets.ts";
import {
  accessibilityIssues,
  browserPresent,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { eventually } from "../../support/service/processes.ts";

const LOG = "/developers?part=log";
const run = promisify(execFile);
const phpPresent = spawnSync("php", ["-v"]).status === 0;
if (!phpPresent) process.stderr.write("skipped: what runs PHP, Debian's php-cli\n");

/** As a web server runs it: `php-cgi` is another package, so the headers of the call are set before. */
async function runPhp(program: string, env: NodeJS.ProcessEnv, before = ""): Promise<string> {
  const { stdout } = await run("php", ["-r", `${before}${program.replace("<?php", "")}`], { env });
  return stdout;
}

describe.skipIf(!browserPresent)("the request log and the calls to try in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let message: string;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("operator", ["svc_setting", "svc_sendsms", "svc_outbox"]);
    await site.userWith("author", ["svc_sendsms"]);
    browser = await launchBrowser();
    const text = { numbers: ["+15005550000"], message: "Once." };
    ({ message_id: message } = (await site.api.sendMessage(text, { idempotencyKey: "order-1" })) as {
      message_id: string;
    });
    await site.api.sendMessage(text, { idempotencyKey: "order-1" });
    await expect(site.api.sendMessage({ ...text, numbers: ["abc"] })).rejects.toThrow();
    await expect(site.api.getMessage({ id: "msg_01981f00-0000-7000-8000-000000000000" })).rejects.toThrow();
    await eventually(async () => (await site.api.listRequests({ replayed: true })).items.length === 1);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 4\d\d.*\/svc\/v1\// });

  test("a repeated call leads to the first one and to its message; a refused one says what to do", () =>
    as("operator", LOG, async (page) => {
      const table = page.getByRole("table", { name: "Request log" });
      await table.getByText("repeated").waitFor();
      await table.getByRole("link").filter({ hasText: "repeated" }).click();
      const drawer = page.getByRole("dialog", { name: "POST /send" });
      await drawer.getByText("It got the same response, and nothing was done again.", { exact: false }).waitFor();
      expect(await drawer.getByRole("link", { name: message }).getAttribute("href")).toBe(`/messages/${message}`);
      expect(await accessibilityIssues(page)).toEqual([]);
      const replay = new URL(page.url()).searchParams.get("call");
      await drawer.getByRole("link", { name: "Open the first call" }).click();
      await drawer.getByText("A repetition").waitFor({ state: "detached" });
      await drawer.getByRole("link", { name: message }).waitFor();
      expect(new URL(page.url()).searchParams.get("call")).not.toBe(replay);
      await page.keyboard.press("Escape");

      await table.getByRole("row").filter({ hasText: "400 invalid_parameter" }).getByRole("link").click();
      await drawer.getByText("It is about: numbers").waitFor();
      expect(await drawer.getByRole("link", { name: "What to do about it" }).getAttribute("href")).toBe(
        "/docs/errors#invalid_parameter",
      );
      expect(await accessibilityIssues(page)).toEqual([]);
      await drawer.getByRole("link", { name: "All calls with this error" }).click();
      await page.waitForURL(/code=invalid_parameter/);
      await expect.poll(() => table.getByRole("link").count()).toBe(1);
      await page.getByRole("button", { name: "Clear filters" }).click();
      await expect.poll(() => table.getByRole("link").count()).toBeGreaterThan(2);
    }));

  test("by keyboard: the list is read again, a row is opened and closed", () =>
    as("operator", `${LOG}&status=4xx`, async (page) => {
      const table = page.getByRole("table", { name: "Request log" });
      await expect.poll(() => table.getByRole("link").count()).toBeGreaterThan(1);
      await expect(site.api.getSchedule({ id: "sch_01981f00-0000-7000-8000-000000000000" })).rejects.toThrow();
      // The newest call is the first one; what was called before may be logged as late.
      await expect
        .poll(
          async () => {
            await page.keyboard.press("r");
            return table.getByRole("link").first().textContent();
          },
          { interval: 500 },
        )
        .toContain("/schedules/");
      await page.keyboard.press("j");
      // The list may just be replacing its rows: Enter is for the one that has the focus.
      await table.locator("[data-row]:focus-within").waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "GET /schedules/" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }));

  test("an author sees their own calls, and is told when there are none", () =>
    as("author", LOG, async (page) => {
      await page.getByRole("heading", { name: "No program has called yet" }).waitFor();
      await page.goto(`${site.url}${LOG}&status=5xx`);
      await page.getByRole("button", { name: "Show all calls" }).click();
      await page.getByRole("heading", { name: "No program has called yet" }).waitFor();
    }));

  test("every GET of the API can be tried with its parameters, and nothing else but sending", () =>
    as("operator", "/developers?part=try", async (page) => {
      const choice = page.getByRole("combobox", { name: "Call" });
      await choice.click();
      const options = page.getByRole("option");
      await expect.poll(() => options.count()).toBeGreaterThan(60);
      const names = await options.allTextContents();
      expect(names.filter((name) => !name.startsWith("GET /"))).toEqual(["POST /send, POST /send/preview"]);
      await choice.fill("GET /messages/{id}:");
      await page.getByRole("option", { name: "GET /messages/{id}:" }).click();
      await page.waitForURL(/operation=getMessage/);
      const button = page.getByRole("button", { name: "Make this call" });
      expect(await button.isDisabled()).toBe(true);
      await page.getByRole("textbox", { name: "id" }).fill(message);
      await button.click();
      const reply = page.getByRole("region", { name: "Reply" });
      await reply.getByText(`GET /svc/v1/messages/${message}`).waitFor();
      await reply.getByText("200", { exact: true }).waitFor();
      await reply.getByText(`"message_id": "${message}"`, { exact: false }).waitFor();
      await reply.getByText("Headers").click();
      await reply.getByText("x-request-id: req_", { exact: false }).waitFor();
      await page.getByText(`/svc/v1/messages/${message}'`, { exact: false }).waitFor();
      await page.getByText("TypeScript", { exact: true }).click();
      await page.getByText(`tidings.getMessage({ id: "${message}" })`, { exact: false }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("a refusal is shown at its parameter, a stream and a file by their beginning", () =>
    as("operator", "/developers?part=try&operation=listMessages", async (page) => {
      const reply = page.getByRole("region", { name: "Reply" });
      const call = page.getByRole("button", { name: "Make this call" });
      await page.getByRole("textbox", { name: "per_page" }).fill("none");
      await call.click();
      await reply.getByText("400", { exact: true }).waitFor();
      await reply.getByText('"code": "invalid_parameter"', { exact: false }).first().waitFor();
      expect(await page.getByRole("textbox", { name: "per_page" }).getAttribute("aria-invalid")).toBe("true");
      for (const [operation, type] of [
        ["exportOutbox", "text/csv"],
        ["streamEvents", "text/event-stream"],
      ] as const) {
        await page.goto(`${site.url}/developers?part=try&operation=${operation}`);
        await call.click();
        await reply.getByText("200", { exact: true }).waitFor();
        await reply.getByText("Headers").click();
        await reply.getByText(`content-type: ${type}`, { exact: false }).waitFor();
      }
    }));

  test("the log has what the console sends, and not what it previews", () =>
    as("operator", "/developers?part=try", async (page) => {
      const reply = page.getByRole("region", { name: "Reply" });
      await page.getByRole("button", { name: "Check without sending" }).click();
      await reply.getByText("POST /svc/v1/send/preview").waitFor();
      await page.getByRole("button", { name: "Send 1 text" }).click();
      const { items } = await eventually(async () => {
        const sent = await site.api.listRequests({ route: "/send" });
        return sent.items.some((call) => call.application_password_id === null) && sent;
      });
      expect(items.length).toBeGreaterThan(1);
      expect((await site.api.listRequests({ route: "/send/preview" })).items).toEqual([]);
    }));

  test("the same call copied in curl, TypeScript, Python and PHP is made once, whichever languages are tried", async () => {
    const { user, password } = site.admin;
    const copied = snippetsOf({
      url: site.url,
      username: user,
      operation: "sendMessage",
      method: "POST",
      target: "/send",
      input: { numbers: ["+15005550000"], message: "It's “here”\u2028at C:\\o'clock/café 🎉" },
      idempotencyKey: "copied",
      prints: "message_id",
    });
    const client = new URL("../../../packages/client/src/index.ts", import.meta.url).href;
    const typescript = copied.ts.replace('"tidings-client"', JSON.stringify(client));
    const env = { ...process.env, TIDINGS_PASSWORD: password };
    const { stdout: reply } = await run("sh", ["-c", copied.curl.replace(":PASSWORD'", `:${password}'`)]);
    const { data } = JSON.parse(reply) as { data: { message_id: string } };
    const node = await run(process.execPath, ["--input-type=module-typescript", "-e", typescript], { env });
    const python = await run("python3", ["-c", copied.py], { env });
    expect([node.stdout.trim(), python.stdout.trim()]).toEqual([data.message_id, data.message_id]);
    if (!phpPresent) return;
    expect((await runPhp(copied.php, env)).trim()).toBe(data.message_id);
    const refused = runPhp(copied.php, { ...env, TIDINGS_PASSWORD: "wrong" });
    await expect(refused).rejects.toMatchObject({ code: 255 });
  });

  test.skipIf(!phpPresent)("the program in PHP takes a signed call, and refuses another body and an old call", () =>
    as("operator", "/developers?lang=php", async (page) => {
      const program = await page.getByLabel("Verify a webhook, PHP").innerText();
      const key = Buffer.from("a key of thirty-two bytes, or so.");
      const env = { ...process.env, TIDINGS_WEBHOOK_SECRET: `whsec_${key.toString("base64")}` };
      const signed = (by: Buffer | string, age = 0): string => {
        const timestamp = String(Math.floor(Date.now() / 1000) - age);
        const signature = createHmac("sha256", by).update(`event.${timestamp}.{"a":1}`).digest("base64");
        const headers = { ID: "event", TIMESTAMP: timestamp, SIGNATURE: `v1,AAAA v1,${signature}` };
        return Object.entries(headers)
          .map(([name, value]) => `$_SERVER['HTTP_WEBHOOK_${name}'] = '${value}';`)
          .join("");
      };
      const answer = (body: string, age = 0): Promise<string> => {
        const received = program.replace("file_get_contents('php://input')", `'${body}'`);
        return runPhp(`${received}\necho http_response_code();`, env, signed(key, age));
      };
      expect(await answer('{"a":1}')).toBe("204");
      expect(await answer('{"a":2}')).toBe("401");
      expect(await answer('{"a":1}', 400)).toBe("401");
      // Anybody could sign with an empty key.
      const keyless = program.replace("file_get_contents('php://input')", `'{"a":1}'`);
      const unset = runPhp(keyless, { ...env, TIDINGS_WEBHOOK_SECRET: "" }, signed(""));
      await expect(unset).rejects.toMatchObject({ code: 255 });
    }),
  );

  test("what something before the service answered is shown as it came", () =>
    as("operator", "/developers?part=try", { tolerated: /status of 502/ }, async (page) => {
      await intercept(page, "**/svc/v1/send", (route) =>
        route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
      );
      await page.getByRole("button", { name: "Send 1 text" }).click();
      const reply = page.getByRole("region", { name: "Reply" });
      await reply.getByText("502", { exact: true }).waitFor();
      await reply.getByText("<h1>Bad gateway</h1>").waitFor();
    }));

  test("light or dark: no serious issue, nothing wider than a phone", () =>
    as("operator", LOG, async (page) => {
      for (const [address, colorScheme, shown] of [
        [LOG, "dark", page.getByText(/^GET \/messages/)],
        ["/developers?part=try", "light", page.getByRole("button", { name: "Send 1 text" })],
        ["/developers?part=try&operation=listOutbox", "dark", page.getByRole("button", { name: "Make this call" })],
        ["/settings?part=requests", "light", page.getByText("These are the defaults.")],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(`${site.url}${address}`);
        await shown.first().waitFor();
        expect([address, await accessibilityIssues(page)]).toEqual([address, []]);
        await page.setViewportSize(phone);
        expect([address, await overflowOf(page)]).toEqual([address, 0]);
        await page.setViewportSize(desktop);
      }
    }));
});
