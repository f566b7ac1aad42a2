import type { Progress } from "../messages/progress.ts";

export type ExplainedReason = Progress["reasons"][number] & {
  /** What the reason means and what to do; null: it is a provider's own code. */
  readonly remedy: string | null;
};

/** The service's own reasons. Those of providers are in their documentation. */
const REMEDIES: Readonly<Record<string, string>> = {
  suppressed: "They opted out. Their consent has to be given again before anything is sent.",
  frequency_cap: "They already received as many messages as the frequency cap allows. Send later, or raise the cap.",
  expired: "It was not sent in time. Allow more time with valid_for, or check that the gateway keeps up.",
  canceled: "The message was canceled before these were sent.",
  erased: "Their data was erased while the message waited.",
  undelivered:
    "The carrier did not deliver it and gave no reason: often a phone that is off, or a number that no longer exists.",
  failed: "The gateway refused it and gave no reason: see the response in the log.",
  unreadable: "The provider's answer could not be stored: see its own log.",
  other: "There were too many different reasons: see the log.",
};

export const explained = ({ reason, count }: Progress["reasons"][number]): ExplainedReason => ({
  reason,
  count,
  remedy: Object.hasOwn(REMEDIES, reason) ? REMEDIES[reason]! : null,
});
