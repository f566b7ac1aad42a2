import { parseArgs } from "node:util";

import { workerLoopOf } from "./lib/machine.ts";
import type { Scenario } from "./lib/scenario.ts";
import { accept, acceptBatch } from "./accept.ts";
import { answers } from "./answers/answers.ts";
import { campaign } from "./crash/campaign.ts";
import { consolePaint } from "./console/paint.ts";
import { consoleReads } from "./console/reads.ts";
import { crash } from "./crash/crash.ts";
import { dispatchSingle } from "./dispatch-single.ts";
import { dispatchHttp, dispatchSmpp } from "./dispatch.ts";
import { fanOut } from "./fan-out.ts";
import { importFile } from "./import.ts";
import { limits } from "./limits.ts";
import { otp } from "./otp.ts";
import { outbox } from "./outbox.ts";
import { receipts } from "./receipts.ts";
import { schedules } from "./schedules.ts";
import { segments } from "./segments.ts";
import { soak } from "./soak.ts";
import { start } from "./start.ts";
import { throttle } from "./throttle.ts";
import { wordpress } from "./wordpress.ts";

const scenarios: readonly Scenario[] = [
  accept,
  acceptBatch,
  start,
  segments,
  dispatchHttp,
  dispatchSmpp,
  dispatchSingle,
  limits,
  fanOut,
  importFile,
  otp,
  answers,
  receipts,
  outbox,
  consoleReads,
  consolePaint,
  throttle,
  schedules,
  soak,
  wordpress,
  crash,
  campaign,
];

// Every process that was started ends with this one: those outside its process group watch for its end.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => process.exit(code));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    connections: { type: "string" },
    only: { type: "string" },
    ...Object.fromEntries(
      scenarios.flatMap(({ options = {} }) => Object.keys(options)).map((name) => [name, { type: "string" as const }]),
    ),
  },
});
const given: Readonly<Record<string, string | boolean | undefined>> = values;

const wanted = scenarios.filter((scenario) => positionals.includes(scenario.name) || positionals.includes("all"));
const strangers = positionals.filter((name) => name !== "all" && !scenarios.some((one) => one.name === name));
if (wanted.length === 0 || strangers.length > 0) {
  for (const name of strangers) console.log(`There is no scenario ${name}.`);
  console.log("npm run bench -- NAME [--rounds 3] [--seconds 8] [--connections N] [--only SUBJECT]\n");
  for (const { name, about, options = {} } of scenarios) {
    console.log(`  ${name.padEnd(18)} ${about}`);
    for (const [option, [fallback, meaning]] of Object.entries(options))
      console.log(`  ${"".padEnd(18)}   --${option} ${fallback === "" ? "…" : fallback}: ${meaning}`);
  }
  process.exitCode = 2;
} else {
  for (const scenario of wanted) await measure(scenario);
}

async function measure(scenario: Scenario): Promise<void> {
  console.log(`\n## ${scenario.name}: ${scenario.about}\n\n${workerLoopOf()}\n`);
  const text = (name: string): string => {
    const fallback = scenario.options?.[name]?.[0];
    if (fallback === undefined) throw new Error(`${scenario.name} has no option ${name}`);
    return String(given[name] ?? fallback);
  };
  const result = await scenario.run({
    rounds: Number(given["rounds"]),
    seconds: Number(given["seconds"]),
    connections: given["connections"] === undefined ? null : Number(given["connections"]),
    only: given["only"] === undefined ? null : String(given["only"]),
    text,
    number(name) {
      const value = Number(text(name));
      if (!Number.isFinite(value)) throw new Error(`--${name} is not a number`);
      return value;
    },
    say: (line) => console.error(line),
  });
  const { report, failed } = typeof result === "string" ? { report: result, failed: false } : result;
  console.log(report);
  if (failed) process.exitCode = 1;
}
