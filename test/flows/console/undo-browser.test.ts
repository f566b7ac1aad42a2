import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("what can be taken back", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("chief", ["svc_subscribers", "svc_sendsms"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser], { tolerated: /status of 409.*\/svc\/v1\// });
  const filter = { all: [{ field: "name", op: "contains", value: "a" }], any: [] } as const;
  const segments = async () => (await site.api.listSegments({})).items.map(({ name }) => name);

  test("a segment is deleted at once, and is back with its filter after an undo", async () => {
    const { id } = await site.api.createSegment({ name: "With an a", filter });
    await as("chief", `/segments/${id}`, async (page) => {
      await page.getByRole("heading", { name: "With an a", level: 1 }).waitFor();
      await page.keyboard.press("d");
      await page.getByRole("heading", { name: "No segments yet" }).waitFor();
      expect(await segments()).toEqual([]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("heading", { name: "With an a", level: 1 }).waitFor();
      const { items } = await site.api.listSegments({});
      expect(items.map((segment) => [segment.name, segment.filter])).toEqual([["With an a", filter]]);
      expect(page.url()).toMatch(new RegExp(`/segments/${items[0]!.id}$`));
    });
  });

  test("a deletion that is undone brings back what another user had saved meanwhile", async () => {
    const changed = { all: [{ field: "name", op: "contains" as const, value: "z" }], any: [] };
    const segment = await site.api.createSegment({ name: "Changed", filter });
    await as("chief", `/segments/${segment.id}`, async (page) => {
      await page.getByRole("heading", { name: "Changed", level: 1 }).waitFor();
      await site.api.updateSegment({ id: segment.id, filter: changed });
      await page.keyboard.press("d");
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(segments).toContain("Changed");
    });
    const { items } = await site.api.listSegments({});
    expect(items.find(({ name }) => name === "Changed")?.filter).toEqual(changed);

    const template = await site.api.createTemplate({ name: "Hours", text: "Open until 9." });
    await as("chief", `/templates/${template.id}`, async (page) => {
      await page.getByRole("heading", { name: "Hours", level: 1 }).waitFor();
      await site.api.updateTemplate({ id: template.id, text: "Closed on Monday.", variants: { de: "Montag zu." } });
      await page.keyboard.press("d");
      await page.getByRole("button", { name: "Undo" }).click();
      const stored = async () => (await site.api.listTemplates({})).items.map(({ text, variants }) => [text, variants]);
      await expect.poll(stored).toEqual([["Closed on Monday.", { de: "Montag zu." }]]);
    });
  });

  test("an undo that the service refuses says why, until it is closed", async () => {
    const { id } = await site.api.createSegment({ name: "Twice", filter });
    await as("chief", `/segments/${id}`, async (page) => {
      await page.getByRole("button", { name: "Delete", exact: false }).click();
      await page.getByText("Deleted the segment Twice.").first().waitFor();
      await site.api.createSegment({ name: "Twice", filter });
      await page.getByRole("button", { name: "Undo" }).click();
      const alert = page.getByRole("alert").filter({ hasText: "It was not taken back" });
      await alert.waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await alert.waitFor({ state: "detached" });
    });
  });
});
