import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startServiceProcess } from "../test/support/service/service.ts";
import { residentMb } from "./lib/cpu.ts";
import { median } from "./lib/report.ts";
import type { Scenario } from "./lib/scenario.ts";

const QUIET_MS = 5_000;

export const start: Scenario = {
  name: "start",
  about: "from the command to listening, first and later start, and the memory of our process when nothing is asked",
  async run(settings) {
    const first: number[] = [];
    const later: number[] = [];
    const idle: number[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      const folder = await mkdtemp(join(tmpdir(), "tidings-bench-"));
      try {
        for (const times of [first, later]) {
          const began = performance.now();
          const service = await startServiceProcess({ TIDINGS_DATA: folder, TIDINGS_LOG_LEVEL: "warn" });
          times.push(performance.now() - began);
          if (times === later) {
            await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
            idle.push(residentMb(service.pid));
          }
          await service.kill("SIGTERM");
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      settings.say(
        `round ${round}  first ${first.at(-1)!.toFixed(0)} ms  later ${later.at(-1)!.toFixed(0)} ms  ${idle.at(-1)} MB`,
      );
    }
    const text = (values: readonly number[]): string =>
      `${Math.round(median(values))} (${Math.round(Math.max(...values))})`;
    return [
      `${settings.rounds} rounds; median (worst).`,
      "",
      "| first start, database made, ms | later start, database started, ms | resident memory after 5 s, MB |",
      "| --- | --- | --- |",
      `| ${text(first)} | ${text(later)} | ${text(idle)} |`,
    ].join("\n");
  },
};
