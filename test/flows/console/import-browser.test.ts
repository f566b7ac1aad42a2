import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  desktop,
  launchBrowser,
  overflowOf,
  phone,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

const mobile = (nth: number): string => `+49151${10_000_000 + nth}`;

/** 500 people of whom five have no number that can be read: in the rows 12, 112, 212, 312 and 412. */
function fiveHundred(): string {
  const rows = Array.from({ length: 500 }, (_, nth) => {
    const row = nth + 2;
    return `Person ${nth};${row % 100 === 12 ? "12" : mobile(nth)};${nth % 2 === 0 ? "Berlin" : "Köln"}`;
  });
  return ["Name;Mobile;City", ...rows, ""].join("\n");
}

describe.skipIf(!browserPresent)("an import in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.api.createGroup({ name: "Fair" });
    await site.userWith("editor", ["svc_subscribers"]);
    await site.userWith("writer", ["svc_subscribers", "svc_sendsms"]);
    await site.userWith("reader", ["svc_outbox"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  const choose = (page: Page, name: string, content: string) =>
    page.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });

  const people = async (search: string) => {
    const { pagination } = await site.api.listSubscribers({ search, state: "all" });
    return pagination.total;
  };

  test("500 rows with five faulty ones: check, repair in place, import once, reload, download the errors", () =>
    as("editor", "/import", async (page) => {
      await choose(page, "people.csv", fiveHundred());
      await page.getByRole("heading", { name: "5 rows have an error" }).waitFor();
      await page.getByRole("cell", { name: "Mobile is too short for a phone number" }).first().waitFor();
      await page.getByRole("button", { name: "Import 495 rows" }).waitFor();
      expect(await people("Person")).toBe(0);

      // What is entered stays while the file is checked with another plan.
      await page.getByRole("textbox", { name: "Mobile in row 12", exact: true }).fill("+49 151 20000012");

      // The list of the file's first rows is as the service reads it, with the field that it would make.
      await page.getByText("City: Köln").first().waitFor({ state: "detached" });
      await page.getByRole("combobox", { name: "What “City” holds" }).click();
      await page.getByRole("option", { name: "New field “City”" }).click();
      await page.getByText("City: Köln").first().waitFor();

      await page.getByRole("button", { name: "Repair 1 cell and check again" }).click();
      await page.getByRole("heading", { name: "4 rows have an error" }).waitFor();

      await page.getByLabel("Where they agreed").fill("paper form, June fair");
      const start = page.getByRole("button", { name: "Import 496 rows" });
      await start.waitFor();
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.dblclick();
      await page.waitForURL(/\/import\/job_/);
      await page.reload();
      await page.getByText("496 of 496 people").waitFor();
      await page.getByRole("link", { name: "New people 496" }).waitFor();
      await page.getByRole("heading", { name: "4 rows have an error" }).waitFor();

      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download the errors" }).click();
      const chunks: Buffer[] = [];
      for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer);
      const lines = Buffer.concat(chunks).toString("utf8").trim().split(/\r?\n/);
      expect(lines).toHaveLength(5);
      expect(lines[1]).toContain("112,2,phone,is too short for a phone number");

      expect(await people("Person")).toBe(496);
      const { items } = await site.api.listJobs({ kind: "import", per_page: 100 });
      expect(items.filter(({ result }) => result?.["dry_run"] !== true)).toHaveLength(1);
      const { items: found } = await site.api.listSubscribers({ search: "Person 10", per_page: 100 });
      const repaired = await site.api.getSubscriber({ id: found.find(({ name }) => name === "Person 10")!.id });
      expect(repaired.mobile).toBe("+4915120000012");
      expect(repaired.custom_fields).toMatchObject({ city: "Berlin" });
      // Segments, forms and lists offer it.
      expect((await site.api.listFields({})).items).toMatchObject([{ key: "city", label: "City", type: "text" }]);
      expect(repaired.history[0]).toMatchObject({ kind: "imported", source: "paper form, June fair" });

      await page.getByRole("link", { name: "Import another file" }).click();
      await page.getByRole("link", { name: /500 rows/ }).waitFor();
    }));

  test("repaired cells are not discarded without confirmation: by a link, by Back, by another file", () =>
    as("editor", "/groups", async (page) => {
      await page.getByRole("navigation").getByRole("link", { name: "Import", exact: true }).click();
      await choose(page, "two.csv", "Name;Mobile\nAnna;12\nBert;+4915130000001\n");
      const cell = page.getByRole("textbox", { name: "Mobile in row 2", exact: true });
      await cell.fill("+49 151 30000002");
      const question = page.getByRole("dialog", { name: "What you changed is not saved" });
      const leave = [
        () => page.getByRole("navigation").getByRole("link", { name: "Groups", exact: true }).click(),
        () => page.goBack(),
        () => page.getByRole("button", { name: "Choose another file" }).click(),
      ];
      for (const go of leave) {
        await go();
        await question.getByRole("button", { name: "Go on editing" }).click();
        await question.waitFor({ state: "detached" });
      }
      expect(await cell.inputValue()).toBe("+49 151 30000002");
      await page.getByRole("button", { name: "Repair 1 cell and check again" }).click();
      await page.getByRole("button", { name: "Import 2 rows" }).click();
      await page.getByText("2 of 2 people").waitFor();
      expect(await question.count()).toBe(0);
      await page.getByRole("link", { name: "Import another file" }).click();
      await choose(page, "one.csv", "Name;Mobile\nAnna;12\n");
      await cell.fill("+49 151 30000003");
      await page.getByRole("button", { name: "Choose another file" }).click();
      await question.getByRole("button", { name: "Leave anyway" }).click();
      await page.getByRole("button", { name: "Choose a file" }).waitFor();
      await page.goBack();
      await page.waitForURL(/\/import\/job_/);
      expect(await question.count()).toBe(0);
    }));

  test("an import into several groups offers to write to them, also when it is opened later", async () => {
    for (const name of ["Choir", "Band"]) await site.api.createGroup({ name });
    await as("writer", "/import", async (page) => {
      await choose(page, "one.csv", `Name,Mobile\nCleo,${mobile(940)}\n`);
      for (const name of ["Choir", "Band"]) {
        await page.getByRole("combobox", { name: "Groups", exact: true }).fill(name);
        await page.getByRole("option", { name, exact: true }).click();
      }
      const start = page.getByRole("button", { name: "Import 1 row" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByRole("link", { name: "Write a message" }).waitFor();
      await page.getByRole("link", { name: "Import another file" }).click();
      await page.getByRole("link", { name: /1 row/ }).first().click();
      await page.getByRole("link", { name: "Write a message" }).waitFor();
      await page.keyboard.press("w");
      await page.waitForURL(/\/compose/);
      for (const name of ["Choir", "Band"]) await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe("");
    });
  });

  test("an import whose rows name their groups offers to write to these", () =>
    as("writer", "/import", async (page) => {
      for (const name of ["Alto", "Bass", "Tenor"]) await site.api.createGroup({ name });
      await choose(page, "voices.csv", `Name,Mobile,Groups\nFay,${mobile(960)},Alto\nGus,${mobile(961)},Bass\n`);
      const start = page.getByRole("button", { name: "Import 2 rows" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByRole("link", { name: "Write a message" }).click();
      await page.waitForURL(/\/compose/);
      for (const name of ["Alto", "Bass"]) await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
      expect(await page.getByRole("button", { name: /^Remove (?:Tenor|Newsletter)/ }).count()).toBe(0);
    }));

  test("a column that no heading explains is chosen, and what is no CSV file is refused in words", () =>
    as("editor", "/import", { tolerated: /status of 400/ }, async (page) => {
      await choose(page, "people.xlsx", "PK");
      await page.getByText("people.xlsx is a workbook.").waitFor();
      await choose(page, "old.csv", `Who,Reached by\nAda,${mobile(900)}\n`);
      await page.getByText("No column is known to hold mobile numbers.").waitFor();
      expect(await page.getByRole("button", { name: "Import this file" }).isDisabled()).toBe(true);
      await page.getByRole("combobox", { name: "What “Reached by” holds" }).click();
      await page.getByRole("option", { name: "Mobile number" }).click();
      await page.getByRole("combobox", { name: "What “Who” holds" }).click();
      await page.getByRole("option", { name: "Name", exact: true }).click();
      await page.getByRole("button", { name: "Import 1 row" }).waitFor();
      await page.getByRole("cell", { name: "Ada", exact: true }).waitFor();
    }));

  test("groups that rows name are created when that is chosen, after a check that lists them", () =>
    as("editor", "/import", async (page) => {
      const rows = [
        `Ada,${mobile(800)},"Fair, Early birds"`,
        `Ben,${mobile(801)},early birds`,
        `Cleo,${mobile(802)},Fair`,
      ];
      await choose(page, "tags.csv", `Name,Mobile,Tags\n${rows.join("\n")}\n`);
      await page.getByRole("heading", { name: "2 rows have an error" }).waitFor();
      await page.getByText("Choose “Create groups that do not exist” below").first().waitFor();
      await page.getByRole("switch", { name: "Create groups that do not exist" }).click();
      await page.getByText("1 group will be created").waitFor();
      await page.getByRole("row", { name: "Early birds 2" }).waitFor();
      await page.getByRole("cell", { name: "Fair, Early birds" }).waitFor();
      expect((await site.api.listGroups({ search: "Early" })).items).toEqual([]);
      const start = page.getByRole("button", { name: "Import 3 rows" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByText("1 group was created").waitFor();
      // Counts of groups follow within a second.
      await expect
        .poll(async () => (await site.api.listGroups({ search: "Early" })).items)
        .toMatchObject([{ name: "Early birds", active_count: 2 }]);
    }));

  test("without a group people join the first one, which is named before and written to after", () =>
    as("writer", "/import", async (page) => {
      await choose(page, "one.csv", `Name,Mobile\nDora,${mobile(950)}\n`);
      await page.getByText("people whose row names no group join Newsletter").waitFor();
      const start = page.getByRole("button", { name: "Import 1 row" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByText("1 of 1 person").waitFor();
      await page.getByRole("link", { name: "Write a message" }).click();
      await page.waitForURL(/\/compose/);
      await page.getByText("Newsletter", { exact: true }).waitFor();
    }));

  test("a group that is missing is created from the import, and the people join it", () =>
    as("writer", "/import", async (page) => {
      await choose(page, "one.csv", `Name,Mobile\nEdda,${mobile(951)}\n`);
      await page.getByRole("combobox", { name: "Groups", exact: true }).fill("Winter fair");
      await page.getByRole("option", { name: "Create the group “Winter fair”" }).click();
      await page.getByText("Winter fair", { exact: true }).waitFor();
      const start = page.getByRole("button", { name: "Import 1 row" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByText("1 of 1 person").waitFor();
      const [group] = (await site.api.listGroups({ search: "Winter fair" })).items;
      await page.getByRole("link", { name: "Show the people" }).click();
      await page.waitForURL(new RegExp(`group_id=${group!.id}`));
      await page.getByText("Edda").waitFor();
    }));

  test("a column that can become no field any more is said so, and no values are stored without one", () =>
    as("editor", "/import", { tolerated: /status of 409/ }, async (page) => {
      await choose(page, "jobs.csv", `First name,Mobile,شغل,JSON\nHal,${mobile(970)},Smith,"{""name"":""Hal""}"\n`);
      await page.getByRole("combobox", { name: "What “JSON” holds" }).click();
      await page.getByRole("option", { name: "Several values as JSON" }).click();
      await page.getByRole("combobox", { name: /شغل/ }).click();
      await page.getByRole("option", { name: /شغل/ }).click();
      await page.getByText(/^.*شغل.*: Smith, name: Hal$/).waitFor();
      const { items: before } = await site.api.listFields({ per_page: 100 });
      const keys = Array.from({ length: 50 - before.length }, (_, nth) => `full_${nth}`);
      for (const key of keys) await site.api.createField({ key, type: "text" });
      const start = page.getByRole("button", { name: "Import 1 row" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByText("There are 50 fields already, which is the maximum.").waitFor();
      expect(await people("Hal")).toBe(0);
      for (const key of keys) await site.api.deleteField({ key });
      await start.click();
      await page.waitForURL(/\/import\/job_/);
      await page.getByText("1 of 1 person").waitFor();
      const { items } = await site.api.listFields({ per_page: 100 });
      expect(items.filter(({ label }) => label === "شغل")).toMatchObject([{ key: "column_3" }]);
    }));

  test("two columns whose names differ only after 60 letters become two fields", () =>
    as("editor", "/import", async (page) => {
      const question = "How did you learn about the newsletter that we send every month";
      const [one, other] = [`${question}, first answer`, `${question}, second answer`];
      await choose(page, "long.csv", `Name;Mobile;"${one}";"${other}"\nIda;${mobile(910)};friend;poster\n`);
      for (const name of [one, other]) {
        await page.getByRole("combobox", { name: `What “${name}” holds` }).click();
        await page.getByRole("option", { name: `New field “${name}”` }).click();
      }
      await page.getByText(`${one}: friend, ${other}: poster`).waitFor();
      const start = page.getByRole("button", { name: "Import 1 row" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByText("1 of 1 person").waitFor();
      const { items } = await site.api.listFields({ per_page: 100 });
      const keyOf = (name: string) => items.find(({ label }) => label === name)!.key;
      const { items: found } = await site.api.listSubscribers({ search: "Ida" });
      const { custom_fields: values } = await site.api.getSubscriber({ id: found[0]!.id });
      expect(values).toMatchObject({ [keyOf(one)]: "friend", [keyOf(other)]: "poster" });
      for (const name of [one, other]) await site.api.updateField({ key: keyOf(name), archived: true });
    }));

  test("a column named like an archived field says so, and is read into it once the field is in use again", () =>
    as("editor", "/import", async (page) => {
      await site.api.createField({ key: "shoe", label: "Shoe size", type: "number" });
      await site.api.updateField({ key: "shoe", archived: true });
      await choose(page, "shoes.csv", `Name,Mobile,Shoe size\nJon,${mobile(920)},43\n`);
      await page.getByText("The field “Shoe size” is archived, so nothing is read into it.").waitFor();
      await page.getByRole("button", { name: "Use this field again: Shoe size" }).click();
      await page.getByText("Shoe size: 43").waitFor();
      const held = page.getByRole("combobox", { name: "What “Shoe size” holds" });
      expect(await held.inputValue()).toBe("Shoe size");
      const start = page.getByRole("button", { name: "Import 1 row" });
      await expect.poll(() => start.isEnabled()).toBe(true);
      await start.click();
      await page.getByText("1 of 1 person").waitFor();
      const { items: found } = await site.api.listSubscribers({ search: "Jon" });
      const { custom_fields: values } = await site.api.getSubscriber({ id: found[0]!.id });
      expect(values).toMatchObject({ shoe: 43 });
    }));

  test("in the first rows every name of a field stands beside its value, whatever direction both have", () =>
    as("editor", "/import", async (page) => {
      await site.api.createField({ key: "town", label: "Town", type: "text" });
      await site.api.createField({ key: "zip", label: "کد", type: "text" });
      await choose(page, "mixed.csv", `Name,Mobile,Town,کد\nKim,${mobile(930)},تهران,A-12\n`);
      const cell = page.getByRole("cell", { name: "Town: تهران, کد: A-12" });
      await cell.waitFor();
      // From left to right.
      const order = await page.evaluate<string[]>(`(() => {
        const leftOf = (word) => {
          const texts = document.createTreeWalker(document.querySelector("table:last-of-type"), NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const at = texts.currentNode.nodeValue.indexOf(word);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(texts.currentNode, at);
            range.setEnd(texts.currentNode, at + word.length);
            return range.getBoundingClientRect().left;
          }
        };
        return ["Town", "تهران", "کد", "A-12"].toSorted((one, other) => leftOf(one) - leftOf(other));
      })()`);
      expect(order).toEqual(["Town", "تهران", "کد", "A-12"]);
    }));

  test("hostile cells are text, and do not make the page wider", () =>
    as("editor", "/import", { viewport: phone }, async (page) => {
      const names = ["<img src=x onerror=alert(1)>", "\u202Eevil", "x".repeat(180), `=HYPERLINK("http://evil")`];
      const rows = names.map((name, nth) => `"${name.replaceAll('"', '""')}",${mobile(700 + nth)}`);
      const word = "y".repeat(10_000);
      await choose(page, "<b>hostile</b>.csv", `Name,Mobile,Note\n${rows.map((row) => `${row},${word}\n`).join("")}`);
      await page.getByRole("button", { name: "Import 4 rows" }).waitFor();
      await page.getByRole("heading", { name: "<b>hostile</b>.csv" }).waitFor();
      await page.getByText("<img src=x onerror=alert(1)>").first().waitFor();
      expect(await page.locator("img").count()).toBe(0);
      expect(await overflowOf(page)).toBe(0);
    }));

  for (const [colorScheme, viewport] of [
    ["light", desktop],
    ["dark", phone],
  ] as const) {
    test(`no serious issue in ${colorScheme} at ${viewport.width} px, before, during and after`, () =>
      as("editor", "/import", { colorScheme, viewport }, async (page) => {
        await page.getByRole("button", { name: "Choose a file" }).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        await choose(page, "people.csv", `Name,Mobile\nAda,12\nBen,${mobile(viewport.width)}\n`);
        await page.getByRole("textbox", { name: "Mobile in row 2", exact: true }).waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        const start = page.getByRole("button", { name: "Import 1 row" });
        await expect.poll(() => start.isEnabled()).toBe(true);
        await start.click();
        await page.getByText("1 of 1 person").waitFor();
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }));
  }

  test("a user who may not manage subscribers is told so", () =>
    as("reader", "/import", async (page) => {
      await page.getByRole("heading", { name: "You may not manage subscribers" }).waitFor();
      expect(await page.getByLabel("CSV file").count()).toBe(0);
    }));
});
