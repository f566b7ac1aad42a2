import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { serve } from "@hono/node-server";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let chrome: Browser;
let url: string;
let close: () => Promise<void>;

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  if (!browserPresent) return;
  service = await startTestService({ TIDINGS_PUBLIC_URL: "https://sms.example.com" });
  const server = serve({ fetch: (request) => service.app.fetch(request, {}), hostname: "127.0.0.1", port: 0 });
  url = await listening(server as ReturnType<typeof createServer>);
  close = () => new Promise((resolve) => void server.close(() => resolve()));
  chrome = await launchBrowser();
});
afterAll(async () => {
  if (!browserPresent) return;
  await chrome.close();
  await close();
  await service.end();
});

async function openForm(slug: string, more: object = {}): Promise<void> {
  const groups = await service.call("GET", "/groups");
  const ids = groups.body.data.items.map(({ id }: { id: number }) => id);
  const answer = await service.call("POST", "/forms", {
    slug,
    title: "News of the harbor café",
    intro: "Two messages a month.",
    group_ids: ids,
    group_choice: "preselected",
    fields: [{ key: "city", label: "City" }],
    consent: "I agree to receive messages of the harbor café. I can leave at any time.",
    ...more,
  });
  expect(answer.status).toBe(201);
}

/** A form is accepted three seconds after it was fetched. */
async function whenAccepted(tab: Pick<Page, "locator">): Promise<void> {
  await expect
    .poll(async () => {
      const token = await tab.locator('input[name="token"]').inputValue();
      const { rows } = await service.pool.query("select extract(epoch from clock_timestamp()) * 1000 as now");
      return Number(rows[0].now) - Buffer.from(token, "base64url").readUIntBE(0, 6);
    })
    .toBeGreaterThan(3_100);
}

async function codeFor(number: string): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const { body } = await service.call("GET", `/sandbox/messages?to=${encodeURIComponent(number)}`);
      code = /\d{6}/.exec(body.data.items[0]?.body ?? "")?.[0] ?? "";
      return code;
    })
    .not.toBe("");
  return code;
}

/** axe runs beside the page's policy: it is evaluated by the browser's debugger. */
async function violationsIn(tab: Page): Promise<unknown> {
  await tab.evaluate(axe.source);
  return tab.evaluate<unknown>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))",
  );
}

/** A code is spent by the first press: the second one, while the first is on its way, must send nothing. */
async function pressedTwice(tab: Page): Promise<void> {
  const button = tab.locator("main form button");
  const gate = Promise.withResolvers<void>();
  let requests = 0;
  await tab.route("**/confirm", async (route) => {
    requests += 1;
    await gate.promise;
    await route.continue();
  });
  const { x, y } = (await button.boundingBox())!;
  const press = () => tab.mouse.click(x + 20, y + 20);
  await press();
  await expect.poll(() => requests).toBe(1);
  await press();
  gate.resolve();
  await tab.locator("#code").waitFor({ state: "detached" });
  expect(requests).toBe(1);
}

async function stateOf(number: string): Promise<string> {
  const { body } = await service.call("GET", `/subscribers?state=all&search=${encodeURIComponent(number)}`);
  return body.data.items[0]?.state ?? "unknown";
}

