import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accessibilityIssues, browserPresent, launchBrowser, phone } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit, type VisitOptions } from "../../support/console/visit.ts";

const HOUR = 3_600_000;

/** As the field takes it, in the time of the site: UTC. */
const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16);

describe.skipIf(!browserPresent)("an opt-out that is lifted in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let group: number;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("editor", ["svc_subscribers", "svc_sendsms"]);
    ({ id: group } = await site.api.createGroup({ name: "Choir", double_opt_in: false }));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Somebody who opted out a day ago. */
  async function optedOut(name: string, mobile: string): Promise<{ readonly id: number; readonly person: number }> {
    const { id: person } = await site.api.createSubscriber({ name, mobile, group_ids: [group], double_opt_in: false });
    await site.api.createSuppression({ number: mobile, kind: "opt_out", reason: "Asked by telephone" });
    const database = new pg.Client({ connectionString: site.settings["DATABASE_URL"] });
    await database.connect();
    try {
      await database.query("update suppressions set at = at - interval '1 day' where phone = $1", [mobile]);
    } finally {
      await database.end();
    }
    const [entry] = (await site.api.listSuppressions({ search: mobile })).items;
    return { id: entry!.id, person };
  }

  const open = (path: string, work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
    // The live stream may cause the entry to be read again before its drawer is closed.
    visit(site, browser, "editor", path, work, { tolerated: /status of 40[049].*\/suppressions\//, ...options });

  async function fill(page: Page, at: number): Promise<void> {
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Reason").fill("Subscribed again in the shop");
    await drawer.getByLabel("Who agreed").fill("Grace Hopper");
    await drawer.getByLabel("When they agreed").fill(minuteOf(at));
    await drawer.getByLabel("How it can be proved").fill("Signed form no. 17, in the folder of the shop");
    await drawer.getByRole("button", { name: "Lift this suppression" }).click();
  }

  test("goes with a consent that is newer, is refused with an older one, and the person can join and be written to again", async () => {
    const number = "+4915112340042";
    const { id, person } = await optedOut("Grace Hopper", number);
    await open(`/suppressions?entry=${id}`, async (page) => {
      const drawer = page.getByRole("dialog");
      await drawer.getByText("This person said that they want nothing.", { exact: false }).waitFor();
      await fill(page, Date.now() - 48 * HOUR);
      await drawer
        .getByRole("alert")
        .getByText("This person opted out after that consent. Lifting the opt-out takes a newer one.", { exact: false })
        .waitFor();
      expect(await drawer.getByLabel("How it can be proved").inputValue()).toContain("Signed form");
      expect((await site.api.listSuppressions({ search: number })).items).toHaveLength(1);
      await drawer.getByLabel("When they agreed").fill(minuteOf(Date.now() - HOUR));
      expect(await accessibilityIssues(page)).toEqual([]);
      await drawer.getByRole("button", { name: "Lift this suppression" }).click();
      await drawer.waitFor({ state: "detached" });
      await page.getByText("is off the list. It is in no group until it joins one.").first().waitFor();
      await page.getByRole("heading", { name: "Nobody has opted out" }).waitFor();
      expect((await site.api.listSuppressions({ search: number })).items).toEqual([]);

      // The record of it, with who agreed and how it is proved, and what comes next.
      await page.goto(`${site.url}/subscribers/${person}`);
      await page.getByText("Signed form no. 17, in the folder of the shop").waitFor();
      await page.getByText("Subscribed again in the shop").waitFor();
      await page.getByRole("button", { name: /^Add to a group/ }).click();
      const join = page.getByRole("dialog");
      await join.getByRole("combobox", { name: "Group" }).click();
      await page.getByRole("option", { name: "Choir" }).click();
      await join.getByText("This person has left Choir: add them only if they agreed again.").waitFor();
      await join.getByRole("button", { name: "Add to this group" }).click();
      await page.getByText("This person gets what is sent to their groups.").waitFor();
    });
    const preview = await site.api.previewMessage({ message: "Hello", group_ids: [group], category: "marketing" });
    expect(preview.people).toMatchObject({ suppressed: 0, final: 1 });
  });

  test("is lifted in the minute of the STOP, by a consent that is given now", async () => {
    const number = "+4915112340044";
    await site.api.createSubscriber({ name: "Ada King", mobile: number, group_ids: [group], double_opt_in: false });
    await site.api.createSuppression({ number, kind: "opt_out", reason: "STOP" });
    const [entry] = (await site.api.listSuppressions({ search: number })).items;
    await open(`/suppressions?entry=${entry!.id}`, async (page) => {
      const drawer = page.getByRole("dialog");
      await drawer.getByLabel("Reason").fill("Meant the other shop");
      await drawer.getByLabel("Who agreed").fill("Ada King");
      await drawer.getByLabel("How it can be proved").fill("Signed form no. 18");
      const when = drawer.getByLabel("When they agreed");
      // A minute is too coarse here: the field asks for the second.
      await when.fill(minuteOf(Date.parse(entry!.added_at)));
      await expect.poll(() => when.getAttribute("step")).toBe("1");
      // Of two times in one second nobody knows which came first.
      await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(Date.parse(entry!.added_at) + 1_000);
      await drawer.getByRole("button", { name: "Now", exact: true }).click();
      expect(await when.inputValue()).toMatch(/T\d\d:\d\d:\d\d$/);
      await drawer.getByRole("button", { name: "Lift this suppression" }).click();
      await drawer.waitFor({ state: "detached" });
    });
    expect((await site.api.listSuppressions({ search: number })).items).toEqual([]);
  });

  test("is lifted from the page of the person, on a phone", async () => {
    const { person } = await optedOut("Mary Kenneth", "+4915112340043");
    await open(
      `/subscribers/${person}`,
      async (page) => {
        const entry = page.getByRole("list", { name: "Suppressions" }).getByRole("listitem");
        await entry.getByText("Asked by telephone").waitFor();
        await entry.getByRole("button").click();
        await fill(page, Date.now() - HOUR);
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await page.getByText("Signed form no. 17, in the folder of the shop").waitFor();
        expect(await page.getByText("This number is suppressed").count()).toBe(0);
      },
      { viewport: phone },
    );
    expect(await site.api.getSubscriber({ id: person })).toMatchObject({ suppressed: false });
  });
});
