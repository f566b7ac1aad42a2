import { expect, test } from "vitest";

import type { Log } from "#lib/log";

import { failureLog } from "./failure-log.ts";
import { workerLoop } from "./worker-loop.ts";

type Line = readonly [string, string, unknown];

function lines(): { readonly log: Log; readonly all: Line[] } {
  const all: Line[] = [];
  return { all, log: (level, message, detail) => all.push([level, message, detail]) };
}

const WORDS = { fails: "it fails", works: "it works again" };
const gone = new Error("gone");

test("an outage has a line when it begins, one a minute with a count, and one when it ends", () => {
  const { log, all } = lines();
  const outage = failureLog(log, WORDS);
  for (let attempt = 0; attempt < 15; attempt += 1) outage.failed({ gateway: "g" }, gone, 10_000);
  outage.worked({ gateway: "g" });
  outage.worked();
  expect(all).toEqual([
    ["warn", "it fails", { gateway: "g", error: "Error: gone" }],
    ["warn", "it fails", { gateway: "g", error: "Error: gone", failures: 7 }],
    ["warn", "it fails", { gateway: "g", error: "Error: gone", failures: 13 }],
    ["info", "it works again", { gateway: "g", failures: 15 }],
  ]);
});

test("the next outage begins with a line of its own", () => {
  const { log, all } = lines();
  const outage = failureLog(log, WORDS);
  for (let nth = 0; nth < 2; nth += 1) {
    outage.failed({}, gone, 10);
    outage.worked();
  }
  expect(all.map(([, message]) => message)).toEqual(["it fails", "it works again", "it fails", "it works again"]);
});

test("a loop that fails five times and then works logs two lines", async () => {
  const { log, all } = lines();
  let steps = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const loop = workerLoop({
    name: "upkeep",
    log,
    random: () => 0,
    longestPauseMs: 1,
    async step() {
      steps += 1;
      if (steps <= 5) throw gone;
      resolve();
      return 60_000;
    },
  });
  loop.start();
  await promise;
  await loop.stop();
  expect(all.map(([level, message]) => [level, message])).toEqual([
    ["warn", "upkeep will retry"],
    ["info", "upkeep recovered"],
  ]);
});
