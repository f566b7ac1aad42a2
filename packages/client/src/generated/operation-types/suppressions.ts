// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type SuppressionsOperations = {
  /**
   * Export suppressed numbers as a CSV file.
   *
   * All entries that match, newest first: for another service that must not send to these numbers either. An empty `sender` is every sender. It is read page by page; a response that breaks off is incomplete. Texts that a spreadsheet program would take for formulas begin with an apostrophe.
   *
   * Needs `svc_subscribers`.
   */
  exportSuppressions: {
    kind: "file";
    input: {
      /** Part of the number. */
      search?: string | undefined;
      /** opt_out: the person wants nothing. block: an operator decided. maybe_opt_out: a reply that may ask to stop; marketing waits until a person decides. */
      kind?: "opt_out" | "block" | "maybe_opt_out" | undefined;
      /** Part of the reason. */
      reason?: string | undefined;
      /** Where it came from: a gateway's name for a reply or an opt-out at the provider, or api. */
      source?: string | undefined;
      /** Only entries of this sender. */
      sender?: string | undefined;
    };
    data: ReadableStream<Uint8Array>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Show a suppressed number.
   *
   * Needs `svc_subscribers`.
   */
  getSuppression: {
    kind: "data";
    input: {
      /** Id of the entry. */
      id: number;
    };
    data: WithWarnings<Schemas["Suppression"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Lift a suppression.
   *
   * Removes an entry, or all entries of a number, from the list, and records who did it and why. If the person had opted out, a consent that they gave after that is required. Memberships are not restored. For a doubtful reply this is the decision that it was no opt-out: the marketing that waits is sent, as long as it is valid.
   *
   * Needs `svc_subscribers`.
   */
  liftSuppression: {
    kind: "data";
    input: {
      /** Id of the entry, or the number with its plus sign, which stands for all of its entries. */
      id: string;
      /** Why it is lifted. */
      reason: string;
      /** Who gave the new consent. Required, with the next two, if the person had opted out. */
      consent_by?: string | undefined;
      /** When: after the opt-out. RFC 3339; without an offset: site time. */
      consent_at?: string | undefined;
      /** How it can be proved: a form, a letter, a recording. */
      consent_evidence?: string | undefined;
    };
    data: WithWarnings<{
      lifted: Schemas["Suppression"][];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state";
  };
  /**
   * List suppressed numbers.
   *
   * Numbers that get nothing, newest first.
   *
   * Needs `svc_subscribers`.
   */
  listSuppressions: {
    kind: "page";
    input: {
      /** Part of the number. */
      search?: string | undefined;
      /** opt_out: the person wants nothing. block: an operator decided. maybe_opt_out: a reply that may ask to stop; marketing waits until a person decides. */
      kind?: "opt_out" | "block" | "maybe_opt_out" | undefined;
      /** Part of the reason. */
      reason?: string | undefined;
      /** Where it came from: a gateway's name for a reply or an opt-out at the provider, or api. */
      source?: string | undefined;
      /** Only entries of this sender. */
      sender?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Suppression"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Suppression"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Suppress a number.
   *
   * From the reply on, nothing more is sent to the number, not even what is queued. As an opt-out it also ends its memberships.
   *
   * Needs `svc_subscribers`.
   */
  createSuppression: {
    kind: "data";
    input: {
      /** The number, in any format. */
      number: string;
      /** opt_out: the person asked for it; their memberships end. Default: block. */
      kind?: "opt_out" | "block" | undefined;
      /** Why, for later reference. */
      reason: string;
      /** Only messages of this sender. Default: messages of every sender. */
      sender?: string | undefined;
    };
    data: WithWarnings<Schemas["Suppression"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Suppress many numbers.
   *
   * Adds a list, such as the opt-outs of a service that was used before. A number that is on the list already keeps its entry.
   *
   * Needs `svc_subscribers`.
   */
  importSuppressions: {
    kind: "data";
    input: {
      /** The numbers, at most 10,000. */
      numbers: string | (readonly string[]);
      /** opt_out: the person asked for it; their memberships end. Default: block. */
      kind?: "opt_out" | "block" | undefined;
      /** Why, for later reference. */
      reason: string;
      /** Only messages of this sender. Default: messages of every sender. */
      sender?: string | undefined;
      /** Adds the others if some of the numbers are invalid. Default: false, nothing is added. */
      skip_invalid?: boolean | undefined;
    };
    data: WithWarnings<{
      added: number;
      /** Numbers that were on the list. */
      already: number;
      duplicates: number;
      invalid: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
};
