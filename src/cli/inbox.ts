import { resourceCommand } from "./resource.ts";

type Incoming = {
  readonly date: string;
  readonly sender: string;
  readonly recipient: string | null;
  readonly gateway: string;
  readonly keyword: string | null;
  readonly message: string;
};

export const inbox = resourceCommand({
  name: "inbox",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/inbox",
      flags: {
        sender: { wire: "sender", value: "NUMBER" },
        keyword: { wire: "keyword", value: "KEYWORD" },
        gateway: { wire: "gateway", value: "NAME" },
        from: { wire: "date_from", value: "DATE" },
        to: { wire: "date_to", value: "DATE" },
      },
      columns: {
        DATE: (one: Incoming) => one.date,
        FROM: (one: Incoming) => one.sender,
        TO: (one: Incoming) => one.recipient,
        GATEWAY: (one: Incoming) => one.gateway,
        KEYWORD: (one: Incoming) => one.keyword,
        MESSAGE: (one: Incoming) => one.message,
      },
    },
  ],
  notes: ["KEYWORD is how a message was interpreted, such as stop."],
});
