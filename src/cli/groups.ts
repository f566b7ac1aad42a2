import { resourceCommand } from "./resource.ts";

export const groups = resourceCommand({
  name: "groups",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/groups",
      flags: { search: { wire: "search", value: "TEXT" } },
      columns: { ID: "id", NAME: "name", ACTIVE: "active_count", MEMBERS: "subscriber_count" },
    },
    { name: "create", words: ["NAME"], method: "POST", path: "/groups", sends: { NAME: "name" } },
    { name: "rename", words: ["ID", "NAME"], method: "PATCH", path: "/groups/{ID}", sends: { NAME: "name" } },
    {
      name: "delete",
      words: ["ID"],
      method: "DELETE",
      path: "/groups/{ID}",
      flags: { force: { wire: "force" } },
      about: "--force: even if it has members",
    },
  ],
});
