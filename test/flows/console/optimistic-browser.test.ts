import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";

/** Holds calls that change something until they are released; reads are answered at once. */
async function hold(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await intercept(page, path, async (route) => {
    if (route.request().method() !== "GET") await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** What the page shows from now on, each state once: also one that lasts for a moment. */
const record = (page: Page, expression: string) =>
  page.evaluate(`{
    const look = () => { const now = ${expression}; if (now !== seen.at(-1)) seen.push(now); };
    window.seen = [];
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
const recorded = (page: Page) => page.evaluate<string[]>("seen");

describe.skipIf(!browserPresent)("what is shown before the service has answered", () => {
  let site: OpenConsole;
  let browser: Browser;
  let provider: Awaited<ReturnType<typeof startKeyedProvider>>;
  beforeAll(async () => {
    provider = await startKeyedProvider({ passwords: ["secret"] });
    site = await openConsole({ TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
    await site.userWith("operator", ["svc_setting", "svc_outbox"]);
    for (const name of ["main", "spare", "third"]) {
      await site.api.createGateway({ name, kind: "http", settings: provider.settings("secret") });
    }
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await provider?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 4\d\d.*\/svc\/v1\// });

  test("a webhook is off at once and stays so while it is read again, and on again when the service refuses", async () => {
    const { id } = await site.api.createWebhook({ url: "http://127.0.0.1:9/hook", types: ["new_sms"] });
    await as("operator", `/webhooks/${id}`, async (page) => {
      await page.getByRole("button", { name: "Switch off" }).waitFor();
      await record(page, `document.querySelector("#screen").innerText.match(/Switch o(?:n|ff)/)?.[0]`);
      const release = await hold(page, `**/webhooks/${id}`);
      await page.keyboard.press("o");
      await page.getByRole("button", { name: "Switch on" }).waitFor();
      await page.getByText("Nothing is sent here.").waitFor();
      const again = page.waitForResponse((response) => response.url().endsWith(`/webhooks/${id}`));
      // Someone else changes the same webhook, of which the live stream tells.
      await site.api.updateWebhook({ id, types: ["new_sms", "message.failed"] });
      await again;
      await page.getByRole("checkbox", { checked: true }).nth(1).waitFor();
      expect(await recorded(page)).toEqual(["Switch off", "Switch on"]);
      await site.api.deleteWebhook({ id });
      release();
      await page.getByRole("alert").getByText("Nothing was changed").waitFor();
      await page.getByRole("button", { name: "Switch off" }).waitFor();
      expect(await recorded(page)).toEqual(["Switch off", "Switch on", "Switch off"]);
    });
  });

  test("gateways have their new order at once, and the old one when the gateway was removed meanwhile", () =>
    as("operator", "/gateways", async (page) => {
      await page.getByRole("button", { name: "Move third up" }).waitFor();
      await record(
        page,
        `[...document.querySelectorAll("[data-gateway]")].map((row) => row.dataset.gateway).join(" ")`,
      );
      const release = await hold(page, "**/gateways/third");
      await page.getByRole("button", { name: "Move third up" }).click();
      await page.getByRole("button", { name: "Move third up" }).click();
      await expect.poll(() => recorded(page)).toContain("sandbox third main spare");
      await site.api.deleteGateway({ name: "third" });
      release();
      await page.getByRole("alert").getByText("The order was not changed").waitFor();
      await expect.poll(() => recorded(page)).toContain("sandbox main spare");
      await page.unroute("**/gateways/third");
      await page.getByRole("button", { name: "Move spare up" }).click();
      await expect
        .poll(async () => (await site.api.listGateways({})).items.map(({ name }) => name))
        .toEqual(["sandbox", "spare", "main"]);
      expect((await recorded(page)).at(-1)).toBe("sandbox spare main");
    }));

  test("a gateway is paused at once, and stays paused when the service has done it", () =>
    as("operator", "/gateways/main", async (page) => {
      await page.getByRole("button", { name: "Pause" }).waitFor();
      await record(page, `document.querySelector("#screen").innerText.match(/Pause(?=\\s*P\\b)|Resume/)?.[0]`);
      const release = await hold(page, "**/gateways/main/pause");
      await page.keyboard.press("p");
      await page.getByRole("button", { name: "Resume" }).waitFor();
      // The live stream tells of it, and the list is read once more.
      const again = page.waitForResponse((response) => /\/gateways\?/.test(response.url()));
      release();
      await page.getByText("main is paused.", { exact: false }).first().waitFor();
      await expect.poll(async () => (await site.api.getGateway({ name: "main" })).health.state).toBe("paused");
      await again;
      expect(await recorded(page)).toEqual(["Pause", "Resume"]);
    }));
});
