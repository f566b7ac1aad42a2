import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, desktop, launchBrowser, phone } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

/** Whether the beginning and the end of it are in the window, and nothing covers them. */
const inSight = (shown: Locator): Promise<boolean> =>
  shown.evaluate((element: any) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 4, bottom - 4].every((y) => element.contains(element.ownerDocument.elementFromPoint(left + 8, y)));
  });

describe.skipIf(!browserPresent)("what somebody did and what failed", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_setting", "svc_subscribers", "svc_outbox"]);
    await site.api.createForm({ slug: "news", title: "News", group_ids: [1], consent: "Yes, send me news." });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 500|ERR_FAILED/ });
  const fail = (page: Page, path: RegExp, method: string) =>
    intercept(page, path, async (route) => {
      if (route.request().method() !== method) return route.continue();
      await route.fulfill({ status: 500, json: { status: "error", code: "internal", message: "An error occurred." } });
    });

  test.each([desktop, phone])("a long form that was not saved says so where it is seen, at %o", (viewport) =>
    as("ada", "/forms/news", { viewport }, async (page) => {
      await fail(page, /\/svc\/v1\/forms\/news/, "PATCH");
      const field = page.getByLabel("Picture above the title");
      await field.fill("https://example.com/picture.png");
      await page.getByRole("button", { name: "Save this form" }).click();
      const failure = page.getByRole("alert").filter({ hasText: "It is not known whether" });
      await failure.waitFor();
      await expect.poll(() => inSight(failure)).toBe(true);
      expect(await field.inputValue()).toBe("https://example.com/picture.png");
    }),
  );

  test.each([desktop, phone])("a message that was not sent says so beside the button, at %o", (viewport) =>
    as("ada", "/compose", { viewport }, async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill("+4915112340001,");
      await page.getByLabel("Text", { exact: true }).fill("Never sent");
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByRole("button", { name: "Send 1 text" }).click({ trial: true });
      await page.evaluate("scrollTo(0, 0)");
      await intercept(page, /\/svc\/v1\/send$/, (route) => route.abort());
      await page.getByRole("button", { name: "Send 1 text" }).click();
      const failure = page.getByRole("alert").filter({ hasText: "The message may have been sent" });
      await failure.waitFor();
      await expect.poll(() => inSight(failure)).toBe(true);
    }),
  );

  test("a message that would reach more people than were shown says so beside the button", async () => {
    const group = await site.api.createGroup({ name: "Growing" });
    const join = (mobile: string) =>
      site.api.createSubscriber({ name: "Bo", mobile, group_id: group.id, double_opt_in: false });
    await join("+4915112340004");
    await as("ada", "/compose", { viewport: phone }, async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill("Growing");
      await page.getByRole("option", { name: /Growing/ }).click();
      await page.getByLabel("Text", { exact: true }).fill("To the group");
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByRole("button", { name: "Send 1 text" }).click({ trial: true });
      await page.evaluate("scrollTo(0, 0)");
      await join("+4915112340005");
      await page.getByRole("button", { name: "Send 1 text" }).click();
      const notice = page.getByRole("alert").filter({ hasText: "it would reach 2 people now" });
      await notice.waitFor();
      await expect.poll(() => inSight(notice)).toBe(true);
    });
  });
});
