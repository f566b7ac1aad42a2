import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  launchBrowser,
  looks,
  overflowOf,
} from "../../support/console/browser.ts";
import { intercept } from "../../support/console/intercept.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visit, type VisitOptions } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("choosing whom a message goes to in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  let group: number;
  let ana: number;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole({ TIDINGS_COUNTRY: "DE" }), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers", "svc_users", "svc_outbox"]);
    await site.userWith("clerk", ["svc_sendsms"]);
    ({ id: group } = await site.api.createGroup({ name: "Choir" }));
    const join = (name: string, mobile: string) =>
      site.api.createSubscriber({ name, mobile, group_ids: [group], double_opt_in: false });
    ({ id: ana } = await join("Ana Berg", "+4915112350001"));
    await join("Anatol Kern", "+4915112350002");
    const user = (username: string, name: string, phone: string) =>
      site.api.createUser({ username, name, email: `${username}@example.com`, phone, roles: ["ada-role"] });
    await user("boss", "Berta Boss", "+4915112350003");
    await user("mute", "Mute Meyer", "");
    await site.api.createRole({ name: "fans", label: "Kern fans", capabilities: [] });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const compose = (username: string, work: (page: Page) => Promise<void>, path = "/compose", options?: VisitOptions) =>
    visit(
      site,
      browser,
      username,
      path,
      async (page) => {
        await page.getByRole("heading", { name: "New message", level: 1 }).waitFor();
        await work(page);
      },
      options,
    );
  const to = (page: Page) => page.getByLabel("To: a group, a name or a number");
  const text = (page: Page) => page.getByLabel("Text", { exact: true });
  const pill = (page: Page, name: string) => page.getByRole("button", { name: `Remove ${name}`, exact: true });
  test("a user who may only send is offered all subscribers and roles, types numbers, and sees no names of people", () =>
    compose("clerk", async (page) => {
      await to(page).fill("An");
      await to(page).fill("");
      await page.getByRole("option", { name: "All subscribers" }).waitFor();
      await page.getByRole("option", { name: /Role of ada/ }).waitFor();
      expect(await page.getByRole("listbox").getByRole("group").count()).toBe(2);
      await to(page).fill("all sub");
      await page.getByRole("option", { name: "All subscribers" }).waitFor();
      await to(page).press("ArrowDown");
      await to(page).press("Enter");
      await pill(page, "All subscribers").waitFor();
      // The other choices do not cover the counts.
      await page.getByRole("listbox").waitFor({ state: "hidden" });
      await page.getByText("2 people", { exact: true }).waitFor();
      for (const name of ["Ana", "Berta"]) {
        const looked = page.waitForResponse((response) => response.url().includes(`search=${name}`));
        await to(page).fill(name);
        await looked;
        expect(await page.getByRole("listbox").getByRole("option").count()).toBe(0);
      }
      await to(page).fill("Kern");
      await page.getByRole("option", { name: /Kern fans/ }).click();
      await pill(page, "Kern fans").waitFor();
    }));

  test("every source is chosen by the keyboard alone, kept with the draft and sent to, each person by name", async () => {
    await site.api.createCustomer({ name: "Cora Customer", phone: "+4915112350004" });
    await compose("ada", async (page) => {
      const choose = async (typed: string, name: RegExp, removal: string) => {
        await to(page).pressSequentially(typed);
        await page.getByRole("option", { name }).waitFor();
        await to(page).press("Enter");
        await pill(page, removal).waitFor();
        expect(await to(page).inputValue()).toBe("");
      };
      await to(page).focus();
      await choose("ana b", /Ana Berg/, "Ana Berg");
      await choose("Berta", /Berta Boss/, "Berta Boss");
      await choose("customers", /Customers/, "Customers");
      await choose("role of a", /Role of ada/, "Role of ada");
      await to(page).pressSequentially("0151 12350005");
      await to(page).press("Enter");
      // The keyboard stays in the field after a pill is gone.
      await to(page).pressSequentially("+4915112350006,");
      await pill(page, "+4915112350006").focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => pill(page, "+4915112350006").count()).toBe(0);
      expect(await page.evaluate<string>("document.activeElement.getAttribute('aria-label')")).toMatch(/^To: /);
      await text(page).fill("Hello {{name | you}}");
      await page.getByText("4 people", { exact: true }).waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.reload();
      await page.getByText("Your draft from before").waitFor();
      for (const name of ["Ana Berg", "Berta Boss", "Role of ada", "Customers"]) await pill(page, name).waitFor();
      await page.getByRole("button", { name: "Check 4 texts" }).click();
      await page.getByRole("button", { name: "Send 4 texts", exact: true }).click();
      await page.getByRole("heading", { name: "4 texts are leaving" }).waitFor();
    });
    const received = async () => {
      const { items } = await site.api.listOutbox({ per_page: 100 });
      return Object.fromEntries(items.map(({ recipient, message }) => [recipient, message]));
    };
    await expect.poll(received).toEqual({
      "+4915112350001": "Hello Ana Berg",
      "+4915112350003": "Hello Berta Boss",
      "+4915112350004": "Hello Cora Customer",
      "+4915112350005": "Hello you",
    });
  });

  test("Enter chooses who stands first when all are looked up, however fast it is pressed", () =>
    compose("ada", async (page) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await intercept(page, /\/subscribers\?/, async (route) => {
        await promise;
        await route.continue();
      });
      await to(page).fill("kern");
      await page.getByRole("option", { name: /Kern fans/ }).waitFor();
      await to(page).press("Enter");
      expect(await pill(page, "Kern fans").count()).toBe(0);
      resolve();
      await pill(page, "Anatol Kern").waitFor();
      expect(await to(page).inputValue()).toBe("");
    }));

  test("a person is found by digits of their number, and a user without a number cannot be chosen", () =>
    compose("ada", async (page) => {
      await to(page).fill("12350002");
      await page.getByRole("option", { name: /Anatol Kern/ }).click();
      await pill(page, "Anatol Kern").waitFor();
      await to(page).fill("Mute");
      const mute = page.getByRole("option", { name: /Mute Meyer/ });
      // Two people of one name are told apart by their user names, and no number is shown.
      await to(page).fill("Boss");
      await page
        .getByRole("option", { name: /Berta Boss/ })
        .getByText("boss", { exact: true })
        .waitFor();
      await to(page).fill("Mute");
      await mute.getByText("no phone number").waitFor();
      expect(await mute.getAttribute("aria-disabled")).toBe("true");
      expect(await accessibilityIssues(page)).toEqual([]);
    }));

  test("digits become a number only if they are one, and otherwise stay in the field and keep the message from leaving", () =>
    compose("ada", async (page) => {
      const numberPill = page.getByRole("button", { name: /^Remove \+?\d/ });
      const why = page.locator("#compose-why");
      await text(page).fill("Hello");
      await to(page).fill("12");
      await text(page).focus();
      await page.getByText("This is not a phone number. Write it with + and the country").first().waitFor();
      expect(await to(page).inputValue()).toBe("12");
      expect(await to(page).getAttribute("aria-invalid")).toBe("true");
      await why.getByText("A number is still in the field “To”: finish it or remove it.").waitFor();
      expect(await page.getByRole("button", { name: "Check the message" }).getAttribute("aria-disabled")).toBe("true");
      expect(await accessibilityIssues(page)).toEqual([]);
      expect(await numberPill.count()).toBe(0);
      // Part of the number of a person found, although it would be a valid number in some country.
      await to(page).fill("12350002");
      await page.getByRole("option", { name: /Anatol Kern/ }).waitFor();
      await to(page).press("Enter");
      await page.getByText("People with these digits in their number are in the list").first().waitFor();
      await text(page).focus();
      expect(await to(page).inputValue()).toBe("12350002");
      expect(await numberPill.count()).toBe(0);
      // The complete number selects that person.
      await to(page).fill("0151 12350002");
      await text(page).focus();
      await pill(page, "Anatol Kern").waitFor();
      expect(await to(page).inputValue()).toBe("");
      await page.getByRole("button", { name: "Check 1 text" }).waitFor();
      await to(page).fill("+49 151 12350077");
      await text(page).focus();
      await pill(page, "+49 151 12350077").waitFor();
      await page.getByRole("button", { name: "Check 2 texts" }).waitFor();
    }));

  test("a name that was typed and not chosen prevents the send, and one that does not exist is reported", () =>
    compose("ada", async (page) => {
      await to(page).fill("Choir");
      await page.getByRole("option", { name: /Choir/ }).click();
      await text(page).fill("Rehearsal at seven.");
      const check = page.getByRole("button", { name: "Check 2 texts" });
      await expect.poll(() => check.getAttribute("aria-disabled")).toBe("false");
      await to(page).fill("Zzyzx");
      await page.getByText("Nobody and no group has this name, or you have chosen them already.").waitFor();
      await text(page).focus();
      await page.getByText("A name is still in the field “To”: choose it from the list or remove it.").waitFor();
      const stopped = page.getByRole("button", { name: "Check the message" });
      expect(await stopped.getAttribute("aria-disabled")).toBe("true");
      await to(page).fill("");
      await expect.poll(() => check.getAttribute("aria-disabled")).toBe("false");
    }));

  test("a single customer is found by name or number, told from a subscriber with the same id and sent to by name", async () => {
    const add = (name: string, phone: string) => site.api.createCustomer({ name, phone });
    const { id: dora } = await add("Dora Shopper", "+4915112350011");
    await add("Dorian Shopper", "+4915112350012");
    const { id: bergmann } = await add("Ana Bergmann", "+4915112350013");
    await add("Ana Berg of the shop", "+4915112350001");
    await compose("ada", async (page) => {
      await to(page).fill("Ana Berg");
      // The customers are listed: one who is also a subscriber is offered once.
      await page.getByRole("option", { name: /Ana Bergmann/ }).waitFor();
      expect(await page.getByRole("option", { name: /of the shop/ }).count()).toBe(0);
      await page.getByRole("option", { name: /^Ana Berg(?!mann)/ }).click();
      await to(page).fill("shopper");
      await page
        .getByRole("group", { name: "Customers" })
        .getByRole("option", { name: /Dorian Shopper/ })
        .click();
      await to(page).fill("Anatol");
      await page.getByRole("option", { name: /Anatol Kern/ }).click();
      await to(page).fill("12350011");
      await page.getByRole("option", { name: /Dora Shopper/ }).click();
      await pill(page, "Dorian Shopper").click();
      await expect.poll(() => pill(page, "Dorian Shopper").count()).toBe(0);
      // One of these two subscribers has the id of the customer who stays.
      const { items } = await site.api.listSubscribers({ per_page: 100 });
      const twin = items.find(({ id }) => id === dora)!.name;
      expect(["Ana Berg", "Anatol Kern"]).toContain(twin);
      await pill(page, "Ana Berg").click();
      await pill(page, "Anatol Kern").click();
      await expect.poll(() => pill(page, "Anatol Kern").count()).toBe(0);
      await pill(page, "Dora Shopper").waitFor();
      await text(page).fill("Hi {{name | you}}");
      expect(await accessibilityIssues(page)).toEqual([]);
      await page.getByRole("button", { name: "Check 1 text" }).click();
      await page.getByRole("button", { name: "Send 1 text", exact: true }).click();
      await page.getByRole("heading", { name: "1 text is leaving" }).waitFor();
    });
    const received = async () => {
      const { items } = await site.api.listOutbox({ per_page: 100 });
      return items
        .filter(({ message }) => message.startsWith("Hi "))
        .map(({ recipient, message }) => [recipient, message]);
    };
    await expect.poll(received).toEqual([["+4915112350011", "Hi Dora Shopper"]]);
    await site.api.deleteCustomer({ id: bergmann });
  });

  test("all subscribers take the place of groups, which are not offered beside them", () =>
    compose("ada", async (page) => {
      await to(page).fill("Choir");
      await page.getByRole("option", { name: /Choir/ }).click();
      await to(page).fill("All sub");
      await page.getByRole("option", { name: /All subscribers/ }).click();
      await pill(page, "All subscribers").waitFor();
      expect(await pill(page, "Choir").count()).toBe(0);
      await to(page).fill("Choir");
      expect(await page.getByRole("listbox").getByRole("option").count()).toBe(0);
      await to(page).fill("");
      await to(page).press("Backspace");
      await expect.poll(() => pill(page, "All subscribers").count()).toBe(0);
    }));

  test("a group, a person and a user are written to from where they are shown; the audience before can be brought back", () =>
    visit(site, browser, "ada", `/subscribers/${ana}`, async (page) => {
      await page.getByRole("heading", { name: "Ana Berg", level: 1 }).waitFor();
      await page.keyboard.press("w");
      await pill(page, "Ana Berg").waitFor();
      await page.waitForURL(/\/compose$/);
      await page.goto(`${site.url}/groups`);
      await page.getByRole("link", { name: "Write to Choir" }).click();
      await pill(page, "Choir").waitFor();
      expect(await pill(page, "Ana Berg").count()).toBe(0);
      await page.getByText("The message goes to Choir now.", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await pill(page, "Ana Berg").waitFor();
      expect(await pill(page, "Choir").count()).toBe(0);
      const { items } = await site.api.listUsers({ search: "boss" });
      await page.goto(`${site.url}/users?user=${items[0]!.id}`);
      await page.getByRole("link", { name: /^Write a message/ }).click();
      await pill(page, "Berta Boss").waitFor();
    }));

  test("a link to a person who is gone says so and leaves the draft alone", () =>
    compose(
      "ada",
      async (page) => {
        const said = "The recipient was not found. Choose somebody here.";
        await page.getByRole("alert").getByText(said).waitFor();
        await page.waitForURL(/\/compose$/);
      },
      "/compose?subscriber=999999",
      { tolerated: /status of 404/ },
    ));

  test("hostile names are inert, and many pills fit any layout", async () => {
    const name = `<img src=x onerror=alert(1)> \u202E${"w".repeat(60)}`;
    await site.api.updateSettings({ consent: { require_record: "off" } });
    await site.api.createSubscriber({ name, mobile: "+4915112350009", group_ids: [group], double_opt_in: false });
    await compose("ada", async (page) => {
      await to(page).fill("<img src");
      await page.getByRole("option", { name: /img src/ }).click();
      for (const [typed, option] of [
        ["Ana B", /Ana Berg/],
        ["Berta", /Berta Boss/],
        ["Choir", /Choir/],
      ] as const) {
        await to(page).fill(typed);
        await page.getByRole("option", { name: option }).click();
      }
      await to(page).fill("an");
      await page.getByRole("option", { name: /Anatol/ }).waitFor();
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      }
    });
  });

  test("rows that are pasted from a spreadsheet are people with their names, and a wrong number is repaired or removed", () =>
    compose("clerk", async (page) => {
      const rows = "Name\tPhone\nCarla Meyer\t0151 12350011\nDavid Ito\t+49 151 12350012\nEva Wrong\t+44 770\n";
      await to(page).focus();
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", ${JSON.stringify(rows)});
        const how = { clipboardData, bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", how));
      })()`);
      await pill(page, "Carla Meyer").waitFor();
      const wrong = page.getByRole("status").filter({ hasText: "1 entry is not a phone number" });
      await wrong.getByText("Eva Wrong").waitFor();
      await page.getByRole("button", { name: "Remove it" }).click();
      await pill(page, "Eva Wrong").waitFor({ state: "detached" });
      await text(page).fill("Hello {{name}}, see you tomorrow at ten.");
      await page.getByRole("button", { name: "Check 2 texts" }).click();
      await page.getByRole("button", { name: "Send 2 texts" }).click();
      const bodies = async () =>
        (await site.api.listOutbox({ search: "tomorrow at ten" })).items.map((one) => one.message);
      await expect
        .poll(async () => (await bodies()).toSorted())
        .toEqual(["Hello Carla Meyer, see you tomorrow at ten.", "Hello David Ito, see you tomorrow at ten."]);
    }));
});
