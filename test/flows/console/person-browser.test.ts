import { readFile } from "node:fs/promises";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { farFromNow } from "../../support/engine/holding.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("one person in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let group: number;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("editor", ["svc_subscribers"]);
    group = (await site.api.createGroup({ name: "Neighbors" })).id;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  const subscribe = (name: string, mobile: string) =>
    site.api.createSubscriber({ name, mobile, group_id: group, double_opt_in: false });

  const pick = async (page: Page, name: string, option: string) => {
    await page.getByRole("dialog").getByRole("combobox", { name }).click();
    await page.getByRole("option", { name: option }).click();
  };
  const choose = async (page: Page, name: string, option: string) => {
    await page.getByRole("dialog").getByRole("combobox", { name }).fill(option);
    await page.getByRole("option", { name: option }).first().click();
  };

  test("the browser's tab has the person's name, also where they were read before the screen was there", async () => {
    const { id } = await subscribe("Grace", "+4915170000099");
    await as("editor", `/subscribers/${id}`, async (page) => {
      await page.getByRole("heading", { name: "Grace" }).waitFor();
      await expect.poll(() => page.title()).toBe("Grace · Tidings");
      await page.reload();
      await page.getByRole("heading", { name: "Grace" }).waitFor();
      await expect.poll(() => page.title()).toBe("Grace · Tidings");
      await page.getByRole("link", { name: "Groups", exact: true }).click();
      await expect.poll(() => page.title()).toBe("Groups · Tidings");
    });
  });

  test("name, language, zone and fields are changed, and what is not in the form stays as it is", async () => {
    await site.api.createField({ key: "city", label: "City", type: "text" });
    await site.api.createField({ key: "children", label: "Children", type: "number" });
    await site.api.createField({ key: "size", label: "Size", type: "choice", choices: ["Small", "Large"] });
    await site.api.createField({ key: "old", label: "Old", type: "text" });
    const { id } = await subscribe("Ada", "+4915170000001");
    const fields = { city: "Bonn", size: "Small", old: "kept", shop_id: "4711" };
    await site.api.updateSubscriber({ id, custom_fields: fields });
    await site.api.updateField({ key: "old", archived: true });
    await as("editor", `/subscribers/${id}`, { tolerated: /status of 400/ }, async (page) => {
      await page.getByRole("heading", { name: "Ada" }).waitFor();
      await page.keyboard.press("e");
      const dialog = page.getByRole("dialog", { name: "Change Ada" });
      await dialog.getByLabel("Name", { exact: true }).fill(" ");
      await dialog.getByLabel("Children").fill("two");
      await choose(page, "Language", "German");
      await choose(page, "Time zone", "Europe/Vienna");
      await pick(page, "Size", "No value");
      expect(await dialog.getByLabel("Old").count()).toBe(0);
      expect(await accessibilityIssues(page)).toEqual([]);
      // Someone else, while the form is open.
      await site.api.updateSubscriber({ id, custom_fields: { ...fields, city: "Graz" } });

      await dialog.getByRole("button", { name: "Save this person" }).click();
      await expect.poll(() => dialog.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
      await dialog.getByLabel("Name", { exact: true }).fill("Ada King");
      await dialog.getByRole("button", { name: "Save this person" }).click();
      await expect.poll(() => dialog.getByLabel("Children").getAttribute("aria-invalid")).toBe("true");
      await dialog.getByLabel("Children").fill("2");
      await dialog.getByRole("button", { name: "Save this person" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("heading", { name: "Ada King" }).waitFor();
      await page.getByText("Europe/Vienna").waitFor();
    });
    const changed = await site.api.getSubscriber({ id });
    expect(changed).toMatchObject({ name: "Ada King", locale: "de", time_zone: "Europe/Vienna" });
    expect(changed.custom_fields).toEqual({ city: "Graz", children: 2, old: "kept", shop_id: "4711" });
  });

  test("a person without a name gets a language and stays without one", async () => {
    const file = new Blob(["phone\n+4915170000009\n"], { type: "text/csv" });
    const { job } = await site.api.importSubscribers({ file, mapping: { phone: "phone" } });
    await expect.poll(async () => (await site.api.getJob({ id: job.id })).state).toBe("completed");
    const { id } = (await site.api.listSubscribers({ search: "+4915170000009" })).items[0]!;
    await as("editor", `/subscribers/${id}?open=edit`, async (page) => {
      const dialog = page.getByRole("dialog", { name: "Change +49 151 700 000 09" });
      await choose(page, "Language", "Persian");
      await dialog.getByRole("button", { name: "Save this person" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText("Persian").waitFor();
    });
    expect(await site.api.getSubscriber({ id })).toMatchObject({ name: "", locale: "fa" });
  });

  test("a person's page says when marketing may next leave, and by which clock", async () => {
    const { id } = await subscribe("Nora", "+4915170000019");
    const window = [...farFromNow("Europe/Berlin")];
    const all = { weekdays: window, saturday: window, sunday: window, holidays: "open" as const };
    await site.api.updateSettings({ quiet_hours: { mode: "on", regions: { DE: all } }, frequency_cap: { mode: "on" } });
    try {
      await as("editor", `/subscribers/${id}`, async (page) => {
        await page.getByText("Europe/Berlin, by the number").waitFor();
        await page.getByText(/\(quiet hours\) · 3 more allowed at present$/).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        await site.api.updateSettings({ quiet_hours: { mode: "off" }, frequency_cap: { mode: "off" } });
        await page.reload();
        await page.getByText("At once", { exact: true }).waitFor();
      });
    } finally {
      await site.api.updateSettings({ quiet_hours: { mode: "off" }, frequency_cap: { mode: "off" } });
    }
  });

  test("a person joins a group by its rules and is taken out of another", async () => {
    const open = await site.api.createGroup({ name: "Open house", double_opt_in: false });
    const asked = await site.api.createGroup({ name: "Asked first", double_opt_in: true });
    const { id } = await subscribe("Grace", "+4915170000002");
    await as("editor", `/subscribers/${id}`, async (page) => {
      const groups = page.getByRole("region", { name: "Groups" });
      const add = async (name: string) => {
        await page.getByRole("heading", { name: "Grace" }).waitFor();
        await page.keyboard.press("a");
        const dialog = page.getByRole("dialog", { name: "Add Grace to a group" });
        await pick(page, "Group", name);
        await dialog.getByRole("button", { name: "Add to this group" }).click();
        await dialog.waitFor({ state: "detached" });
      };
      await add("Open house");
      await page.getByText("Grace is in Open house now.").first().waitFor();
      await add("Asked first");
      await page.getByText("Grace is asked by text to confirm, and joins after that.").first().waitFor();
      await groups.getByText("Not confirmed").waitFor();

      await groups.getByRole("button", { name: "Remove this person from Neighbors" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove 1 person" }).click();
      await page.getByText("Left: Neighbors").waitFor();
      await groups.getByText("Left", { exact: true }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("a");
      await pick(page, "Group", "Neighbors");
      await page.getByText("This person has left Neighbors").waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    });
    const { groups } = await site.api.getSubscriber({ id });
    expect(Object.fromEntries(groups.map((one) => [one.id, one.state]))).toEqual({
      [open.id]: "active",
      [asked.id]: "pending",
      [group]: "left",
    });
    const { items } = await site.api.listSandboxMessages({ to: "+4915170000002" });
    expect(items).toHaveLength(1);
  });

  test("a person is opted out with a reason, and comes back only with a consent", async () => {
    const { id } = await subscribe("Katherine", "+4915170000003");
    await as(
      "editor",
      `/subscribers/${id}`,
      { viewport: phone, colorScheme: "dark", tolerated: /status of 400/ },
      async (page) => {
        await page.getByRole("heading", { name: "Katherine" }).waitFor();
        await page.keyboard.press("o");
        const ask = page.getByRole("dialog", { name: "Opt Katherine out?" });
        await ask.getByRole("button", { name: "Opt 1 person out" }).click();
        await expect.poll(() => ask.getByLabel("Reason").getAttribute("aria-invalid")).toBe("true");
        await ask.getByLabel("Reason").fill("Asked by telephone");
        expect(await accessibilityIssues(page)).toEqual([]);
        await ask.getByRole("button", { name: "Opt 1 person out" }).click();
        await ask.waitFor({ state: "detached" });

        const entry = page.getByRole("list", { name: "Suppressions" }).getByRole("listitem");
        await entry.getByText("Asked by telephone").waitFor();
        await page.getByText("This number is suppressed").waitFor();
        expect(await page.getByRole("button", { name: /^(Opt out|Add to a group)/ }).count()).toBe(0);
        expect(await site.api.getSubscriber({ id })).toMatchObject({ suppressed: true, state: "left" });
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);

        await page.keyboard.press("l");
        const lift = page.getByRole("dialog");
        await lift.getByLabel("Reason").fill("Wrote again");
        await lift.getByRole("button", { name: "Lift this suppression" }).click();
        await expect.poll(() => lift.getByLabel("Who agreed").getAttribute("aria-invalid")).toBe("true");
        expect(await lift.locator("[aria-invalid=true]").count()).toBe(3);
        await lift.getByText("This is needed.").waitFor();
      },
    );
    expect(await site.api.getSubscriber({ id })).toMatchObject({ suppressed: true });
  });

  test("a person who was blocked is brought back on their page", async () => {
    const { id, mobile } = await subscribe("Joan", "+4915170000005");
    await site.api.createSuppression({ number: mobile, reason: "Wrong number" });
    await as(
      "editor",
      `/subscribers/${id}`, // The change may be told, and the entry read again, before its drawer is closed.
      { tolerated: /status of 404.*\/suppressions\// },
      async (page) => {
        const entry = page.getByRole("list", { name: "Suppressions" }).getByText("Wrong number");
        await entry.waitFor();
        await page.keyboard.press("l");
        const lift = page.getByRole("dialog");
        await lift.getByLabel("Reason").fill("A mistake");
        await lift.getByRole("button", { name: "Lift this suppression" }).click();
        await entry.waitFor({ state: "detached" });
        await page.getByRole("button", { name: "Opt out" }).waitFor();
        await page.getByText("This person gets what is sent to their groups.").waitFor();
      },
    );
    expect(await site.api.getSubscriber({ id })).toMatchObject({ suppressed: false, state: "active" });
  });

  test("the export has who the list shows, also those of a segment", async () => {
    await subscribe("=Formula", "+4915170000004");
    const { id } = await site.api.createSegment({
      name: "Formulas",
      filter: { all: [{ field: "name", op: "contains", value: "Formula" }] },
    });
    await as("editor", `/subscribers?segment=${id}&group_id=${group}`, async (page) => {
      await page.getByRole("link", { name: "=Formula" }).waitFor();
      const link = page.getByRole("link", { name: "Export as CSV" });
      await expect.poll(() => link.getAttribute("href")).toContain("filter=");
      const download = page.waitForEvent("download");
      await page.keyboard.press("x");
      const file = await download;
      expect(file.suggestedFilename()).toBe("subscribers.csv");
      const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain("'=Formula,+4915170000004");
    });
  });
});
