// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type StatisticsOperations = {
  /**
   * Read statistics.
   *
   * Counts, rates and latencies by hour or day, and by gateway, country or category. Every delivery counts in the hour in which its message was accepted: a receipt that arrives a day later changes that hour. Deliveries of a schedule count in the hour in which it is due. Read from roll-ups, which are a few seconds old; entries removed from the log stay counted. Requires any one of the capabilities.
   */
  getStats: {
    kind: "data";
    input: {
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339). It is moved back to the beginning of its hour or day. Default: 24 hours or 30 days before the end. */
      date_from?: string | undefined;
      /** Last day or instant, inclusive, moved to the end of its hour or day. Default: now. */
      date_to?: string | undefined;
      /** Default: day. Hours are kept for 90 days, days as long as the database. */
      interval?: "hour" | "day" | undefined;
      /** The dimension by which each figure is divided. The 20 largest parts are listed, and one group sums up the others. */
      group_by?: "gateway" | "country" | "category" | undefined;
    };
    data: WithWarnings<{
      from: string;
      to: string;
      interval: "hour" | "day";
      group_by: "gateway" | "country" | "category" | null;
      /** In the order of time; hours and days without anything are absent. */
      series: Schemas["StatPoint"][];
      totals: Schemas["StatFigures"];
      /** The range of the same length before it. */
      previous: {
        from: string;
        to: string;
        totals: Schemas["StatFigures"];
      };
      groups: {
        /** A gateway, a country (DE), or a category (marketing, transactional, otp); null: none, or see `others`. */
        part: string | null;
        /** How many parts this group sums up; 0: it is one part. */
        others: number;
        totals: Schemas["StatFigures"];
        series: {
          starts_at: string;
          counts: Schemas["StatCounts"];
        }[];
      }[];
      /** Rates above these should be looked into. */
      lines: {
        errors: number;
        opt_outs: number;
      };
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read the statistics of a message.
   *
   * One message by gateway and by country, with its most common failure reasons, and when its texts left. Of a message with more than 1,000 recipients, or to a group, the figures are a few seconds old.
   *
   * Needs `svc_sendsms`.
   */
  getMessageStats: {
    kind: "data";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
    };
    data: WithWarnings<{
      message_id: string;
      state: Schemas["MessageState"];
      /** The most used first. */
      gateways: Schemas["MessageStatPart"][];
      /** By phone number, the most frequent first. */
      countries: Schemas["MessageStatPart"][];
      /** As in GET /messages/{id}. */
      deliveries: Record<string, number>;
      /** Why deliveries failed, the 20 most common. `reason` is a code of ours or of the provider. */
      reasons: {
        reason: string;
        count: number;
        /** What it means, in the words of GET /outbox/{id}. */
        text: string;
        /** What to do; null: nothing is to be done. */
        remedy: string | null;
      }[];
      /** How many more reasons there are. */
      other_reasons: number;
      /** How many texts left for a gateway in each interval; intervals without any are absent. From 10 seconds on, as long as it takes for at most 120 of them until its end, or until now. */
      departures: {
        interval_seconds: number;
        series: {
          starts_at: string;
          count: number;
        }[];
      };
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Read the state of the service.
   *
   * The age of the queue, the health of gateways and webhooks, how long the credit lasts, the next schedules, and the checks of /readyz.
   *
   * Needs `svc_setting`.
   */
  getStatus: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<Schemas["Status"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Watch what changes.
   *
   * Server-sent events. `ready` comes first and names the topics; `changed` says that a topic should be read again, and contains no personal data; `progress` reports the 20 newest running messages, at most once a second each, and once more after their end (a message that is over within a second may have none: `changed` of `messages` tells of it too); `job` is a job that changed, as GET /jobs/{id} returns it; `reset` asks to read everything again. A comment comes every 15 seconds. A reader that reopens the stream with the header Last-Event-ID, on any node, gets the events that it missed. The stream closes after 15 minutes, so that credentials are checked again, and within seconds when the session or application password ends or the user loses a capability (with an application password of a connected site: after 15 minutes). Requires any one of the capabilities; topics require the capability of their routes, and others are left out.
   */
  streamEvents: {
    kind: "events";
    input: {
      /** A comma-separated list of messages, outbox, inbox, jobs, schedules, gateways, sandbox, webhooks, settings, subscribers, status, alerts. Default: all that the caller may see. */
      topics?: string | undefined;
    };
    data: {
      topics: ("messages" | "outbox" | "inbox" | "jobs" | "schedules" | "gateways" | "sandbox" | "webhooks" | "settings" | "subscribers" | "status" | "alerts")[];
      left_out: {
        topic: "messages" | "outbox" | "inbox" | "jobs" | "schedules" | "gateways" | "sandbox" | "webhooks" | "settings" | "subscribers" | "status" | "alerts";
        needs: "svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users";
      }[];
    } | {
      topic: "messages" | "outbox" | "inbox" | "jobs" | "schedules" | "gateways" | "sandbox" | "webhooks" | "settings" | "subscribers" | "status" | "alerts";
      at: string;
    } | {
      message_id: string;
      progress: {
        state: "resolving" | "running" | "paused" | "completed" | "canceled" | "failed";
        /** Accepted deliveries; null while the audience is being resolved. */
        total: number | null;
        /** sent + delivered + failed + unknown. */
        done: number;
        /** Accepted by the gateway; no final receipt yet. */
        sent: number;
        delivered: number;
        /** Failed, undelivered, expired, canceled, or suppressed because the recipient opted out, or lost a value of the text, before it was sent. */
        failed: number;
        /** The gateway may have accepted it. */
        unknown: number;
        /** Waiting or in flight. */
        pending: number;
        /** 0 to 100, with one decimal; null: the total is not known yet. */
        percent: number | null;
        /** Messages per second over the last ten seconds. */
        rate: number;
        /** When it will be complete at this rate, what is held included; null: not known, as while it waits for credit. */
        eta: string | null;
        /** The five most common failure reasons. */
        reasons: {
          reason: string;
          count: number;
        }[];
      };
    } | {
      id: string;
      /** What it does: `import`. */
      kind: string;
      state: "queued" | "running" | "completed" | "failed" | "canceled";
      progress: {
        done: number;
        /** null: not known yet. */
        total: number | null;
      };
      /** Counts of what is done so far, by the kind of the job; final once it has ended. */
      result: Record<string, unknown> | null;
      /** Why it failed. */
      error: string | null;
      created_by: string;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      /** Until when POST /jobs/{id}/undo takes back what it changed; null: it has not ended, it cannot be taken back, or it was. */
      undoable_until: string | null;
      /** The job that takes it back. */
      undone_by: string | null;
      /** The job that this one takes back. */
      undoes: string | null;
    } | {
      reason: "too_old" | "slow";
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "too_many_streams";
  };
};
