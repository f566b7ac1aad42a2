// Generated from openapi.json by `npm run generate`. Do not edit.
export type AlertsSchemas = {
  Alert: {
    id: string;
    kind: "gateway_stopped" | "gateway_idle" | "credit_low" | "webhook_disabled" | "license_ending" | "codes_unverified" | "queue_late" | "spend_cap_reached" | "run_failed" | "schedule_paused" | "role_gone" | "gateway_refuses";
    /** What it is about: the name of a gateway, the id of a webhook, a country. */
    subject: string;
    /** From 1. A level that rises is sent again. */
    level: number;
    title: string;
    /** What it means for messages. */
    meaning: string;
    next_step: string;
    /** Path of the console's screen for it. */
    screen: string;
    opened_at: string;
    ended_at: string | null;
    acknowledged_at: string | null;
    /** The caller: `builtin:17` is user 17. */
    acknowledged_by: string | null;
    notifications: {
      event: "opened" | "closed";
      channel: "email" | "sms";
      recipient: string;
      /** `waiting`: it is sent later, or retried. `unknown`: it may have arrived, and is not sent twice. `skipped`: there was no need to send it, or no way. */
      state: "waiting" | "sending" | "sent" | "failed" | "unknown" | "skipped";
      /** Why it was not sent, or is not sent yet. */
      reason: string | null;
      settled_at: string | null;
    }[];
  };
};
