import { resourceCommand } from "./resource.ts";

type Schedule = {
  readonly schedule_id: string;
  readonly state: string;
  readonly next_run: string | null;
  readonly repeat: { readonly interval: { readonly value: number; readonly unit: string } } | null;
  readonly message: string | null;
};
type Run = {
  readonly run_at: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly message_id: string | null;
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
        ID: (one: Schedule) => one.schedule_id,
        STATE: (one: Schedule) => one.state,
        "NEXT RUN": (one: Schedule) => one.next_run,
        REPEAT: (one: Schedule) => one.repeat && `every ${one.repeat.interval.value} ${one.repeat.interval.unit}`,
        MESSAGE: (one: Schedule) => one.message,
      },
    },
    { name: "show", words: ["ID"], method: "GET", path: "/schedules/{ID}", isRecord: true },
    {
      name: "runs",
      words: ["ID"],
      method: "GET",
      path: "/schedules/{ID}/runs",
      columns: {
        DUE: (one: Run) => one.run_at,
        OUTCOME: (one: Run) => one.outcome,
        REASON: (one: Run) => one.reason,
        MESSAGE: (one: Run) => one.message_id,
      },
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
