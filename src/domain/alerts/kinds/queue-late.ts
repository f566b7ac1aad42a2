import { minute, second, type Clock } from "#lib/time";

import type { GatewayRecord } from "../../gateways/gateway-board.ts";
import { priorityOf } from "../../messages/message.ts";
import { instant, type AlertRule, type AlertText } from "../rule.ts";

export type Waiting = { readonly priority: number; readonly texts: number; readonly oldest: number };

/**
 * A delivery that may leave has waited too long. Marketing counts only if nothing leaves at all: a campaign to a
 * million people takes hours, and nothing is wrong with it.
 */
export function queueLate(ports: {
  /** By priority; ages in seconds. */
  readonly waiting: () => Promise<readonly Waiting[]>;
  readonly records: () => Promise<ReadonlyMap<string, GatewayRecord>>;
  readonly minutes: () => Promise<number>;
  readonly clock: Clock;
}): AlertRule {
  return {
    kind: "queue_late",
    settleMs: 2 * minute,
    async check() {
      const limitMs = (await ports.minutes()) * minute;
      const waiting = (await ports.waiting()).map((one) => ({ ...one, ageMs: one.oldest * second }));
      const late = waiting.filter(({ ageMs }) => ageMs >= limitMs);
      if (late.length === 0) return [];
      const now = ports.clock.now();
      const last = Math.max(0, ...[...(await ports.records()).values()].map(({ lastSuccess }) => lastSuccess ?? 0));
      const isUrgent = late.some(({ priority }) => priority < priorityOf.marketing);
      if (!isUrgent && now - last < limitMs) return [];
      const since = Math.round(now - Math.max(...late.map(({ ageMs }) => ageMs)));
      const texts = waiting.reduce((all, { texts: count }) => all + count, 0);
      return [{ subject: "queue", level: 1, delayMs: 0, data: { since, texts } }];
    },
  };
}

export const queueLateText: AlertText = ({ data }) => ({
  title: "Messages wait too long in the queue",
  meaning: `The oldest one has waited since ${instant(data["since"])}; at least ${Number(data["texts"])} are waiting. Nothing is lost, but they arrive late.`,
  step: "Check that the gateways work, and that a process with the role all or worker is running.",
  screen: "/outbox?status=queued",
});
