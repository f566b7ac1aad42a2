import { compare } from "./lib/report.ts";
import type { Harness } from "./lib/harness.ts";
import type { Scenario } from "./lib/scenario.ts";
import { tidings, type Load } from "./dispatch.ts";

const ALL_DAY = ["00:00", "24:00"];
/** No recipient is held, so that the same messages leave: only the cost of the checks differs. */
const SETTINGS = {
  quiet_hours: {
    mode: "on",
    regions: { DE: { weekdays: ALL_DAY, saturday: ALL_DAY, sunday: ALL_DAY, holidays: "open" } },
  },
  frequency_cap: { mode: "on", messages: 50, window_hours: 24 },
  footer: { enabled: true },
};
/** The numbers of a run have no consent on record. */
const CONSENT = { consent: { require_record: "warn" } };
const MARKETING = { category: "marketing" };

const change = (body: object) => (harness: Harness) => harness.data({ path: "/settings", method: "PATCH", body });

export const limits: Scenario = {
  name: "limits",
  about: "marketing with quiet hours, frequency cap and footer, against the same without them; over HTTP",
  options: {
    messages: ["20000", "messages of each run"],
    latency: ["20", "milliseconds until the gateway responds"],
    window: ["100", "maximum unanswered messages"],
  },
  async run(settings) {
    const load: Load = {
      wire: "http",
      window: settings.number("window"),
      latencyMs: settings.number("latency"),
      messages: settings.number("messages"),
    };
    const reports: string[] = [];
    for (const [kind, each] of [
      ["one campaign", load.messages],
      ["a message each", 1],
    ] as const) {
      if (settings.only !== null && !kind.includes(settings.only)) continue;
      const without = `${kind}, without limits`;
      const subjects = [
        tidings(without, load, each, { call: MARKETING, prepare: change(CONSENT) }),
        tidings(`${kind}, with limits`, load, each, { call: MARKETING, prepare: change({ ...CONSENT, ...SETTINGS }) }),
      ];
      const method = `${load.messages} texts each, ${load.latencyMs} ms at the gateway, window ${load.window}. CPU: accepting, in both processes; then from the last call to the last settle.`;
      reports.push(await compare(subjects, settings, { anchor: without, unit: "text", method }));
    }
    return reports.join("\n\n");
  },
};
