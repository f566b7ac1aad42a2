import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("two editors in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("editor", ["svc_subscribers"]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("a group that is deleted while it is chosen is named gone, and the next choice says what it needs", async () => {
    const home = await site.api.createGroup({ name: "Everybody" });
    const gone = await site.api.createGroup({ name: "Press" });
    await site.api.createGroup({ name: "Patients", double_opt_in: true });
    await site.api.createSubscriber({ name: "Ada", mobile: "+15005550000", group_id: home.id, double_opt_in: false });
    await visit(
      site,
      browser,
      "editor",
      "/subscribers",
      async (page) => {
        await page.getByRole("row").filter({ hasText: "Ada" }).getByRole("checkbox").check();
        await page.getByRole("button", { name: "Change 1 person" }).click();
        const drawer = page.getByRole("dialog");
        const group = drawer.getByLabel("Group", { exact: true });
        await group.click();
        await page.getByRole("option", { name: "Press" }).click();
        await site.api.deleteGroup({ id: gone.id });
        await drawer.getByRole("button", { name: /^Add 1 person to/ }).click();
        await drawer.getByText("This group is gone. Choose another one.").waitFor();
        // The list that the field opens would lie over the sentence.
        const focused = () => page.evaluate<string>("document.activeElement.value");
        await expect.poll(focused).toBe("Press");
        expect(await page.getByRole("option").count()).toBe(0);

        await group.click();
        await page.getByRole("option", { name: "Patients" }).click();
        await drawer.getByRole("button", { name: "Add 1 person to Patients" }).click();
        await drawer.getByText("This is needed.").waitFor();
        expect(await drawer.getByText("double_opt_in").count()).toBe(0);
        await drawer.getByRole("checkbox", { name: "They have agreed already" }).check();
        await drawer.getByRole("button", { name: "Add 1 person to Patients" }).click();
        await page.getByText("Add to a group: Patients").waitFor();
        await page.getByText("1 person changed").waitFor();
      },
      { tolerated: /status of 40[09]/ },
    );
  });
});
