import { parseArgs } from "node:util";

import { machineOf } from "./lib/machine.ts";
import type { Scenario } from "./lib/scenario.ts";
import { accept, acceptBatch } from "./accept.ts";
import { start } from "./start.ts";

const scenarios: readonly Scenario[] = [accept, acceptBatch, start];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    connections: { type: "string" },
    only: { type: "string" },
  },
});

const wanted = scenarios.filter((scenario) => positionals.includes(scenario.name) || positionals.includes("all"));
if (wanted.length === 0) {
  console.log("npm run bench -- NAME [--rounds 3] [--seconds 8] [--connections N] [--only SUBJECT]\n");
  for (const scenario of scenarios) console.log(`  ${scenario.name.padEnd(14)} ${scenario.about}`);
  process.exitCode = 2;
}

for (const scenario of wanted) {
  console.log(`\n## ${scenario.name}: ${scenario.about}\n\n${machineOf()}\n`);
  const report = await scenario.run({
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: values.connections === undefined ? null : Number(values.connections),
    only: values.only ?? null,
    say: (line) => console.error(line),
  });
  console.log(report);
}
