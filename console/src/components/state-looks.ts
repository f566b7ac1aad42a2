import type { IconName } from "./icon.tsx";

type Tone = "delivered" | "sent" | "queued" | "held" | "uncertain" | "failed";
type Look = { readonly word: string; readonly icon: IconName; readonly tone: Tone };

const look = (word: string, icon: IconName, tone: Tone): Look => ({ word, icon, tone });

/** The word, icon and tone of every state of the API. */
export const looks = {
  delivery: {
    queued: look("Queued", "more", "queued"),
    held: look("Held", "pause", "held"),
    sending: look("Sending", "arrow-up-right", "sent"),
    sent: look("Sent", "arrow-up-right", "sent"),
    delivered: look("Delivered", "check", "delivered"),
    undelivered: look("Not delivered", "cross", "failed"),
    failed: look("Failed", "cross", "failed"),
    unknown: look("Uncertain", "question", "uncertain"),
    suppressed: look("Opted out", "ban", "held"),
    expired: look("Expired", "clock", "failed"),
    canceled: look("Canceled", "minus", "queued"),
  },
  message: {
    resolving: look("Reading recipients", "more", "queued"),
    running: look("Sending", "arrow-up-right", "sent"),
    paused: look("Paused", "pause", "held"),
    completed: look("Completed", "check", "delivered"),
    canceled: look("Canceled", "minus", "queued"),
    failed: look("Failed", "cross", "failed"),
    scheduled: look("Scheduled", "clock", "sent"),
  },
  schedule: {
    active: look("Active", "clock", "sent"),
    paused: look("Paused", "pause", "held"),
    waiting_license: look("Waits for a license", "question", "uncertain"),
    completed: look("Completed", "check", "delivered"),
    canceled: look("Canceled", "minus", "queued"),
  },
  subscriber: {
    active: look("Subscribed", "check", "delivered"),
    pending: look("Not confirmed", "clock", "uncertain"),
    left: look("Left all groups", "minus", "queued"),
    bounced: look("Unreachable", "cross", "failed"),
  },
  suppression: {
    opt_out: look("Opted out", "ban", "held"),
    block: look("Blocked", "cross", "failed"),
    maybe_opt_out: look("To be decided", "question", "uncertain"),
  },
  job: {
    queued: look("Waiting", "more", "queued"),
    running: look("Running", "arrow-up-right", "sent"),
    completed: look("Completed", "check", "delivered"),
    failed: look("Failed", "cross", "failed"),
    canceled: look("Canceled", "minus", "queued"),
  },
  gateway: {
    up: look("Up", "check", "delivered"),
    degraded: look("Degraded", "alert", "uncertain"),
    paused: look("Paused", "pause", "held"),
    open: look("Stopped", "cross", "failed"),
    disabled: look("Off", "minus", "queued"),
  },
  endpoint: {
    up: look("Up", "check", "delivered"),
    late: look("Late", "clock", "uncertain"),
    failing: look("Failing", "alert", "failed"),
    disabled: look("Off", "minus", "queued"),
  },
  reply: {
    stop: look("Opted out", "ban", "failed"),
    maybe_opt_out: look("May mean stop", "question", "uncertain"),
    start: look("Wants texts again", "check", "delivered"),
    help: look("Asks for help", "help", "sent"),
    yes: look("Said yes", "check", "delivered"),
  },
  run: {
    sent: look("Sent", "check", "delivered"),
    skipped: look("Skipped", "minus", "queued"),
    failed: look("Failed", "cross", "failed"),
  },
  webhook: {
    pending: look("Waiting", "more", "queued"),
    delivered: look("Delivered", "check", "delivered"),
    failed: look("Failed", "cross", "failed"),
  },
} as const satisfies Record<string, Record<string, Look>>;

export type StateKind = keyof typeof looks;
/** The states of a kind, and whatever a newer service adds. */
export type StateOf<K extends StateKind> = (keyof (typeof looks)[K] & string) | (string & {});
