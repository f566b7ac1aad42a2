import { instant, safeName, type AlertRule, type AlertText } from "../rule.ts";

/** Messages that a gateway has refused for good since it last accepted one. `since` in milliseconds since 1970. */
export type Refusals = { readonly gateway: string; readonly refused: number; readonly since: number };

/** Fewer may be a list of wrong numbers. */
const ENOUGH = 10;

/**
 * A gateway refuses each message by itself, for example because the sender is not registered. It is not stopped, and
 * nothing waits for it: the messages have failed.
 */
export function gatewayRefuses(ports: {
  /** Of all gateways, in about a day. */
  readonly refusals: () => Promise<readonly Refusals[]>;
  /** Names of the gateways in use. */
  readonly gateways: () => readonly string[];
}): AlertRule {
  return {
    kind: "gateway_refuses",
    settleMs: 0,
    async check() {
      const used = new Set(ports.gateways());
      return (await ports.refusals())
        .filter(({ gateway, refused }) => used.has(gateway) && refused >= ENOUGH)
        .map(({ gateway, refused, since }) => ({ subject: gateway, level: 1, delayMs: 0, data: { refused, since } }));
    },
  };
}

export const gatewayRefusesText: AlertText = ({ subject, data }) => ({
  title: `The gateway ${safeName(subject)} refuses all messages`,
  meaning: `Since ${instant(data["since"])} it has accepted none and refused ${Number(data["refused"])} or more. These have failed and are not repeated.`,
  step: "Look at the errors of the failed messages: the sender may not be registered, or the account may be restricted. Then test the gateway.",
  screen: `/gateways/${encodeURIComponent(subject)}`,
});
