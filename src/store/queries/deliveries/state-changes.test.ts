import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { stateChanged } from "./state-changes.ts";

const source = fileURLToPath(new URL("../../", import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(`${source}${file}`, "utf8") }));
const having = (pattern: RegExp): string[] => files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test("what follows from a delivery's state change is written by one builder", () => {
  expect(having(/insert into (outbox|message)_deltas/)).toEqual(["queries/deliveries/state-changes.ts"]);
});

test("every statement that moves a delivery into an ended or doubtful state appends the builder", () => {
  const moving = files.filter(({ text }) => /update (deliveries|\$\{table\}) d\s+set state =/.test(text));
  const without = moving.filter(({ text }) => !text.includes("stateChanged({"));
  // These only move rows between `queued`, `held` and `sending`, which nothing counts.
  expect(without.map(({ file }) => file).toSorted()).toEqual([
    "queries/queue/claim-mark.ts",
    "queries/queue/finish.ts",
    "queries/queue/release-held.ts",
  ]);
  for (const { text } of without) {
    for (const [, state] of text.matchAll(/set state = '(\w+)'/g)) {
      expect(["queued", "sending", "completed"]).toContain(state);
    }
  }
});

const base = { rows: "moved", data: "'{}'::jsonb", ordered: false } as const;

test("an impossible transition costs no step", () => {
  const doubtful = stateChanged({ ...base, was: ["sending"], becomes: ["unknown"] });
  expect(doubtful).not.toContain("outbox_deltas");
  expect(doubtful).not.toContain("-1");
  expect(stateChanged({ ...base, was: ["queued"], becomes: ["canceled"] })).toContain("'message.failed' as kind");
});

test("leaving a state subtracts it from the progress, and a success from the roll-up", () => {
  const reported = stateChanged({ ...base, was: ["sent", "unknown"], becomes: ["delivered", "undelivered"] });
  expect(reported).toContain("select message_id, was, '', -1 from moved)");
  expect(reported).toContain(
    "count(*) filter (where state in ('delivered')) - count(*) filter (where was in ('sent'))",
  );
});
