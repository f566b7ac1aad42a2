import { resourceCommand } from "./resource.ts";

type Entry = { readonly state: string; readonly error: string | null };

export const outbox = resourceCommand({
  name: "outbox",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/outbox",
      flags: {
        recipient: { wire: "recipient", value: "NUMBER" },
        status: { wire: "status", value: "STATUS" },
        state: { wire: "state", value: "STATE,…" },
        message: { wire: "message_id", value: "ID" },
        search: { wire: "search", value: "TEXT" },
        gateway: { wire: "gateway", value: "NAME" },
        error: { wire: "error", value: "CODE" },
        from: { wire: "date_from", value: "DATE" },
        to: { wire: "date_to", value: "DATE" },
      },
      columns: {
        ID: "id",
        DATE: "date",
        RECIPIENT: "recipient",
        STATE: (one: Entry) => (one.error === null ? one.state : `${one.state} (${one.error})`),
        GATEWAY: "gateway",
        MESSAGE: "message",
      },
    },
  ],
  notes: [
    "STATUS is success, failed or pending, or an exact state such as delivered. STATE,… are exact states: entries in one of them. CODE is a failure code, as shown in STATE. DATE is a day such as 2027-06-01.",
  ],
});
