// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type OrdersOperations = {
  /**
   * List the order notices.
   *
   * Needs `svc_setting`.
   */
  listOrderNotices: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["OrderNotice"][];
      pagination: Schemas["Pagination"];
      /** The variables that a template may use between percent signs. */
      variables: string[];
      /** The URL that the shop must send its orders to; null if no shop with a webhook_secret is configured. */
      webhook_url: string | null;
    }>;
    item: Schemas["OrderNotice"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Set the order notice for a status.
   *
   * A status has one notice for the customer and one for the staff. Each is sent once per order, no matter how often the order enters that status.
   *
   * Needs `svc_setting`.
   */
  setOrderNotice: {
    kind: "data";
    input: {
      /** The shop's own name for it: pending, processing, on-hold, completed, … */
      status: string;
      /** Who receives it: customer (the default) or staff. Each has a notice of its own. */
      to?: "customer" | "staff" | undefined;
      /** The text, with variables such as %order_number%. An unknown variable is refused. */
      template: string;
      /** Default: true. */
      enabled?: boolean | undefined;
      /** Only for staff: the numbers that receive it. */
      numbers?: string | (readonly string[]) | undefined;
      /** Only for customers: send only to buyers who agreed. Buyers who declined never receive one. Default: false. */
      requires_opt_in?: boolean | undefined;
    };
    data: WithWarnings<Schemas["OrderNotice"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * Delete the order notice for a status.
   *
   * Needs `svc_setting`.
   */
  deleteOrderNotice: {
    kind: "data";
    input: {
      /** The shop's own name for it: pending, processing, on-hold, completed, … */
      status: string;
      /** Default: customer. */
      to?: "customer" | "staff" | undefined;
    };
    data: WithWarnings<{
      deleted: true;
      status: string;
      to: "customer" | "staff";
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * List the decisions about order notices, newest first.
   *
   * Needs `svc_outbox`.
   */
  listOrderNoticeDecisions: {
    kind: "page";
    input: {
      /** Only decisions about this order. */
      order_id?: number | undefined;
      /** The shop's own name for it: pending, processing, on-hold, completed, … */
      status?: string | undefined;
      to?: "customer" | "staff" | undefined;
      /** sent; no_phone; no_opt_in: the buyer declined, or did not agree; suppressed: the number replied STOP; limited: the number reached its daily limit; too_old; too_long: the order exceeds 4 MB and was not read; empty: the rendered template is empty; unknown_variable. */
      outcome?: "sent" | "no_phone" | "no_opt_in" | "suppressed" | "limited" | "too_old" | "too_long" | "empty" | "unknown_variable" | undefined;
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["OrderDecision"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["OrderDecision"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
};
