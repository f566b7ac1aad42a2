import { beforeAll, beforeEach } from "vitest";

import { laneOf, type NewMessage } from "#domain/messages/message";
import type { ClaimRequest } from "#domain/ports/queue";
import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { messageControlQueries } from "#store/queries/messages/message-control";
import { queueQueries } from "#store/queries/queue/queue";
import { withdrawalQueries } from "#store/queries/messages/withdrawals";

import { askOf } from "./campaign.ts";
import { textTo } from "./engine.ts";
import { openScene } from "./scene.ts";

const nothing = (): void => undefined;

/** Whatever can be claimed of the route that needs no sorting. */
export const claimAll: ClaimRequest = {
  routes: ["default"],
  lanes: [0, 1, 2],
  owner: "test",
  leaseMs: 60_000,
  rows: 10_000,
  limit: 64,
  repeatable: [],
  mostAttempts: 12,
};

/** The queue of a database without machines: each step is the test's. To be called once, outside the tests. */
export function openQueueScene() {
  const scene = openScene({ max: 10 });
  let queue: ReturnType<typeof queueQueries>;
  let withdrawals: ReturnType<typeof withdrawalQueries>;
  let control: ReturnType<typeof messageControlQueries>;
  beforeAll(() => {
    withdrawals = withdrawalQueries(scene.db, { woken: nothing, hooked: nothing });
    control = messageControlQueries(scene.db, { dispatch: nothing, withdraw: nothing, webhooks: nothing });
  });
  // It remembers where it looked: each test has one that has looked at nothing yet.
  beforeEach(() => {
    queue = queueQueries(scene.db, { webhooks: nothing, receipts: nothing });
  });
  return {
    get db() {
      return scene.db;
    },
    get queue() {
      return queue;
    },
    get withdrawals() {
      return withdrawals;
    },
    get control() {
      return control;
    },
    ask: askOf(scene),
    async accepted(phones: readonly string[], more: Partial<NewMessage> = {}): Promise<Uuid> {
      const result = await acceptQueries(scene.db, laneOf, nothing).accept(textTo(phones, more));
      if (result.kind !== "accepted") throw new Error(result.kind);
      return result.message.id;
    },
    /** One pass of the withdrawer. Returns whether there was a withdrawal to do. */
    async withdrawOnce(): Promise<boolean> {
      const job = await withdrawals.claim("withdrawer", 30_000);
      if (!job) return false;
      while (await withdrawals.step(job, 100, 30_000));
      await withdrawals.end(job);
      return true;
    },
  };
}
