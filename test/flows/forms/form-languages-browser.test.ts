import { serve } from "@hono/node-server";
import axe from "axe-core";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { textsIn } from "#api/pages/forms/texts";
import type { PageLocale } from "#domain/texts/locales";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let chrome: Browser;
let url: string;
let server: Server;

beforeAll(async () => {
  if (!browserPresent) return;
  service = await startTestService({ TIDINGS_PUBLIC_URL: "https://sms.example.com" });
  server = serve({ fetch: (request) => service.app.fetch(request, {}), hostname: "127.0.0.1", port: 0 }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  chrome = await launchBrowser();
  await service.call("POST", "/groups", { name: "Offers" });
});
afterAll(async () => {
  if (!browserPresent) return;
  await chrome.close();
  await new Promise((resolve) => void server.close(resolve));
  await service.end();
});

/** Of long words, of no spaces between them, and from right to left. */
const LANGUAGES: readonly PageLocale[] = ["ar", "el", "fi", "he", "ja", "th"];

/** A page on a phone: in the language, with nothing beyond the edge of the screen, and readable by everyone. */
async function visit(context: BrowserContext, path: string, dir: string): Promise<string> {
  const tab = await context.newPage();
  await tab.goto(`${url}${path}`);
  expect(await tab.locator("html").getAttribute("dir")).toBe(dir);
  const [wide, seen] = await tab.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  expect(wide).toBe(seen);
  await tab.evaluate(axe.source);
  expect(await tab.evaluate<unknown>("axe.run().then(({ violations }) => violations.map(({ id }) => id))")).toEqual([]);
  // A box and its label are beside each other, whichever direction the label's own words have.
  const gaps = await tab.evaluate<number[]>(`[...document.querySelectorAll(".check")].map((check) => {
    const range = document.createRange();
    range.selectNodeContents(check.querySelector("label"));
    const [box, text] = [check.querySelector("input"), range].map((one) => one.getBoundingClientRect());
    return Math.round(Math.max(text.left - box.right, box.left - text.right));
  })`);
  expect(gaps.filter((gap) => gap < 0 || gap > 20)).toEqual([]);
  const words = await tab.locator("main").innerText();
  await tab.close();
  return words;
}

describe.runIf(browserPresent)("the public pages on a phone", () => {
  test.each(LANGUAGES)("in %s", async (locale) => {
    const texts = await textsIn(locale);
    const dir = ["ar", "he"].includes(locale) ? "rtl" : "ltr";
    const slug = `phone-${locale}`;
    const created = await service.call("POST", "/forms", {
      slug,
      locale,
      title: "Harbor café",
      group_ids: [1, 2],
      group_choice: "open",
      consent: "I agree to receive messages of the harbor café.",
    });
    expect(created.body.data.embed.html).toContain(texts.subscribe);
    const person = await service.call("POST", "/subscribers", {
      name: "Ada",
      mobile: `+1500555${String(1_000 + LANGUAGES.indexOf(locale))}`,
      double_opt_in: false,
    });
    const links = await service.call("POST", `/subscribers/${person.body.data.id}/links`);
    const link = new URL(links.body.data.preferences_url).pathname;
    const context = await chrome.newContext({ viewport: { width: 390, height: 800 }, locale });
    const form = await visit(context, `/p/${slug}`, dir);
    for (const text of [texts.number, texts.numberHint, texts.groups, texts.subscribe]) expect(form).toContain(text);
    const preferences = await visit(context, link, dir);
    for (const text of [texts.preferencesTitle, texts.leaveAll, texts.save]) expect(preferences).toContain(text);
    const nowhere = await visit(context, "/p/nowhere", dir);
    expect(nowhere).toContain(texts.noFormTitle);
    await context.close();
  });
});
