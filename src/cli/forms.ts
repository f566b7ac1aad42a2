import { resourceCommand } from "./resource.ts";

type Form = {
  readonly slug: string;
  readonly title: string;
  readonly open: boolean;
  readonly consent_version: number;
  readonly group_ids: readonly number[];
  readonly url: string | null;
};

export const forms = resourceCommand({
  name: "forms",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/forms",
      columns: {
        SLUG: (one: Form) => one.slug,
        TITLE: (one: Form) => one.title,
        GROUPS: (one: Form) => one.group_ids,
        OPEN: (one: Form) => one.open,
        VERSION: (one: Form) => one.consent_version,
        URL: (one: Form) => one.url,
      },
    },
    { name: "show", words: ["SLUG"], method: "GET", path: "/forms/{SLUG}", isRecord: true },
    {
      name: "create",
      words: ["SLUG", "TITLE", "CONSENT"],
      method: "POST",
      path: "/forms",
      sends: { SLUG: "slug", TITLE: "title", CONSENT: "consent" },
      flags: { group: { wire: "group_ids", value: "ID", multiple: true }, locale: { wire: "locale", value: "LOCALE" } },
      about: "--group is required; LOCALE is en or de",
    },
    { name: "close", words: ["SLUG"], method: "PATCH", path: "/forms/{SLUG}", fixed: { enabled: false } },
    { name: "open", words: ["SLUG"], method: "PATCH", path: "/forms/{SLUG}", fixed: { enabled: true } },
    { name: "delete", words: ["SLUG"], method: "DELETE", path: "/forms/{SLUG}" },
  ],
});
