import { resourceCommand } from "./resource.ts";

type Message = {
  readonly state: string;
  readonly reason: string | null;
  readonly recipients: { readonly accepted: number | null };
};

export const messages = resourceCommand({
  name: "messages",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/messages",
      flags: {
        state: { wire: "state", value: "STATE" },
        category: { wire: "category", value: "CATEGORY" },
        from: { wire: "date_from", value: "DATE" },
        to: { wire: "date_to", value: "DATE" },
      },
      columns: {
        ID: "message_id",
        CREATED: "created_at",
        STATE: (one: Message) => (one.reason === null ? one.state : `${one.state} (${one.reason})`),
        RECIPIENTS: (one: Message) => one.recipients.accepted,
        MESSAGE: "message",
      },
    },
    { name: "show", words: ["ID"], method: "GET", path: "/messages/{ID}", isRecord: true },
    { name: "pause", words: ["ID"], method: "POST", path: "/messages/{ID}/pause" },
    { name: "resume", words: ["ID"], method: "POST", path: "/messages/{ID}/resume" },
    { name: "cancel", words: ["ID"], method: "POST", path: "/messages/{ID}/cancel" },
    {
      name: "rate",
      words: ["ID", "PER_MINUTE"],
      method: "PATCH",
      path: "/messages/{ID}",
      sends: { PER_MINUTE: "rate_per_minute" },
    },
  ],
  notes: ["STATE is resolving, running, paused, completed, canceled or failed."],
});
