import { t, term } from "../lib/translate.ts";
import type { IconName } from "./icon.tsx";

type Tone = "delivered" | "sent" | "queued" | "held" | "uncertain" | "failed";
type Badge = { readonly word: string; readonly icon: IconName; readonly tone: Tone };

const badge = (word: string, icon: IconName, tone: Tone): Badge => ({ word, icon, tone });

/** The word, icon and tone of every state of the API. */
export const badges = {
  delivery: {
    queued: badge(t`Queued`, "more", "queued"),
    held: badge(t`Held`, "pause", "held"),
    sending: badge(t`Sending`, "arrow-up-right", "sent"),
    sent: badge(t`Sent`, "arrow-up-right", "sent"),
    delivered: badge(t`Delivered`, "check", "delivered"),
    undelivered: badge(t`Not delivered`, "cross", "failed"),
    failed: badge(t`Failed`, "cross", "failed"),
    unknown: badge(t`Uncertain`, "question", "uncertain"),
    suppressed: badge(t`Opted out`, "ban", "held"),
    expired: badge(t`Expired`, "clock", "failed"),
    canceled: badge(t`Canceled`, "minus", "queued"),
  },
  message: {
    resolving: badge(t`Reading recipients`, "more", "queued"),
    running: badge(t`Sending`, "arrow-up-right", "sent"),
    paused: badge(t`Paused`, "pause", "held"),
    completed: badge(t`Completed`, "check", "delivered"),
    canceled: badge(t`Canceled`, "minus", "queued"),
    failed: badge(t`Failed`, "cross", "failed"),
    scheduled: badge(t`Scheduled`, "clock", "sent"),
  },
  schedule: {
    active: badge(t`Active`, "clock", "sent"),
    paused: badge(t`Paused`, "pause", "held"),
    waiting_license: badge(t`Waits for a license`, "question", "uncertain"),
    completed: badge(t`Completed`, "check", "delivered"),
    canceled: badge(term("Canceled", "schedule"), "minus", "queued"),
  },
  subscriber: {
    active: badge(t`Subscribed`, "check", "delivered"),
    pending: badge(t`Not confirmed`, "clock", "uncertain"),
    left: badge(t`Left all groups`, "minus", "queued"),
    bounced: badge(t`Unreachable`, "cross", "failed"),
  },
  suppression: {
    opt_out: badge(t`Opted out`, "ban", "held"),
    block: badge(t`Blocked`, "cross", "failed"),
    maybe_opt_out: badge(t`To be decided`, "question", "uncertain"),
  },
  job: {
    queued: badge(t`Waiting`, "more", "queued"),
    running: badge(t`Running`, "arrow-up-right", "sent"),
    completed: badge(t`Completed`, "check", "delivered"),
    failed: badge(t`Failed`, "cross", "failed"),
    canceled: badge(t`Canceled`, "minus", "queued"),
  },
  gateway: {
    up: badge(term("Up", "state"), "check", "delivered"),
    degraded: badge(t`Degraded`, "alert", "uncertain"),
    paused: badge(t`Paused`, "pause", "held"),
    open: badge(t`Stopped`, "cross", "failed"),
    disabled: badge(term("Off", "state"), "minus", "queued"),
  },
  endpoint: {
    up: badge(term("Up", "state"), "check", "delivered"),
    late: badge(t`Late`, "clock", "uncertain"),
    failing: badge(t`Failing`, "alert", "failed"),
    disabled: badge(term("Off", "state"), "minus", "queued"),
  },
  reply: {
    stop: badge(t`Opted out`, "ban", "held"),
    maybe_opt_out: badge(t`May mean stop`, "question", "uncertain"),
    start: badge(t`Wants texts again`, "check", "delivered"),
    help: badge(t`Asks for help`, "help", "sent"),
    yes: badge(t`Said yes`, "check", "delivered"),
  },
  run: {
    sent: badge(t`Sent`, "check", "delivered"),
    skipped: badge(t`Skipped`, "minus", "queued"),
    failed: badge(t`Failed`, "cross", "failed"),
  },
  call: {
    succeeded: badge(t`Succeeded`, "check", "delivered"),
    repeated: badge(t`Repeated`, "repeat", "queued"),
    refused: badge(t`Refused`, "ban", "uncertain"),
    failed: badge(t`Failed`, "cross", "failed"),
  },
  webhook: {
    pending: badge(t`Waiting`, "more", "queued"),
    delivered: badge(t`Delivered`, "check", "delivered"),
    failed: badge(t`Failed`, "cross", "failed"),
  },
} as const satisfies Record<string, Record<string, Badge>>;

export type StateKind = keyof typeof badges;
/** The states of a kind, and whatever a newer service adds. */
export type StateOf<K extends StateKind> = (keyof (typeof badges)[K] & string) | (string & {});
