import { resourceCommand } from "./resource.ts";

type Entry = {
  readonly id: number;
  readonly date: string;
  readonly recipient: string;
  readonly state: string;
  readonly error: string | null;
  readonly gateway: string | null;
  readonly message: string;
};

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
        ID: (one: Entry) => one.id,
        DATE: (one: Entry) => one.date,
        RECIPIENT: (one: Entry) => one.recipient,
        STATE: (one: Entry) => (one.error === null ? one.state : `${one.state} (${one.error})`),
        GATEWAY: (one: Entry) => one.gateway,
        MESSAGE: (one: Entry) => one.message,
      },
    },
  ],
  notes: [
    "STATUS is success, failed or pending, or an exact state such as delivered. STATE,… are exact states: entries in one of them. CODE is that of a failure, as STATE shows it. DATE is a day such as 2027-06-01.",
  ],
});
