import { withPrefix, type Uuid } from "#lib/ids";

import { hostOf } from "../../webhooks/host-of.ts";
import type { Webhook } from "../../webhooks/webhook-store.ts";
import { safeName, type AlertRule, type AlertText } from "../rule.ts";

/** Reasons for which an endpoint is disabled automatically. */
const BY_FAILURES = ["failing", "gone"];

/** An endpoint was disabled because it failed for days, or answered that it is gone. */
export function webhookDisabled(ports: { readonly webhooks: () => Promise<readonly Webhook[]> }): AlertRule {
  return {
    kind: "webhook_disabled",
    settleMs: 0,
    async check() {
      return (await ports.webhooks())
        .filter(({ enabled, disabledReason }) => !enabled && BY_FAILURES.includes(disabledReason ?? ""))
        .map(({ id, url, disabledReason }) => ({
          subject: id,
          level: 1,
          delayMs: 0,
          data: { host: hostOf(url), reason: disabledReason },
        }));
    },
  };
}

export const webhookDisabledText: AlertText = ({ subject, data }) => ({
  title: `The webhook to ${safeName(data["host"], 30)} is disabled`,
  meaning: `${data["reason"] === "gone" ? "It answered that it is gone (410)." : "Every attempt had failed for days."} It receives no events until it is enabled.`,
  step: "Repair the receiver, enable the webhook, and replay what it has missed.",
  screen: `/webhooks/${encodeURIComponent(withPrefix("wh", subject as Uuid))}`,
});
