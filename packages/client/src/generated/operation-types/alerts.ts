// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type AlertsOperations = {
  /**
   * List alerts.
   *
   * What needs an operator: open alerts first, then those that have ended, newest first. An alert is kept for a year after its end.
   *
   * Needs `svc_setting`.
   */
  listAlerts: {
    kind: "page";
    input: {
      /** Only open alerts, or only those that have ended. Default: both, open ones first. */
      state?: "open" | "ended" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Alert"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Alert"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Acknowledge an alert.
   *
   * Records who has seen it, and when; the console no longer shows it at the top of every page. It stays open until its condition ends, and its end is sent. The first acknowledgement is kept.
   *
   * Needs `svc_setting`.
   */
  acknowledgeAlert: {
    kind: "data";
    input: {
      /** alt_… */
      id: string;
    };
    data: WithWarnings<Schemas["Alert"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Send a test to the recipients of alerts.
   *
   * Sends a mail to every address and a text to every number in the settings, also while alerts are quiet, and reports each result. `ok`: the mail server or the queue accepted it. At most 20 tests an hour, with the texts of tests of gateways.
   *
   * Needs `svc_setting`.
   */
  testAlerts: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<{
      results: {
        channel: "email" | "sms";
        recipient: string;
        ok: boolean;
        /** What happened, as a sentence. */
        text: string;
      }[];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
};
