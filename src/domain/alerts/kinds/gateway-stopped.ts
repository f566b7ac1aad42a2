import { minute, type Clock } from "#lib/time";

import { isHeld, type GatewayStates } from "../../gateways/gateway-states.ts";
import { safeName, sentence, type AlertRule, type AlertText } from "../rule.ts";

/** Code of a pause after answers with an unknown outcome: it ends by itself unless the next probe fails as well. */
const DOUBTFUL = "doubtful_answers";
const DOUBTFUL_MS = 2 * minute;

/** A gateway sends nothing although no person paused it: its account is refused, or its answers cannot be trusted. */
export function gatewayStopped(ports: {
  readonly states: Pick<GatewayStates, "refresh" | "paused">;
  /** Names of the gateways in use. */
  readonly gateways: () => readonly string[];
  readonly clock: Clock;
}): AlertRule {
  return {
    kind: "gateway_stopped",
    // It is tried again after each minute, and is not paused while the next answer is awaited.
    settleMs: 5 * minute,
    async check() {
      await ports.states.refresh();
      const used = new Set(ports.gateways());
      return [...ports.states.paused()]
        .filter(([name, pause]) => used.has(name) && !isHeld(pause))
        .map(([subject, { code, reason }]) => ({
          subject,
          level: 1,
          delayMs: code === DOUBTFUL ? DOUBTFUL_MS : 0,
          data: { code, reason: withoutNumbers(reason) },
        }));
    },
  };
}

export const gatewayStoppedText: AlertText = ({ subject, data }) => ({
  title: `The gateway ${safeName(subject)} is stopped`,
  meaning: `It sends nothing: ${sentence(safeName(data["reason"], 200), "its provider refuses.")} Messages that no other gateway may send wait for it; nothing is lost.`,
  step: "Check the account, the key and the balance at the provider, then test the gateway. Sending is retried automatically.",
  screen: `/gateways/${encodeURIComponent(subject)}`,
});

/** A provider may name the recipient whose message it refused: an alert outlives an erasure. */
const withoutNumbers = (text: string): string => text.replaceAll(/\d(?:[\s().-]{0,2}\d){6,}/g, "…");
