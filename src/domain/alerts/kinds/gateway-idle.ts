import { minute, second, type Clock } from "#lib/time";

import type { GatewayRecord } from "../../gateways/gateway-board.ts";
import { instant, safeName, type AlertRule, type AlertText } from "../rule.ts";

/** Deliveries wait for a gateway that is not paused but has not sent any for a long time. */
export function gatewayIdle(ports: {
  /** Gateways that are in use and not paused. */
  readonly sending: () => readonly string[];
  readonly records: () => Promise<ReadonlyMap<string, GatewayRecord>>;
  /** Age in seconds of the oldest delivery that only this gateway may send; 0: there is none. */
  readonly oldestFor: (gateway: string) => Promise<number>;
  readonly minutes: () => Promise<number>;
  readonly clock: Clock;
}): AlertRule {
  return {
    kind: "gateway_idle",
    settleMs: 5 * minute,
    async check() {
      const limitMs = (await ports.minutes()) * minute;
      const records = await ports.records();
      const now = ports.clock.now();
      const lastOf = (name: string): number | null => records.get(name)?.lastSuccess ?? null;
      const silent = ports.sending().filter((name) => now - (lastOf(name) ?? 0) >= limitMs);
      const ages = await Promise.all(silent.map(ports.oldestFor));
      return silent.flatMap((subject, at) => {
        const waitedMs = ages[at]! * second;
        if (waitedMs < limitMs) return [];
        const last = lastOf(subject);
        return [{ subject, level: 1, delayMs: 0, data: { lastSuccess: last, since: Math.round(now - waitedMs) } }];
      });
    },
  };
}

export const gatewayIdleText: AlertText = ({ subject, data }) => ({
  title: `Nothing is sent through the gateway ${safeName(subject, 22)}`,
  meaning: `Messages have waited for it since ${instant(data["since"])}. ${data["lastSuccess"] ? `The last one was sent at ${instant(data["lastSuccess"])}.` : "None has been sent through it yet."}`,
  step: "Test the gateway, and check that a process with the role all or worker is running.",
  screen: `/gateways/${encodeURIComponent(subject)}`,
});
