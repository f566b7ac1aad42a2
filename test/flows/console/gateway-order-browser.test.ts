import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { loseReplies } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";

const STORED = ["main", "spare", "third"] as const;

describe.skipIf(!browserPresent)("the order of the gateways", () => {
  let site: OpenConsole;
  let browser: Browser;
  let provider: Awaited<ReturnType<typeof startKeyedProvider>>;
  beforeAll(async () => {
    provider = await startKeyedProvider({ passwords: ["secret"] });
    site = await openConsole({ TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
    await site.userWith("operator", ["svc_setting", "svc_outbox"]);
    for (const name of STORED) {
      await site.api.createGateway({ name, kind: "http", settings: provider.settings("secret") });
    }
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await provider?.close();
  });
  beforeEach(async () => {
    for (const [position, name] of STORED.entries()) await site.api.updateGateway({ name, position });
  });

  const opened = (work: (page: Page) => Promise<void>) =>
    visit(site, browser, "operator", "/gateways", work, { tolerated: /net::ERR_CONNECTION_RESET/ });
  const stored = async () => (await site.api.listGateways({})).items.map((one) => one.name).slice(1);
  const shown = (page: Page) =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-gateway]')].slice(1).map((row) => row.dataset.gateway)",
    );
  const row = (page: Page, name: string) => page.locator(`[data-gateway=${name}]`);

  /** With the pointer alone, as a hand moves it: down on the handle, over the rows, up on the target. */
  async function drag(page: Page, name: string, target: string, before = async () => {}): Promise<void> {
    await page.bringToFront();
    const handle = (await row(page, name).getByTitle("Drag to change the order").boundingBox())!;
    const goal = (await row(page, target).boundingBox())!;
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(goal.x + 40, goal.y + goal.height / 2, { steps: 6 });
    await before();
    await page.mouse.up();
  }
  /** The position of the line that marks the drop position. */
  const marked = (page: Page) =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-over]')].map((row) => `${row.dataset.over} ${row.dataset.gateway}`)",
    );

  test("is changed by dragging a row down, up, and not by letting go of it where it was", () =>
    opened(async (page) => {
      await drag(page, "main", "third", () => expect.poll(() => marked(page)).toEqual(["after third"]));
      await expect.poll(stored).toEqual(["spare", "third", "main"]);
      expect(await shown(page)).toEqual(["spare", "third", "main"]);
      expect(await marked(page)).toEqual([]);
      await drag(page, "main", "spare", () => expect.poll(() => marked(page)).toEqual(["before spare"]));
      await expect.poll(stored).toEqual(["main", "spare", "third"]);
      const changes: string[] = [];
      page.on("request", (request) => void (request.method() === "PATCH" && changes.push(request.url())));
      await drag(page, "spare", "main", async () => {
        const home = (await row(page, "spare").boundingBox())!;
        await page.mouse.move(home.x + 40, home.y + home.height / 2, { steps: 4 });
      });
      await drag(page, "main", "sandbox");
      expect(await marked(page)).toEqual([]);
      await page.getByRole("button", { name: "Move third up" }).click();
      await expect.poll(stored).toEqual(["main", "third", "spare"]);
      expect(changes.map((url) => new URL(url).pathname)).toEqual(["/svc/v1/gateways/third"]);
    }));

  test("is changed by the keyboard alone, and the focus stays with the gateway", () =>
    opened(async (page) => {
      await page.getByRole("button", { name: "Move third up" }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => shown(page)).toEqual(["main", "third", "spare"]);
      await page.keyboard.press("Enter");
      await expect.poll(stored).toEqual(["third", "main", "spare"]);
      await page.getByText("third is now number 1 of 3.").first().waitFor({ state: "attached" });
      const focused = () => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''");
      await expect.poll(focused).toBe("Move third down");
    }));

  test("whose change has lost its reply is shown as it is stored, without a claim that it was not changed", () =>
    opened(async (page) => {
      await row(page, "third").waitFor();
      await loseReplies(page, "**/svc/v1/gateways/main");
      await drag(page, "main", "third");
      await page.getByRole("alert").getByText("It is not known whether this was done").waitFor();
      expect(await stored()).toEqual(["spare", "third", "main"]);
      await expect.poll(() => shown(page)).toEqual(["spare", "third", "main"]);
      await page.unroute("**/svc/v1/gateways/main");
      await drag(page, "main", "spare");
      await expect.poll(stored).toEqual(["main", "spare", "third"]);
      await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    }));

  test("is the same in a second tab, where a row that moves away while another is dragged does not take it along", () =>
    opened(async (first) => {
      const second = await first.context().newPage();
      await second.goto(`${site.url}/gateways`);
      await row(second, "third").waitFor();
      await drag(first, "main", "third");
      await expect.poll(stored).toEqual(["spare", "third", "main"]);
      await expect.poll(() => shown(second)).toEqual(["spare", "third", "main"]);
      // The rows change under the pointer: what counts is the row that it is over.
      await drag(second, "main", "spare", async () => {
        await first.getByRole("button", { name: "Move spare down" }).click();
        await expect.poll(() => shown(second)).toEqual(["third", "spare", "main"]);
        const goal = (await row(second, "spare").boundingBox())!;
        await second.mouse.move(goal.x + 60, goal.y + goal.height / 2, { steps: 3 });
      });
      await expect.poll(stored).toEqual(["third", "main", "spare"]);
      await expect.poll(() => shown(first)).toEqual(["third", "main", "spare"]);
      await second.close();
    }));
});
