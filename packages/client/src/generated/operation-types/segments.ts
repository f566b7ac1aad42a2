// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type SegmentsOperations = {
  /**
   * List segments.
   *
   * Needs `svc_subscribers`.
   */
  listSegments: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: {
        id: number;
        name: string;
        filter: Schemas["SubscriberFilter"];
        created_at: string;
        updated_at: string;
      }[];
      pagination: Schemas["Pagination"];
    }>;
    item: {
      id: number;
      name: string;
      filter: Schemas["SubscriberFilter"];
      created_at: string;
      updated_at: string;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a segment.
   *
   * A segment is a stored filter of subscribers. Who is in it is looked up whenever it is counted or sent to: `segment_ids` of POST /send.
   *
   * Needs `svc_subscribers`.
   */
  createSegment: {
    kind: "data";
    input: {
      name: string;
      /** The people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter: {
        all?: readonly Schemas["FilterCondition"][] | undefined;
        any?: readonly Schemas["FilterCondition"][] | undefined;
      };
    };
    data: WithWarnings<Schemas["SubscriberSegment"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a segment and count its people.
   *
   * Needs `svc_subscribers`.
   */
  getSegment: {
    kind: "data";
    input: {
      /** Id of the segment. */
      id: number;
    };
    data: WithWarnings<Schemas["SubscriberSegment"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a segment.
   *
   * Only the parameters given are changed. Schedules that send to it use the new filter from their next run.
   *
   * Needs `svc_subscribers`.
   */
  updateSegment: {
    kind: "data";
    input: {
      /** Id of the segment. */
      id: number;
      name?: string | undefined;
      /** The people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly Schemas["FilterCondition"][] | undefined;
        any?: readonly Schemas["FilterCondition"][] | undefined;
      } | undefined;
    };
    data: WithWarnings<Schemas["SubscriberSegment"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a segment.
   *
   * A segment that a schedule sends to cannot be deleted; the conflict lists the schedules.
   *
   * Needs `svc_subscribers`.
   */
  deleteSegment: {
    kind: "data";
    input: {
      /** Id of the segment. */
      id: number;
    };
    data: WithWarnings<{
      deleted: true;
      id: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
};
