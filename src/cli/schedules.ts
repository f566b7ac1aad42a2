import { resourceCommand } from "./resource.ts";

type Schedule = {
  readonly repeat: { readonly interval: { readonly value: number; readonly unit: string } } | null;
};

export const schedules = resourceCommand({
  name: "schedules",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/schedules",
      flags: { state: { wire: "state", value: "STATE" } },
      columns: {
        ID: "schedule_id",
        STATE: "state",
        "NEXT RUN": "next_run",
        REPEAT: (one: Schedule) => one.repeat && `every ${one.repeat.interval.value} ${one.repeat.interval.unit}`,
        MESSAGE: "message",
      },
    },
    { name: "show", words: ["ID"], method: "GET", path: "/schedules/{ID}", isRecord: true },
    {
      name: "runs",
      words: ["ID"],
      method: "GET",
      path: "/schedules/{ID}/runs",
      columns: { DUE: "run_at", OUTCOME: "outcome", REASON: "reason", MESSAGE: "message_id" },
      about: "results of the runs so far",
    },
    { name: "pause", words: ["ID"], method: "POST", path: "/schedules/{ID}/pause" },
    { name: "resume", words: ["ID"], method: "POST", path: "/schedules/{ID}/resume" },
    { name: "skip", words: ["ID"], method: "POST", path: "/schedules/{ID}/skip", about: "skips the next run" },
    { name: "run", words: ["ID"], method: "POST", path: "/schedules/{ID}/run", about: "sends once, now" },
    { name: "cancel", words: ["ID"], method: "DELETE", path: "/schedules/{ID}" },
  ],
  notes: ["STATE is active, paused, waiting_license, completed or canceled. tidings send --schedule creates one."],
});
