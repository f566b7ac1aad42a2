// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type RequestsOperations = {
  /**
   * List calls of the API.
   *
   * Newest first: your own calls, or everyone's with svc_setting. An entry appears a second or two after its call. Calls that need no credentials and the console's reads are not recorded; of successful calls, only as many per second as the settings allow. No part of a body or a query and no personal data is stored.
   */
  listRequests: {
    kind: "page";
    input: {
      /** Only calls with such a status. */
      status?: "2xx" | "4xx" | "5xx" | (readonly ("2xx" | "4xx" | "5xx")[]) | undefined;
      method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
      /** Only calls of this route, as the reference writes it. */
      route?: string | undefined;
      /** Only calls with this error code. */
      code?: string | undefined;
      /** Only calls with this application password, by its `uuid`. */
      application_password_id?: string | undefined;
      /** Only the call whose response had this `X-Request-Id`. */
      request_id?: string | undefined;
      /** true: only calls that got the response to an earlier one with the same Idempotency-Key. */
      replayed?: boolean | undefined;
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
      items: Schemas["LoggedRequest"][];
      /** Calls of everyone, in the time asked for, that are missing because there were too many. */
      not_recorded: {
        succeeded: number;
        failed: number;
      };
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["LoggedRequest"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Show a call of the API.
   *
   * With what its error code means, and the call whose response it got again. Calls of others need svc_setting.
   */
  getRequest: {
    kind: "data";
    input: {
      /** Id of the entry, call_… */
      id: string;
    };
    data: WithWarnings<Schemas["LoggedRequest"] & {
      /** Parameters that the error is about. */
      parameters: string[];
      /** What the error code means; null: the call succeeded. */
      error: {
        message: string;
        cause: string;
        remedy: string;
        docs: string;
      } | null;
      /** The call that this one repeated; null: `replayed` is false. */
      original: {
        /** When its response was stored; null: not known. */
        at: string | null;
        /** Its entry; null: it was not recorded, or cannot be named. */
        id: string | null;
      } | null;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
};
