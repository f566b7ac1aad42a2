import type { ConfiguredRetention } from "#domain/privacy/pruning-store";
import { keptBy, type RetentionSettings } from "#domain/privacy/retention-settings";
import { counted } from "#lib/counted";

import { ok, warning, type CheckResult } from "./check-result.ts";

/** How long each kind of data is kept, according to both settings and configuration. */
export function checkRetention(
  settings: RetentionSettings,
  configured: ConfiguredRetention,
): readonly [CheckResult, ...CheckResult[]] {
  const { log, inbox, webhookDeliveries, texts, consents, jobs } = keptBy(settings, configured);
  const text = [
    `Log ${shown(log)}, texts ${texts === null ? "as long as the log" : shown(texts)}, incoming messages ${shown(inbox)}`,
    `webhook deliveries ${shown(webhookDeliveries)}, ended consents ${shown(consents)}, jobs ${shown(jobs)}.`,
  ].join(", ");
  const result: CheckResult = ok("retention", text);
  if (texts === null || log === null || texts < log) return [result];
  return [result, warning("retention", "Texts are kept for longer than the log, which contains them.")];
}

const shown = (days: number | null): string => (days === null ? "forever" : counted(days, "day"));
