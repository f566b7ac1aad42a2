import type { Uuid } from "#lib/ids";

import type { LeasedJobs } from "../leased-jobs.ts";
import type { Alert, AlertEvent, OpenAlert } from "./alert.ts";
import type { AlertChange } from "./plan.ts";

export const alertStates = ["open", "ended"] as const;

export const alertChannels = ["email", "sms"] as const;
export type Channel = (typeof alertChannels)[number];
export type Recipient = { readonly channel: Channel; readonly address: string };

/** The lease under which one node checks all conditions. */
export type AlertCheck = { readonly id: Uuid; readonly token: number };

export const notificationStates = ["waiting", "sending", "sent", "failed", "unknown", "skipped"] as const;
export type NotificationState = (typeof notificationStates)[number];

/** What one recipient receives about an alert. */
export type Notification = {
  readonly event: AlertEvent;
  readonly level: number;
  readonly channel: Channel;
  readonly recipient: string;
  readonly state: NotificationState;
  /** Why it was not sent, or is not sent yet. */
  readonly reason: string | null;
  /** Milliseconds since 1970; null: it is not settled. */
  readonly settledAt: number | null;
};

/** A notification that is leased to a sender. */
export type NotificationJob = {
  readonly id: Uuid;
  readonly token: number;
  readonly event: AlertEvent;
  readonly level: number;
  readonly channel: Channel;
  readonly recipient: string;
  /** `sending`: an earlier sender died while it may have left. */
  readonly state: "waiting" | "sending";
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly alert: Alert;
};

export type Settled =
  | { readonly state: "sent"; readonly messageId?: Uuid }
  | { readonly state: "failed" | "unknown" | "skipped"; readonly reason: string }
  | { readonly state: "waiting"; readonly reason: string; readonly afterMs: number };

export type AlertStore = {
  readonly checks: LeasedJobs<AlertCheck> & {
    /**
     * Stores the changes of a check and its notifications, in one transaction, and ends the turn. Nobody is notified of
     * an alert that had ended less than {@link QUIET_MS} before, unless it still lasts when that time is over.
     *
     * @returns false if the turn was lost: nothing was stored
     */
    record(
      check: AlertCheck,
      plan: (open: readonly OpenAlert[]) => readonly AlertChange[],
      options: {
        readonly recipients: (alert: Pick<OpenAlert, "kind">) => readonly Recipient[];
        readonly titleOf: (alert: Pick<OpenAlert, "kind" | "subject" | "data" | "level">) => string;
        readonly nextMs: number;
      },
    ): Promise<boolean>;
  };
  readonly notifications: LeasedJobs<NotificationJob> & {
    /** Records that it is about to leave, and renews the lease. @returns false if the lease was lost */
    mark(job: NotificationJob, leaseMs: number): Promise<boolean>;
    /** Part of the surrounding transaction, if any. @returns false if the lease was lost */
    settle(job: NotificationJob, result: Settled): Promise<boolean>;
  };
  /** Open ones first, each part newest first. `before`: after this place of the list. */
  list(page: {
    readonly state: (typeof alertStates)[number] | null;
    readonly before: { readonly isOpen: boolean; readonly id: Uuid } | null;
    readonly limit: number;
  }): Promise<readonly Alert[]>;
  /** The notifications of alerts, oldest first. */
  notificationsOf(ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, readonly Notification[]>>;
  find(id: Uuid): Promise<Alert | null>;
  /**
   * Uses up one of {@link MAX_PER_HOUR} tests, of recipients and by a text through a gateway, of all nodes.
   *
   * @returns seconds until the next one may be sent; 0: now
   */
  takeTest(): Promise<number>;
  /** The first acknowledgement is kept. @returns null: there is none */
  acknowledge(id: Uuid, by: string): Promise<Alert | null>;
};

/** An alert that opens again within this time of its end is not sent again at once. */
export const QUIET_MS = 30 * 60_000;
/**
 * Alerts that one recipient is notified of in an hour, each with its end: the console shows the others. As many tests
 * may be sent in an hour.
 */
export const MAX_PER_HOUR = 20;
