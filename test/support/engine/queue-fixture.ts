import { beforeAll, beforeEach } from "vitest";

import type { NewMessage } from "#domain/messages/message";
import type { ClaimRequest } from "#domain/deliveries/queue";
import type { Uuid } from "#lib/ids";
import { acceptQueries } from "#store/queries/accept/accept";
import { messageControlQueries } from "#store/queries/messages/message-control";
import { queueQueries } from "#store/queries/queue/queue";
import { cancellationQueries } from "#store/queries/messages/cancellations";

import { askOf } from "./campaign.ts";
import { textTo } from "./engine.ts";
import { openFixture } from "./fixture.ts";

const nothing = (): void => undefined;

/** Everything that can be claimed on the route that needs no routing. */
export const claimAll: ClaimRequest = {
  routes: ["default"],
  priorities: [0, 1, 2],
  owner: "test",
  leaseMs: 60_000,
  rows: 10_000,
  limit: 64,
  repeatable: [],
};

/** The queue of a database without worker loops: the test makes each step. To be called once, outside the tests. */
export function openQueueFixture() {
  const fixture = openFixture({ max: 10 });
  let queue: ReturnType<typeof queueQueries>;
  let cancellations: ReturnType<typeof cancellationQueries>;
  let control: ReturnType<typeof messageControlQueries>;
  beforeAll(() => {
    cancellations = cancellationQueries(fixture.db, { woken: nothing, hooked: nothing });
    control = messageControlQueries(fixture.db, { dispatch: nothing, cancelDeliveries: nothing, webhooks: nothing });
  });
  // It remembers the position of its last search: each test has a new one.
  beforeEach(() => {
    queue = queueQueries(fixture.db, { webhooks: nothing, receipts: nothing });
  });
  return {
    get db() {
      return fixture.db;
    },
    get queue() {
      return queue;
    },
    get cancellations() {
      return cancellations;
    },
    get control() {
      return control;
    },
    ask: askOf(fixture),
    async accepted(phones: readonly string[], more: Partial<NewMessage> = {}): Promise<Uuid> {
      const result = await acceptQueries(fixture.db, nothing).accept(textTo(phones, more));
      if (result.kind !== "accepted") throw new Error(result.kind);
      return result.message.id;
    },
    /** One pass of the cancellation worker. Returns whether there was a cancellation to do. */
    async cancelOnce(): Promise<boolean> {
      const job = await cancellations.claim("cancellation worker", 30_000);
      if (!job) return false;
      while (await cancellations.step(job, 100, 30_000));
      await cancellations.end(job);
      return true;
    },
  };
}
