import { t, term } from "../lib/translate.ts";
import type { IconName } from "./icon.tsx";

type Tone = "delivered" | "sent" | "queued" | "held" | "uncertain" | "failed";
type Look = { readonly word: string; readonly icon: IconName; readonly tone: Tone };

const look = (word: string, icon: IconName, tone: Tone): Look => ({ word, icon, tone });

/** The word, icon and tone of every state of the API. */
export const looks = {
  delivery: {
    queued: look(t`Queued`, "more", "queued"),
    held: look(t`Held`, "pause", "held"),
    sending: look(t`Sending`, "arrow-up-right", "sent"),
    sent: look(t`Sent`, "arrow-up-right", "sent"),
    delivered: look(t`Delivered`, "check", "delivered"),
    undelivered: look(t`Not delivered`, "cross", "failed"),
    failed: look(t`Failed`, "cross", "failed"),
    unknown: look(t`Uncertain`, "question", "uncertain"),
    suppressed: look(t`Opted out`, "ban", "held"),
    expired: look(t`Expired`, "clock", "failed"),
    canceled: look(t`Canceled`, "minus", "queued"),
  },
  message: {
    resolving: look(t`Reading recipients`, "more", "queued"),
    running: look(t`Sending`, "arrow-up-right", "sent"),
    paused: look(t`Paused`, "pause", "held"),
    completed: look(t`Completed`, "check", "delivered"),
    canceled: look(t`Canceled`, "minus", "queued"),
    failed: look(t`Failed`, "cross", "failed"),
    scheduled: look(t`Scheduled`, "clock", "sent"),
  },
  schedule: {
    active: look(t`Active`, "clock", "sent"),
    paused: look(t`Paused`, "pause", "held"),
    waiting_license: look(t`Waits for a license`, "question", "uncertain"),
    completed: look(t`Completed`, "check", "delivered"),
    canceled: look(term("Canceled", "schedule"), "minus", "queued"),
  },
  subscriber: {
    active: look(t`Subscribed`, "check", "delivered"),
    pending: look(t`Not confirmed`, "clock", "uncertain"),
    left: look(t`Left all groups`, "minus", "queued"),
    bounced: look(t`Unreachable`, "cross", "failed"),
  },
  suppression: {
    opt_out: look(t`Opted out`, "ban", "held"),
    block: look(t`Blocked`, "cross", "failed"),
    maybe_opt_out: look(t`To be decided`, "question", "uncertain"),
  },
  job: {
    queued: look(t`Waiting`, "more", "queued"),
    running: look(t`Running`, "arrow-up-right", "sent"),
    completed: look(t`Completed`, "check", "delivered"),
    failed: look(t`Failed`, "cross", "failed"),
    canceled: look(t`Canceled`, "minus", "queued"),
  },
  gateway: {
    up: look(term("Up", "state"), "check", "delivered"),
    degraded: look(t`Degraded`, "alert", "uncertain"),
    paused: look(t`Paused`, "pause", "held"),
    open: look(t`Stopped`, "cross", "failed"),
    disabled: look(term("Off", "state"), "minus", "queued"),
  },
  endpoint: {
    up: look(term("Up", "state"), "check", "delivered"),
    late: look(t`Late`, "clock", "uncertain"),
    failing: look(t`Failing`, "alert", "failed"),
    disabled: look(term("Off", "state"), "minus", "queued"),
  },
  reply: {
    stop: look(t`Opted out`, "ban", "held"),
    maybe_opt_out: look(t`May mean stop`, "question", "uncertain"),
    start: look(t`Wants texts again`, "check", "delivered"),
    help: look(t`Asks for help`, "help", "sent"),
    yes: look(t`Said yes`, "check", "delivered"),
  },
  run: {
    sent: look(t`Sent`, "check", "delivered"),
    skipped: look(t`Skipped`, "minus", "queued"),
    failed: look(t`Failed`, "cross", "failed"),
  },
  call: {
    succeeded: look(t`Succeeded`, "check", "delivered"),
    repeated: look(t`Repeated`, "repeat", "queued"),
    refused: look(t`Refused`, "ban", "uncertain"),
    failed: look(t`Failed`, "cross", "failed"),
  },
  webhook: {
    pending: look(t`Waiting`, "more", "queued"),
    delivered: look(t`Delivered`, "check", "delivered"),
    failed: look(t`Failed`, "cross", "failed"),
  },
} as const satisfies Record<string, Record<string, Look>>;

export type StateKind = keyof typeof looks;
/** The states of a kind, and whatever a newer service adds. */
export type StateOf<K extends StateKind> = (keyof (typeof looks)[K] & string) | (string & {});
