import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

describe.skipIf(!browserPresent)("what someone else saved while a form was open", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    site = await openConsole();
    await site.userWith("ada", ["svc_users", "svc_setting", "svc_sendsms", "svc_outbox", "svc_subscribers"]);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);

  test("a segment that is renamed keeps the conditions that exclude people since", async () => {
    const filter = (name: string) => ({ all: [{ field: "name", op: "contains" as const, value: name }] });
    const { id } = await site.api.createSegment({ name: "Regulars", filter: filter("a") });
    await as("ada", `/segments/${id}`, async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Regular guests");
      await site.api.updateSegment({ id, filter: filter("Anton") });
      await page.getByRole("button", { name: "Save this segment" }).click();
      await page.getByText("Saved the segment Regular guests.").first().waitFor();
    });
    expect(await site.api.getSegment({ id })).toMatchObject({ name: "Regular guests", filter: filter("Anton") });
  });

  test("a template that is renamed keeps its new text and kind", async () => {
    const { id } = await site.api.createTemplate({ name: "Hours", text: "Open until 9." });
    await as("ada", `/templates/${id}`, async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Opening hours");
      await site.api.updateTemplate({ id, text: "Closed on Monday.", category: "transactional" });
      await page.getByRole("button", { name: "Save the changes" }).click();
      await page.getByText("The changes are saved.").first().waitFor();
    });
    const stored = await site.api.getTemplate({ id });
    expect(stored).toMatchObject({ name: "Opening hours", text: "Closed on Monday.", category: "transactional" });
  });

  test("a text of a template that two people changed is not replaced before the second one is told", async () => {
    const { id } = await site.api.createTemplate({ name: "Both", text: "Open.", variants: { de: "Offen." } });
    const theirs = { de: "Montag zu." };
    const german = async (page: Page, written: string) => {
      await page.getByRole("button", { name: "German" }).click();
      await page.getByLabel("Text in German").fill(written);
    };
    const save = (page: Page) => page.getByRole("button", { name: "Save the changes" }).click();
    const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "Somebody else changed" });
    await as("ada", `/templates/${id}`, async (page) => {
      await german(page, "Bis 9 offen.");
      await site.api.updateTemplate({ id, variants: theirs });
      await save(page);
      await notice(page).waitFor();
      expect((await site.api.getTemplate({ id })).variants).toEqual(theirs);
      await page.getByRole("button", { name: "Show the new texts" }).click();
      await notice(page).waitFor({ state: "detached" });
      expect(await page.getByLabel("Text in German").inputValue()).toBe(theirs.de);
    });
    await as("ada", `/templates/${id}`, async (page) => {
      await german(page, "Bis 10 offen.");
      await site.api.updateTemplate({ id, variants: { de: "Dienstag zu." } });
      await save(page);
      await notice(page).waitFor();
      await save(page);
      await page.getByText("The changes are saved.").first().waitFor();
      await notice(page).waitFor({ state: "detached" });
    });
    expect((await site.api.getTemplate({ id })).variants).toEqual({ de: "Bis 10 offen." });
  });

  test("a template whose text in one language is changed keeps what others wrote in the others", async () => {
    const variants = { de: "Bis 9 offen.", fr: "Ouvert.", nl: "Open." };
    const { id } = await site.api.createTemplate({ name: "Languages", text: "Open until 9.", variants });
    await as("ada", `/templates/${id}`, async (page) => {
      await page.getByRole("button", { name: "French" }).click();
      await page.getByLabel("Text in French").fill("Ouvert jusqu'à 21 h.");
      await page.getByRole("button", { name: "Dutch" }).click();
      await page.getByRole("button", { name: "Remove this language" }).click();
      await site.api.updateTemplate({ id, variants: { ...variants, de: "Montag zu.", es: "Cerrado." } });
      await page.getByRole("button", { name: "Save the changes" }).click();
      await page.getByText("The changes are saved.").first().waitFor();
    });
    const stored = await site.api.getTemplate({ id });
    expect(stored.variants).toEqual({ de: "Montag zu.", es: "Cerrado.", fr: "Ouvert jusqu'à 21 h." });
  });

  test("a form that is given another title stays closed, and asks for a code", async () => {
    const { id: group } = await site.api.createGroup({ name: "News" });
    const about = { slug: "news", group_ids: [group], consent: "I agree to get texts." };
    await site.api.createForm({ ...about, title: "News", enabled: true, confirm: false });
    await as("ada", "/forms/news", async (page) => {
      await page.getByLabel("Title", { exact: true }).fill("Our news");
      await site.api.updateForm({ slug: "news", enabled: false, confirm: true });
      await page.getByRole("button", { name: "Save this form" }).click();
      await page.getByText("Saved the form Our news.").first().waitFor();
    });
    expect(await site.api.getForm({ slug: "news" })).toMatchObject({
      title: "Our news",
      enabled: false,
      confirm: true,
    });
  });

  test("a role that was taken is not given back with another change", async () => {
    const password = "correct horse battery";
    for (const name of ["sender", "reader"]) {
      await site.api.createRole({ name, label: `May ${name}`, capabilities: name === "sender" ? ["svc_sendsms"] : [] });
    }
    const { id } = await site.api.createUser({
      username: "bob",
      name: "Bob",
      email: "bob@example.com",
      roles: ["sender"],
      password,
    });
    await as("ada", `/users?user=${id}`, async (page) => {
      const drawer = page.getByRole("dialog", { name: "Bob" });
      await drawer.getByLabel("May sender").waitFor();
      await site.api.updateUser({ id, name: "Robert", roles: [] });
      await drawer.getByLabel("May reader").check();
      await drawer.getByRole("button", { name: "Save this user" }).click();
      await page.getByText("is saved.").first().waitFor();
    });
    expect(await site.api.getUser({ id })).toMatchObject({ name: "Robert", roles: ["reader"] });
  });

  test("what a role may no longer do is not given back with another change", async () => {
    await site.api.createRole({ name: "desk", label: "Desk", capabilities: ["svc_sendsms", "svc_outbox"] });
    await as("ada", "/users?part=roles", async (page) => {
      await page.getByRole("button", { name: "Change the role Desk" }).click();
      const drawer = page.getByRole("dialog", { name: "Desk" });
      await drawer.getByRole("checkbox").first().waitFor();
      await site.api.updateRole({ name: "desk", capabilities: ["svc_outbox"] });
      await drawer.getByLabel(/subscribers/i).check();
      await drawer.getByRole("button", { name: "Save this role" }).click();
      await page.getByText("is saved.").first().waitFor();
    });
    const { items } = await site.api.listRoles();
    const { capabilities } = items.find(({ name }) => name === "desk")!;
    expect(capabilities.toSorted()).toEqual(["svc_outbox", "svc_subscribers"]);
  });
});