describe.skipIf(!browserPresent)("in a real browser, on a phone", () => {
  test.each([
    ["without scripts", false, "en", "+447400100001"],
    ["with scripts, on light and dark screens", true, "de", "+447400100002"],
  ] as const)(
    "%s a person subscribes, confirms, changes groups and leaves",
    async (_name, javaScriptEnabled, locale, number) => {
      const second = await service.call("POST", "/groups", { name: `Offers ${locale}`, double_opt_in: false });
      await openForm(`cafe-${locale}`, { locale, accent: locale === "en" ? "#0f5f6b" : "#ffd400" });
      const context = await chrome.newContext({
        javaScriptEnabled,
        locale,
        viewport: { width: 390, height: 800 },
      });
      const tab = await context.newPage();
      const complaints: string[] = [];
      tab.on("console", (line) => complaints.push(line.text()));
      tab.on("pageerror", (error) => complaints.push(error.message));
      const fits = async () => {
        expect(await tab.locator("html").evaluate((page) => page.scrollWidth)).toBeLessThanOrEqual(390);
        for (const scheme of javaScriptEnabled ? (["light", "dark"] as const) : []) {
          await tab.emulateMedia({ colorScheme: scheme });
          expect(await violationsIn(tab)).toEqual([]);
        }
      };
      await tab.goto(`${url}/p/cafe-${locale}`);
      await fits();
      await whenAccepted(tab);
      // A mistake first: the page says what is wrong, and the focus is there.
      await tab.locator("#number").fill("12");
      await tab.locator("#consent").check();
      await tab.locator("main form button").click();
      await tab.locator("#number-error").waitFor();
      await fits();
      if (javaScriptEnabled) expect(await tab.evaluate<string>("document.activeElement.id")).toBe("number");
      await tab.locator("#number").fill(number);
      await tab.locator("#field_city").fill("Hull");
      await tab.locator("main form button").click();
      await tab.locator("#code").waitFor();
      await fits();
      expect(await tab.content()).not.toContain(number);
      const code = await codeFor(number);
      await tab.locator("#code").fill(code === "000000" ? "000001" : "000000");
      await tab.locator("main form button").click();
      await tab.locator("#code-error").waitFor();
      await fits();
      await tab.locator("#code").fill(code);
      await (javaScriptEnabled ? pressedTwice(tab) : tab.locator("main form button").click());
      await tab
        .getByRole("heading", { name: locale === "de" ? "Sie sind angemeldet" : "You are subscribed" })
        .waitFor();
      await fits();
      expect(await stateOf(number)).toBe("active");

      const found = await service.call("GET", `/subscribers?search=${encodeURIComponent(number)}`);
      const { id, custom_fields: fields } = found.body.data.items[0];
      expect(fields).toEqual({ city: "Hull" });
      const shown = await service.call("GET", `/subscribers/${id}`);
      expect(shown.body.data.history).toContainEqual(
        expect.objectContaining({ source: "page", wording_version: `cafe-${locale}/1`, language: locale }),
      );
      const links = await service.call("POST", `/subscribers/${id}/links`);
      await tab.goto(`${url}${new URL(links.body.data.preferences_url).pathname}`);
      await fits();
      await tab.locator(`#group-${second.body.data.id}`).uncheck();
      await tab.locator('form:has(input[value="save"]) button').click();
      await tab.locator(".notice").waitFor();
      expect(await tab.locator(`#group-${second.body.data.id}`).isChecked()).toBe(false);
      expect(await stateOf(number)).toBe("active");
      await fits();
      await tab.locator("#leave button").click();
      await tab.locator(".notice").waitFor();
      await fits();
      expect(await tab.locator("#leave").count()).toBe(0);
      expect(await stateOf(number)).toBe("left");
      // Nothing was blocked, missing or wrong, apart from the two refused inputs.
      expect(complaints.filter((line) => !line.includes("status of 400"))).toEqual([]);
      await context.close();
    },
  );

  test("the script puts the form in a page of a listed origin, and only a link in another's", async () => {
    const number = "+447400100003";
    const page = (slug: string) =>
      `<!doctype html><html lang="en"><title>Shop</title><style>input{display:none}</style><main><h1>Shop</h1><script src="${url}/p/${slug}/embed.js"></script></main></html>`;
    const shop = createServer((request, response) => {
      // The strictest policy under which a site can load a script and let it call us; no inline styles.
      response.setHeader("Content-Security-Policy", `default-src 'none'; script-src ${url}; connect-src ${url}`);
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(page(request.url!.slice(1)));
    });
    shop.listen(0, "127.0.0.1");
    const origin = await listening(shop);
    await openForm("in-shop", { origins: [origin], title: "<b>News</b>" });
    await openForm("elsewhere", { origins: ["https://other.example"] });
    try {
      const tab = await (await chrome.newContext({ viewport: { width: 390, height: 800 } })).newPage();
      await tab.goto(`${origin}/in-shop`);
      await tab.getByRole("heading", { name: "<b>News</b>" }).waitFor();
      expect(await violationsIn(tab)).toEqual([]);
      await whenAccepted(tab);
      await tab.getByLabel("Mobile number").fill("12");
      await tab.getByRole("button", { name: "Subscribe" }).click();
      await tab.getByText("This is not a phone number.").waitFor();
      await tab.getByText("Please agree").waitFor();
      await tab.getByLabel("Mobile number").fill(number);
      await tab.getByLabel("I agree").check();
      await tab.getByRole("button", { name: "Subscribe" }).click();
      await tab.getByLabel("Code from the message").fill(await codeFor(number));
      await tab.getByRole("button", { name: "Confirm" }).click();
      await tab.getByRole("heading", { name: "You are subscribed" }).waitFor();
      expect(await stateOf(number)).toBe("active");

      await tab.goto(`${origin}/elsewhere`);
      await tab.getByRole("link", { name: `${url}/p/elsewhere` }).waitFor();
      expect(await tab.getByLabel("Mobile number").count()).toBe(0);
    } finally {
      await new Promise((resolve) => shop.close(resolve));
    }
  });

  test("whoever chose nothing is led to the first choice, which says so, on the page and where the form is embedded", async () => {
    const shop = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(
        `<!doctype html><html lang="en"><title>Shop</title><main><script src="${url}/p/choose/embed.js"></script></main>`,
      );
    });
    shop.listen(0, "127.0.0.1");
    const origin = await listening(shop);
    await openForm("choose", { origins: [origin], group_choice: "open" });
    const context = await chrome.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
    try {
      const tab = await context.newPage();
      for (const address of [`${url}/p/choose`, origin]) {
        await tab.goto(address);
        await whenAccepted(tab);
        await tab.getByLabel("Mobile number").fill("+447400100005");
        await tab.getByRole("button", { name: "Subscribe" }).click();
        const refused = tab.getByText("Please agree in order to subscribe.");
        await refused.waitFor();
        const choices = tab.getByRole("group", { name: "What would you like to receive?" });
        const first = choices.getByRole("checkbox").first();
        await expect.poll(() => first.evaluate((box: any) => box.matches(":focus"))).toBe(true);
        expect(await choices.ariaSnapshot()).toContain("Please choose at least one.");
        await tab.locator("fieldset[aria-describedby=group-error] #group-error").waitFor();
        // What is wrong stands by the box and not by the button.
        const [agreed, why, button] = await Promise.all([
          tab.getByLabel("I agree").boundingBox(),
          refused.boundingBox(),
          tab.getByRole("button", { name: "Subscribe" }).boundingBox(),
        ]);
        expect(why!.y + why!.height + 12).toBeLessThan(button!.y);
        expect(why!.y).toBeGreaterThan(agreed!.y);
        // A finger's size, each with its words.
        const rows = await choices
          .locator(".check label")
          .evaluateAll((all: any) => all.map((one: any) => one.clientHeight));
        expect(Math.min(...rows)).toBeGreaterThanOrEqual(44);
      }
    } finally {
      await context.close();
      await new Promise((resolve) => shop.close(resolve));
    }
  });

  test("a page that is not listed cannot frame the form, and a listed one can", async () => {
    const shop = createServer((request, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(`<!doctype html><title>Shop</title><iframe src="${url}${request.url}"></iframe>`);
    });
    shop.listen(0, "127.0.0.1");
    const origin = await listening(shop);
    await openForm("frame", { origins: [origin] });
    try {
      const tab = await (await chrome.newContext()).newPage();
      await tab.goto(`${origin}/p/frame?framed=1`);
      const frame = tab.frameLocator("iframe");
      await frame.getByRole("heading", { name: "News of the harbor café" }).waitFor();
      await whenAccepted(frame);
      await frame.getByLabel("Mobile number").fill("+447400100004");
      await frame.getByLabel("I agree").check();
      await frame.getByRole("button", { name: "Subscribe" }).click();
      await frame.getByLabel("Code from the message").waitFor();
      const blocked = tab.waitForEvent("console", (line) => line.text().includes("frame-ancestors"));
      await tab.goto(`${origin}/p/frame`);
      await blocked;
      expect(await tab.frameLocator("iframe").getByRole("heading", { name: "News of the harbor café" }).count()).toBe(
        0,
      );
    } finally {
      await new Promise((resolve) => shop.close(resolve));
    }
  });
});
