import type { Page } from "playwright-core";

import type { Client } from "../../packages/client/src/index.ts";

export type Screen = {
  /** Of its files. */
  readonly name: string;
  readonly path: string;
  /** Present once the page is complete; by default it is complete when no skeleton is left. */
  readonly ready?: (page: Page) => Promise<unknown>;
};

/** Taken in German and Persian as well. */
export const inAllLanguages: ReadonlySet<string> = new Set(["overview", "outbox", "subscriber", "safety"]);

/** Every screen of the console, with an example of its content. */
export async function screensOf(api: Client): Promise<readonly Screen[]> {
  const [campaign] = (await api.listMessages({ state: "running" })).items;
  const failed = (await api.listOutbox({ state: ["undelivered"], per_page: 1 })).items[0];
  const [segment] = (await api.listSegments({})).items;
  const [schedule] = (await api.listSchedules({ state: "active" })).items;
  const [template] = (await api.listTemplates({})).items;
  const [form] = (await api.listForms({})).items;
  const [webhook] = (await api.listWebhooks({})).items;
  const [thread] = (await api.listInboxThreads({})).items;
  // A person with texts in both directions: their name depends on how many people the demo has.
  const [person] = (await api.listSubscribers({ per_page: 1, ...(thread && { search: thread.number }) })).items;
  const plain = (name: string, path = `/${name}`): Screen => ({ name, path });
  const one = (name: string, path: string, id: string | number | undefined): Screen[] =>
    id === undefined ? [] : [plain(name, `${path}/${id}`)];
  return [
    plain("overview"),
    plain("overview-30-days", "/overview?range=30d"),
    { name: "compose", path: "/compose", ready: write },
    plain("messages"),
    ...one("campaign", "/messages", campaign?.message_id),
    plain("outbox"),
    ...(failed ? [plain("outbox-entry", `/outbox?entry=${failed.id}`)] : []),
    plain("schedules"),
    ...one("schedule", "/schedules", schedule?.schedule_id),
    plain("inbox", thread ? `/inbox?thread=${encodeURIComponent(thread.number)}` : "/inbox"),
    plain("templates"),
    ...one("template", "/templates", template?.id),
    plain("subscribers"),
    ...one("subscriber", "/subscribers", person?.id),
    plain("groups"),
    plain("segments"),
    ...one("segment", "/segments", segment?.id),
    plain("import"),
    plain("suppressions"),
    plain("forms"),
    ...one("form", "/forms", form?.slug),
    plain("fields"),
    plain("gateways"),
    plain("gateway", "/gateways/sandbox"),
    plain("gateway-kinds", "/gateways/kinds"),
    plain("gateway-kind", "/gateways/kinds/http"),
    plain("webhooks"),
    ...one("webhook", "/webhooks", webhook?.id),
    plain("developers"),
    plain("users"),
    plain("safety"),
    plain("settings"),
    plain("audit"),
    plain("account"),
    plain("components", "/dev/components"),
  ];
}

async function write(page: Page): Promise<void> {
  await page.getByLabel("To: a group, a name or a number").fill("Evening");
  await page.getByRole("listbox").getByRole("option").first().click();
  await page
    .getByLabel("Text", { exact: true })
    .fill("Hi {{first_name | there}}, tonight’s concert begins at 8 pm. Doors open at 7:30. Reply 1 if you come.");
  await page.getByRole("button", { name: /^Check [\d,]+ texts?$/ }).waitFor();
}
