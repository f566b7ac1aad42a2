/** The counts of deliveries. Every delivery counts in the hour in which its message was accepted. */
export const counters = [
  "accepted",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "unknown",
  "suppressed",
  "expired",
  "canceled",
  "segments",
] as const;

/** Counts of messages from people, in the hour in which they arrive. */
export const incoming = ["opt_outs", "replies"] as const;

export type Counter = (typeof counters)[number] | (typeof incoming)[number];
export type Counts = Readonly<Record<Counter, number>>;

export const NO_COUNTS: Counts = Object.fromEntries([...counters, ...incoming].map((name) => [name, 0])) as Counts;
