// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type SearchOperations = {
  /**
   * Search everything.
   *
   * Numbers, subscribers, messages, outbox entries, threads, groups, segments, templates, schedules, forms, users, gateways and webhooks, as far as the caller's capabilities allow to open them. Requires any one of them.
   */
  search: {
    kind: "data";
    input: {
      /** A number in any format or its beginning, part of a name or of a text, an id (msg_…, sch_…, wh_…) or the number of an outbox entry. */
      q: string;
    };
    data: WithWarnings<{
      /** If `q` is a whole number: the number, with what the caller's capabilities allow to say about it. */
      number: {
        phone: string;
        subscriber?: {
          id: number;
          name: string;
        } | null;
        suppressed?: boolean;
        has_thread?: boolean;
        has_entries?: boolean;
      } | null;
      results: Schemas["SearchResult"][];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
};
