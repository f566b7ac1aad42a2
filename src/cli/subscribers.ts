import { resourceCommand } from "./resource.ts";

type Subscriber = {
  readonly groups: readonly { readonly name: string; readonly state: string }[];
};

export const subscribers = resourceCommand({
  name: "subscribers",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/subscribers",
      flags: {
        group: { wire: "group_id", value: "ID" },
        state: { wire: "state", value: "STATE" },
        search: { wire: "search", value: "TEXT" },
      },
      columns: {
        ID: "id",
        NAME: "name",
        MOBILE: "mobile",
        STATE: "state",
        GROUPS: (one: Subscriber) => one.groups.filter(({ state }) => state !== "left").map(({ name }) => name),
        SINCE: "created_at",
      },
    },
    { name: "show", words: ["ID"], method: "GET", path: "/subscribers/{ID}", isRecord: true },
    {
      name: "add",
      words: ["MOBILE", "NAME"],
      method: "POST",
      path: "/subscribers",
      sends: { MOBILE: "mobile", NAME: "name" },
      flags: {
        group: { wire: "group_id", value: "ID", multiple: true },
        consented: { wire: "double_opt_in", sends: false },
      },
      about: "--consented: you have the person's consent, so no code is sent",
    },
    {
      name: "unsubscribe",
      words: ["MOBILE"],
      method: "POST",
      path: "/newsletter/unsubscribe",
      sends: { MOBILE: "mobile" },
      flags: { group: { wire: "group_id", value: "ID" } },
      about: "without --group: from all",
    },
    {
      name: "links",
      words: ["ID"],
      method: "POST",
      path: "/subscribers/{ID}/links",
      flags: { replace: { wire: "replace" } },
      isRecord: true,
      about: "--replace: invalidate all earlier ones",
    },
    { name: "delete", words: ["ID"], method: "DELETE", path: "/subscribers/{ID}" },
  ],
  notes: ["STATE is active, pending or left."],
});
