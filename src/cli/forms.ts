import { resourceCommand } from "./resource.ts";

export const forms = resourceCommand({
  name: "forms",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/forms",
      columns: {
        SLUG: "slug",
        TITLE: "title",
        GROUPS: "group_ids",
        OPEN: "open",
        VERSION: "consent_version",
        URL: "url",
      },
    },
    { name: "show", words: ["SLUG"], method: "GET", path: "/forms/{SLUG}", isRecord: true },
    {
      name: "create",
      words: ["SLUG", "TITLE", "CONSENT"],
      method: "POST",
      path: "/forms",
      sends: { SLUG: "slug", TITLE: "title", CONSENT: "consent" },
      flags: {
        group: { wire: "group_ids", value: "ID", multiple: true, required: true },
        locale: { wire: "locale", value: "LOCALE" },
      },
      about: "LOCALE is a language such as pt, without it that of the site",
    },
    { name: "close", words: ["SLUG"], method: "PATCH", path: "/forms/{SLUG}", fixed: { enabled: false } },
    { name: "open", words: ["SLUG"], method: "PATCH", path: "/forms/{SLUG}", fixed: { enabled: true } },
    { name: "delete", words: ["SLUG"], method: "DELETE", path: "/forms/{SLUG}" },
  ],
});
