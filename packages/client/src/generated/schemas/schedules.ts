// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type SchedulesSchemas = {
  Addressees: CommonSchemas["AddresseeSelectors"] & {
    /** Direct numbers. */
    numbers: number;
  };
  Schedule: {
    schedule_id: string;
    state: "active" | "paused" | "waiting_license" | "completed" | "canceled";
    /** What it is waiting for, why the service paused it, or why the last attempt was aborted. */
    reason: string | null;
    /** Why the service paused it, `reason` in words: its owner no longer exists, or may no longer send. Whoever resumes it becomes its owner. null: a user paused it, or it is not paused. */
    pause_reason: "owner_gone" | "owner_may_not_send" | null;
    /** The text; [hidden] if the category is otp, or if someone else created it and the caller lacks svc_outbox. */
    message: string;
    /** Addresses of its files; empty if the caller may not read its text. */
    media: string[];
    sender: string | null;
    category: CommonSchemas["MessageCategory"];
    /** `default`, or the name of a gateway. */
    gateway: string;
    /** Of marketing: record: all direct numbers and users had agreed when it was created; basis: `consent_basis` was stated. null: neither, or another category. Runs leave out direct numbers and users without a consent, unless a basis was stated. */
    consent: "record" | "basis" | null;
    recipients: SchedulesSchemas["Addressees"];
    audience: "live" | "frozen";
    /** The first run. */
    schedule: string;
    time_zone: string;
    repeat: {
      interval: {
        value: number;
        unit: "minute" | "hour" | "day" | "week" | "month" | "year";
      };
      /** The last instant at which it may run; null: no end. */
      end_at: string | null;
    } | null;
    /** null while it is paused and after it has ended. */
    next_run: string | null;
    if_late: "send" | "skip";
    /** Seconds after which a run counts as late. */
    late_after: number;
    /** Seconds for which each run is worth sending; null: the default of its category. */
    valid_for: number | null;
    rate_per_minute: number | null;
    /** Number of messages it has created. */
    runs: number;
    last_run: string | null;
    version: number;
    created_by: string;
    /** The user responsible for its runs: the one who created it, or who changed or resumed it last. If that user no longer exists or may no longer send, it is paused at its next run. */
    owner: string;
    created_at: string;
    updated_at: string;
    warnings?: string[];
  };
};
