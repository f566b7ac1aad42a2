import { priorityOf, type NewMessage } from "#domain/messages/message";
import type { FanOutStore } from "#domain/messages/fan-out-store";
import type { Gateway } from "#domain/gateways/gateway";
import type { AcceptFailure, AcceptResult, MessageStore } from "#domain/messages/message-store";
import type { Queue, Settlement } from "#domain/deliveries/queue";
import type { Throttles } from "#domain/deliveries/throttle";

import { observe, outcomeIndex, type CountedOutcome, type Counts, type GatewayCounts } from "./counts.ts";

/**
 * The same ports, instrumented: no additional statement, and neither the domain nor the engine is aware of it.
 */
export type MetricHooks = {
  messages(store: MessageStore): MessageStore;
  queue<Q extends Queue>(queue: Q): Q;
  fanOuts(store: FanOutStore): FanOutStore;
  throttles(throttles: Throttles): Throttles;
  gateway<G extends { readonly name: string; readonly gateway: Gateway }>(gateway: G): G;
};

/** @param now milliseconds of a monotonic clock */
export function createMetricHooks(counts: Counts, now: () => number): MetricHooks {
  function accepted(message: NewMessage, result: AcceptResult | AcceptFailure): void {
    if (result.kind !== "accepted") return;
    counts.accept(message.route, priorityOf[message.category], result.message.accepted ?? message.phones.length);
  }

  return {
    messages: (store) => ({
      async accept(message, idempotent) {
        const result = await store.accept(message, idempotent);
        accepted(message, result);
        return result;
      },
      async acceptEach(calls) {
        const results = await store.acceptEach(calls);
        for (const [index, result] of results.entries()) accepted(calls[index]!.message, result);
        return results;
      },
      async acceptAll(messages) {
        const results = await store.acceptAll(messages);
        for (const [index, result] of results.entries()) accepted(messages[index]!, result);
        return results;
      },
    }),
    queue: (queue) => ({
      ...queue,
      async claim(request) {
        const claims = await queue.claim(request);
        if (request.mark) {
          const { marked } = counts.gateway(request.mark.gateway);
          for (const claim of claims) marked[claim.chunk.priority]! += claim.marked.length;
        }
        return claims;
      },
      async mark(portions, gateway, leaseMs, later) {
        const rows = await queue.mark(portions, gateway, leaseMs, later);
        const { marked } = counts.gateway(gateway);
        const priority = portions[0]?.chunk.priority ?? 0;
        if (portions.every(({ chunk }) => chunk.priority === priority)) marked[priority]! += rows.length;
        else {
          const priorities = new Map(portions.map(({ chunk }) => [chunk.id, chunk.priority]));
          for (const row of rows) marked[priorities.get(row.chunkId)!]! += 1;
        }
        return rows;
      },
      async settle(settlements, over) {
        const ended = await queue.settle(settlements, over);
        for (const settlement of settlements) {
          const { outcomes } = counts.gateway(settlement.gateway);
          outcomes[outcomeIndex(settlement.priority, outcomeOf(settlement))]! += 1;
        }
        return ended;
      },
    }),
    fanOuts: (store) => ({
      ...store,
      async add(job, page, leaseMs) {
        const written = await store.add(job, page, leaseMs);
        if (written) counts.resolve(job.route, job.priority, page.phones.length);
        return written;
      },
      async addTexts(job, page, leaseMs) {
        const written = await store.addTexts(job, page, leaseMs);
        if (written) counts.resolve(job.route, job.priority, page.texts.length);
        return written;
      },
      async addStored(job, source, limit, leaseMs) {
        const written = await store.addStored(job, source, limit, leaseMs);
        if (written) counts.resolve(job.route, job.priority, written.read);
        return written;
      },
    }),
    throttles: (throttles) => ({
      ...throttles,
      async reserve(requests) {
        const slots = await throttles.reserve(requests);
        for (const { key, units, waitMs } of slots) {
          if (units > 0) continue;
          // The limit of a single message has no name of its own here: labels must be few.
          const waits = counts.gateway(key.startsWith("gateway:") ? key.slice("gateway:".length) : "");
          waits.throttleWaits += 1;
          waits.throttleWaitMs += waitMs;
        }
        return slots;
      },
    }),
    gateway: (via) => ({ ...via, gateway: counted(via.gateway, counts.gateway(via.name), now) }),
  };
}

function outcomeOf({ state, counts }: Settlement): CountedOutcome {
  if (state === "queued") return counts ? "retried" : "returned";
  return state;
}

function counted(gateway: Gateway, counts: GatewayCounts, now: () => number): Gateway {
  return {
    ...gateway,
    async send(batch) {
      const from = now();
      counts.inFlight += batch.length;
      try {
        return await gateway.send(batch);
      } finally {
        counts.inFlight -= batch.length;
        observe(counts.calls, now() - from);
      }
    },
  };
}
