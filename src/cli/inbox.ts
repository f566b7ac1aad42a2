import { resourceCommand } from "./resource.ts";

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
        DATE: "date",
        FROM: "sender",
        TO: "recipient",
        GATEWAY: "gateway",
        KEYWORD: "keyword",
        MESSAGE: "message",
      },
    },
  ],
  notes: ["KEYWORD is how a message was interpreted, such as stop."],
});
