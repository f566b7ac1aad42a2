import { expect, test } from "vitest";

import type { Queue } from "#domain/deliveries/queue";

import { openCounts } from "./counts.ts";
import { createMetricHooks } from "./hooks.ts";

test("a counted mark passes on what is to be done once its transaction is committed", async () => {
  const now = () => 0;
  const done: string[] = [];
  const marks: Pick<Queue, "mark"> = {
    async mark(_portions, _gateway, _leaseMs, later) {
      later?.(async () => undefined);
      return [];
    },
  };
  const queue = createMetricHooks(openCounts(now), now).queue(marks as Queue);
  await queue.mark([], "sandbox", 1_000, () => done.push("later"));
  expect(done).toEqual(["later"]);
});
