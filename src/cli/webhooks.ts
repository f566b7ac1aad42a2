import { resourceCommand } from "./resource.ts";

type Webhook = {
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
};
type Delivery = { readonly last_status: number | null; readonly last_error: string | null };

export const webhooks = resourceCommand({
  name: "webhooks",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/webhooks",
      columns: {
        ID: "id",
        STATE: ({ enabled, disabled_reason: reason, failing_since: since }: Webhook) =>
          enabled ? (since === null ? "enabled" : `failing since ${since}`) : `disabled (${reason ?? "by hand"})`,
        URL: "url",
        TYPES: "types",
      },
    },
    {
      name: "add",
      words: ["URL"],
      method: "POST",
      path: "/webhooks",
      sends: { URL: "url" },
      flags: { type: { wire: "types", value: "TYPE", multiple: true, required: true } },
      isRecord: true,
      about: "prints the secret once",
    },
    { name: "test", words: ["ID"], method: "POST", path: "/webhooks/{ID}/test", about: "sends webhook.test" },
    { name: "enable", words: ["ID"], method: "PATCH", path: "/webhooks/{ID}", fixed: { enabled: true } },
    { name: "disable", words: ["ID"], method: "PATCH", path: "/webhooks/{ID}", fixed: { enabled: false } },
    { name: "delete", words: ["ID"], method: "DELETE", path: "/webhooks/{ID}" },
    {
      name: "deliveries",
      words: ["ID"],
      method: "GET",
      path: "/webhooks/{ID}/deliveries",
      flags: { state: { wire: "state", value: "STATE" } },
      columns: {
        ID: "id",
        CREATED: "created_at",
        TYPE: "type",
        STATE: "state",
        ATTEMPTS: "attempts",
        ANSWER: (one: Delivery) => one.last_status ?? one.last_error,
      },
    },
    { name: "replay", words: ["DELIVERY"], method: "POST", path: "/webhook/deliveries/{DELIVERY}/replay" },
  ],
});
