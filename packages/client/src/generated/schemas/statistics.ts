// Generated from openapi.json by `npm run generate`. Do not edit.
export type StatisticsSchemas = {
  DeliveryCounts: {
    /** Recipients accepted. They have no gateway yet: with `group_by=gateway` they are in the group null. */
    accepted: number;
    /** Accepted by a gateway, including what was delivered or undelivered later. */
    sent: number;
    delivered: number;
    /** Reported by a receipt after it was sent. */
    undelivered: number;
    /** Refused by the gateway, or not sent. */
    failed: number;
    /** The gateway may have accepted it. */
    unknown: number;
    suppressed: number;
    expired: number;
    canceled: number;
    /** Of what was sent. */
    segments: number;
  };
  MessageStatPart: {
    /** A gateway or a country; null: none, see `accepted`. */
    part: string | null;
    counts: StatisticsSchemas["DeliveryCounts"];
  };
  StatCounts: StatisticsSchemas["DeliveryCounts"] & {
    /** People who opted out themselves, in the hour in which they did. Their category is unknown, and so is their gateway. */
    opt_outs: number;
    /** Messages received, in the hour of their arrival. */
    replies: number;
  };
  StatFigures: {
    counts: StatisticsSchemas["StatCounts"];
    rates: {
      /** Of what was sent; 0 to 1. */
      delivered: number | null;
      /** Of what was delivered, undelivered or failed, which changes no more; 0 to 1. null: no receipt has come, as from a gateway that sends none. */
      delivered_of_final: number | null;
      /** Failed and undelivered, of what was sent or failed. */
      errors: number | null;
      /** Opt-outs, of what was sent. */
      opt_outs: number | null;
    };
    /** Includes the time in the queue, holds and limits of the rate. */
    accepted_to_sent: StatisticsSchemas["StatLatency"];
    sent_to_delivered: StatisticsSchemas["StatLatency"];
  };
  StatLatency: {
    /** Deliveries that were timed. */
    count: number;
    p50_ms: number | null;
    /** From a histogram with four buckets to a factor of ten. */
    p95_ms: number | null;
    /** The share that took less than 10 s, from 0 to 1. */
    within_10s: number | null;
  };
  StatPoint: StatisticsSchemas["StatFigures"] & {
    starts_at: string;
  };
  Status: {
    at: string;
    /** What /readyz checks: the database, the license, stranded deliveries, standby and more. */
    checks: {
      name: string;
      ok: boolean;
      warning: string | null;
    }[];
    /** Messages go to the sandbox by default: nothing is really sent. */
    sandbox: boolean;
    /** Why nothing is sent from here; null: sending is enabled. */
    standby: string | null;
    queue: {
      /** How long the oldest delivery that may leave has waited. */
      oldest_seconds: number;
      /** Deliveries in the queue. At most a few thousand chunks are counted. */
      waiting: number;
      retries: number;
      held: number;
      /** Receipts that are still to be matched. */
      receipts: number;
      schedules_late_seconds: number;
    };
    gateways: {
      name: string;
      /** up; degraded: requests fail or time out, so other gateways take over its deliveries, or it is recovering; paused: nothing is sent through it, on any node; open: the same, because too many responses left the outcome unknown; disabled: a stored gateway that is switched off. */
      state: "up" | "degraded" | "paused" | "open" | "disabled";
      last_success_at: string | null;
      /** Sent and not answered, on the responding node. */
      in_flight: number;
      /** From acceptance to sending, in this hour and the last. */
      p50_ms: number | null;
      p95_ms: number | null;
      credit: {
        amount: string;
        unit: string;
        checked_at: string;
        /** At the rate of the last seven days; null: it did not fall, or was read for less than a day. */
        days_left: number | null;
      } | null;
    }[];
    webhooks: {
      id: string;
      /** Host and port of its URL. */
      host: string;
      state: "up" | "late" | "failing" | "disabled";
      reason: string | null;
      failing_since: string | null;
      /** Events, counted up to 1000. */
      waiting: number;
      oldest_seconds: number;
    }[];
    /** The next five. */
    schedules: {
      schedule_id: string;
      next_run_at: string;
    }[];
    /** As in GET /gateways. */
    stranded: {
      gateway: string;
      texts: number;
    }[];
    license: {
      state: string;
      warning: string | null;
    };
  };
};
