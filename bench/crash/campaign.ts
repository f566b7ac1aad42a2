import type { Scenario } from "../lib/scenario.ts";
import { runCampaign, type CampaignResult } from "./campaign-run.ts";
import { databaseOption, openPostgres } from "./database.ts";
import { routeNamed, routeOption } from "../lib/route.ts";

export const campaign: Scenario = {
  name: "campaign",
  about:
    "random pause, resume, rate, kill -9, freezes with STOP or pause, second node over one campaign; every number exactly once, or unknown",
  options: {
    ...databaseOption,
    people: ["2000", "recipients of each campaign"],
    seed: ["1", "first seed"],
    seeds: ["5", "how many seeds, from the first on"],
    steps: ["10", "random events for each"],
    window: ["20", "requests that a node has open at the gateway"],
    ...routeOption,
    latency: ["20", "milliseconds until the gateway responds"],
    patience: ["300", "seconds until a run counts as stuck"],
  },
  async run(settings) {
    const rows: string[] = [];
    const broken: string[] = [];
    for (let index = 0; index < settings.number("seeds"); index += 1) {
      const seed = settings.number("seed") + index;
      settings.say(`\nseed ${seed}`);
      const postgres = await openPostgres(settings);
      try {
        const result = await runCampaign({
          postgres,
          seed,
          people: settings.number("people"),
          steps: settings.number("steps"),
          window: settings.number("window"),
          route: routeNamed(settings.text("route")),
          latencyMs: settings.number("latency"),
          patienceMs: settings.number("patience") * 1_000,
          pauseBoundMs: 1_000,
          say: settings.say,
        });
        rows.push(row(seed, result));
        settings.say(rows.at(-1)!);
        if (result.broken.length > 0) broken.push(`\nseed ${seed}: BROKEN`, ...result.broken);
      } finally {
        await postgres.stop();
      }
    }
    return {
      failed: broken.length > 0,
      report: [
        `${broken.length === 0 ? "All" : "NOT all"} of ${rows.length} seeds kept the promise.`,
        "",
        "| seed | what happened | people | seen | unknown | lost | doubled | in flight at most | last text after a pause, ms | s |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ...rows,
        ...broken,
      ].join("\n"),
    };
  },
};

function row(seed: number, { verdict, actions, inFlight, afterPauseMs, seconds }: CampaignResult): string {
  const happened = actions.filter((action) => action !== "nothing").join(", ");
  return `| ${[
    seed,
    happened,
    verdict.accepted,
    verdict.seen,
    verdict.unknown,
    verdict.wrong.lost.length,
    verdict.extra,
    inFlight,
    Math.max(0, Math.round(afterPauseMs)),
    seconds.toFixed(0),
  ].join(" | ")} |`;
}
