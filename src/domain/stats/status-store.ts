import type { Uuid } from "#lib/ids";

/** A webhook and what waits for it. Times in milliseconds since 1970. */
export type WebhookStatus = {
  readonly id: Uuid;
  readonly url: string;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly failingSince: number | null;
  /** Counted up to {@link WEBHOOK_EVENTS_COUNTED}. */
  readonly waiting: number;
  /** When the oldest of them was created; null: nothing waits. */
  readonly oldestAt: number | null;
};

export const WEBHOOK_EVENTS_COUNTED = 1_000;

export type CreditStatus = {
  readonly gateway: string;
  readonly amount: string;
  readonly unit: string;
  readonly checkedAt: number;
  /** By how much it fell a day in the last week, without what was paid in; null: not known yet. */
  readonly fallPerDay: number | null;
};

/** What the overview shows besides statistics. */
export type StatusStore = {
  webhooks(): Promise<readonly WebhookStatus[]>;
  credits(): Promise<readonly CreditStatus[]>;
  /** The next occurrences of active schedules. */
  nextSchedules(limit: number): Promise<readonly { readonly id: Uuid; readonly nextRun: number }[]>;
};
