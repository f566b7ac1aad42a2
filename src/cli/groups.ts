import { resourceCommand } from "./resource.ts";

type Group = {
  readonly id: number;
  readonly name: string;
  readonly active_count: number;
  readonly subscriber_count: number;
};

export const groups = resourceCommand({
  name: "groups",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/groups",
      flags: { search: { wire: "search", value: "TEXT" } },
      columns: {
        ID: (one: Group) => one.id,
        NAME: (one: Group) => one.name,
        ACTIVE: (one: Group) => one.active_count,
        MEMBERS: (one: Group) => one.subscriber_count,
      },
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
