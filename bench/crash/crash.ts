import type { Promised } from "../../test/support/engine/ledger-verdict.ts";
import type { Role } from "../../test/support/service/node-set.ts";
import type { Scenario, Settings } from "../lib/scenario.ts";
import { runCrash, type CrashResult } from "./crash-run.ts";
import { databaseOption, openPostgres } from "./database.ts";
import { routeNamed, routeOption } from "../lib/route.ts";

const PROMISES: Readonly<Record<Promised, string>> = {
  default: "seen + unknown = accepted, doubled 0",
  at_least_once: "seen = accepted, doubled ≤ in flight at the kills or left without an answer",
  deduplicating: "seen = accepted, doubled 0",
};

export const crash: Scenario = {
  name: "crash",
  about:
    "kill -9 of API, workers and PostgreSQL, and freezes, while messages are accepted and sent; nothing is lost or doubled",
  options: {
    ...databaseOption,
    messages: ["20000", "accepted messages of each run"],
    each: ["1", "numbers in each call"],
    seed: ["1", "first seed"],
    seeds: ["1", "how many seeds, from the first on"],
    kills: ["9", "kills, and failures of the gateway, in each run"],
    faults: ["0.2", "which share of them are failures of the gateway: 500, no answer, a broken connection"],
    freezes: ["0.3", "which share of the others are freezes of a node for 1-7 s"],
    roles: ["all,all", "the nodes: all, api, worker"],
    window: ["20", "requests that a node has open at the gateway"],
    ...routeOption,
    latency: ["5", "milliseconds until the gateway responds"],
    promise: ["default,at_least_once,deduplicating", "which promises"],
    patience: ["300", "seconds until a run counts as stuck"],
  },
  async run(settings) {
    const rows: string[] = [];
    const broken: string[] = [];
    for (const promised of settings.text("promise").split(",") as Promised[]) {
      for (let index = 0; index < settings.number("seeds"); index += 1) {
        const seed = settings.number("seed") + index;
        settings.say(`\n${promised}, seed ${seed}`);
        const result = await one(settings, promised, seed);
        rows.push(row(promised, seed, result));
        if (!result.kept) broken.push(`\n${promised}, seed ${seed}: BROKEN`, ...result.evidence);
        settings.say(rows.at(-1)!);
      }
    }
    return {
      failed: broken.length > 0,
      report: [
        "| gateway | promise | seed | killed or failing | accepted | seen | unknown (of these never sent) | lost | doubled | in flight or unanswered at most | calls repeated | s | |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ...rows,
        ...broken,
      ].join("\n"),
    };
  },
};

async function one(settings: Settings, promised: Promised, seed: number): Promise<CrashResult> {
  const postgres = await openPostgres(settings);
  try {
    return await runCrash({
      postgres,
      promised,
      seed,
      messages: settings.number("messages"),
      each: settings.number("each"),
      kills: settings.number("kills"),
      issues: settings.number("faults"),
      freezes: settings.number("freezes"),
      roles: settings.text("roles").split(",") as Role[],
      window: settings.number("window"),
      route: routeNamed(settings.text("route")),
      latencyMs: settings.number("latency"),
      patienceMs: settings.number("patience") * 1_000,
      say: settings.say,
    });
  } finally {
    await postgres.stop();
  }
}

function row(promised: Promised, seed: number, { verdict, ...result }: CrashResult): string {
  const tally = [...Map.groupBy(result.killed, (name) => name)].map(([name, all]) => `${all.length} × ${name}`);
  return `| ${[
    promised,
    PROMISES[promised],
    seed,
    tally.join(", "),
    verdict.accepted,
    verdict.seen,
    `${verdict.unknown} (${verdict.unknownUnseen})`,
    verdict.wrong.lost.length,
    verdict.extra,
    result.inFlight,
    result.repeatedCalls,
    result.seconds.toFixed(0),
    result.kept ? "kept" : "**broken**",
  ].join(" | ")} |`;
}
