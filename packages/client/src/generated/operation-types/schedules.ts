// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type SchedulesOperations = {
  /**
   * List schedules.
   *
   * Newest first. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  listSchedules: {
    kind: "page";
    input: {
      state?: "active" | "paused" | "waiting_license" | "completed" | "canceled" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Schedule"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Schedule"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read a schedule.
   *
   * Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  getSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: WithWarnings<Schemas["Schedule"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a schedule.
   *
   * Changes text, sender, gateway, times, lateness and audience, or states another basis than consent; absent parameters stay unchanged. It takes effect between two runs, never during one. Needs a license.
   *
   * Needs `svc_sendsms`.
   */
  updateSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
      /** The `version` that was read. If it has changed since, the response is 409 `conflict` and nothing is changed. */
      version?: number | undefined;
      /** The new text; [hidden], as it is shown, changes nothing. */
      message?: string | undefined;
      /** false: the text is sent unchanged. Default for a new text: as for a new message; for a stored text, what was chosen for it. */
      personalize?: boolean | undefined;
      /** The new sender id; null or empty: that of the gateway. */
      sender?: "" | (string & {}) | null | undefined;
      /** Name of the new gateway. */
      gateway?: string | undefined;
      /** Seconds for which each run is worth sending. */
      valid_for?: number | undefined;
      /** Maximum messages per minute; null (in a form: `none`) removes the limit. */
      rate_per_minute?: number | null | undefined;
      /** The new first run: local time in the schedule's own zone, or with an offset. */
      schedule?: string | undefined;
      /** The new recurrence; false or null: only once. */
      repeat?: false | Schemas["RepeatFields"] | undefined;
      /** What to do with a run that is late by more than `late_after`. */
      if_late?: "send" | "skip" | undefined;
      /** Seconds after which a run counts as late; at least a minute. */
      late_after?: number | undefined;
      /** frozen keeps the current recipients, replacing those frozen earlier; live looks them up at each run. */
      audience?: "live" | "frozen" | undefined;
      /** Another basis than a recorded consent on which people get marketing, such as a contract: from now on it holds for all runs. It is logged with who stated it. Needs `svc_setting`; ignored for other categories. */
      consent_basis?: string | undefined;
    };
    data: WithWarnings<Schemas["Schedule"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state" | "conflict" | "addon_required" | "gateway_cannot" | "no_recipients" | "public_url_missing";
  };
  /**
   * Cancel a schedule.
   *
   * It never runs again and stays readable. A message that a run has already created continues; cancel it by its message_id. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  cancelSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: WithWarnings<Schemas["Schedule"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state";
  };
  /**
   * Move schedules from another system.
   *
   * Creates the scheduled messages of another system that are still to be sent, paused: nothing is sent until a user resumes them, when the other system does not send them any more. All rules for schedules apply, the license included. One that was moved before is left out, so a call can be repeated. Every row is counted.
   *
   * Needs `svc_setting`.
   */
  importSchedules: {
    kind: "data";
    input: {
      /** The system that the rows come from. Shown with the entries. */
      source: string;
      schedules: readonly {
        /** What that system calls the row: repeated in `unreadable`. */
        reference?: number | string | undefined;
        message: string;
        sender?: string | null | undefined;
        numbers: readonly string[];
        media_urls?: string | (readonly string[]) | undefined;
        /** The first run: local time of `time_zone`, or with an offset. */
        start: string;
        repeat?: {
          value: string;
          /** minute, hour, day, week, month or year. */
          unit: string;
          /** The last instant at which it may run. */
          end?: string | null | undefined;
        } | null | undefined;
        /** That system has sent it. Default: false. */
        done?: boolean | undefined;
      }[];
      /** Of the runs, and of dates without an offset. Default: the site's. */
      time_zone?: string | undefined;
      /** Of numbers without a plus. Default: TIDINGS_COUNTRY. */
      country?: string | undefined;
      /** Of all these messages. It cannot be changed afterwards. Default: transactional. */
      category?: "marketing" | "transactional" | undefined;
      /** Only count what would happen. Default: false. */
      dry_run?: boolean | undefined;
    };
    data: WithWarnings<{
      rows: number;
      /** Schedules that are here now, paused. */
      moved: number;
      /** Moved before. */
      already: number;
      /** None of their runs is still to come. */
      past: number;
      /** Schedules that were left out. They are moved by a later call once the reason is gone. */
      unreadable: {
        reference: string;
        /** date, repeat, text, sender: cannot be read or used; recipients: none of its numbers is one; license: scheduling or recurrence is not licensed; gateway: there is none, or it cannot send this; media: a file cannot be sent; consent: it is marketing, and some of its people have no consent on record (`consent.require_record`). */
        reason: "date" | "repeat" | "text" | "sender" | "recipients" | "license" | "gateway" | "media" | "consent";
      }[];
      recipients: {
        moved: number;
        duplicates: number;
        unreadable: number;
      };
      dry_run: boolean;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Pause a schedule.
   *
   * Nothing runs until it is resumed. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  pauseSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: WithWarnings<Schemas["Schedule"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Resume a schedule.
   *
   * A recurring schedule continues with its next run. A one-time schedule whose time has passed is due immediately, and `if_late` decides. Needs a license.
   *
   * Needs `svc_sendsms`.
   */
  resumeSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: WithWarnings<Schemas["Schedule"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "addon_required";
  };
  /**
   * Skip the next run.
   *
   * A one-time schedule then ends. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  skipNextRun: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
      /** Skip only this run, as `next_run` of the schedule showed it: a call that is repeated, or made by two people, then skips one. Default: whichever is next. */
      next_run?: string | undefined;
    };
    data: WithWarnings<Schemas["Schedule"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "conflict";
  };
  /**
   * Run a schedule now.
   *
   * Sends its message once, in addition to its regular runs. A one-time schedule then ends. Needs a license.
   *
   * Needs `svc_sendsms`.
   */
  runScheduleNow: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: WithWarnings<Schemas["Schedule"] & {
      /** The message that this run created. */
      message_id: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "addon_required";
  };
  /**
   * List the runs of a schedule.
   *
   * The next five runs, and the results of past runs, latest first. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  listScheduleRuns: {
    kind: "page";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      /** The next five runs; while paused, as if it were resumed now. */
      upcoming: string[];
      items: {
        /** When it was due. */
        run_at: string;
        /** When it ran or was skipped. */
        ran_at: string;
        /** sent: a message was created. */
        outcome: "sent" | "skipped" | "failed";
        /** late, by_request, restored; no_recipients, consent_required, no_gateway, gateway_cannot, missing_values, too_long. */
        reason: string | null;
        /** Earlier runs that were missed while the service was not running; they are not made up for. */
        missed: number;
        message_id: string | null;
        /** State of its message. */
        state: string | null;
      }[];
      pagination: Schemas["Pagination"];
    }>;
    item: {
      /** When it was due. */
      run_at: string;
      /** When it ran or was skipped. */
      ran_at: string;
      /** sent: a message was created. */
      outcome: "sent" | "skipped" | "failed";
      /** late, by_request, restored; no_recipients, consent_required, no_gateway, gateway_cannot, missing_values, too_long. */
      reason: string | null;
      /** Earlier runs that were missed while the service was not running; they are not made up for. */
      missed: number;
      message_id: string | null;
      /** State of its message. */
      state: string | null;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
};
