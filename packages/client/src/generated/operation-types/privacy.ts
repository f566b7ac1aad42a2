// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type PrivacyOperations = {
  /**
   * Count the records held about a person.
   *
   * Needs `svc_setting`.
   */
  searchPersonalData: {
    kind: "data";
    input: {
      /** The number, in any format. Required unless `subscriber_id` is given. */
      mobile?: string | undefined;
      /** Country of a number without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** Id of a subscriber, instead of the number. */
      subscriber_id?: number | undefined;
    };
    data: {
      mobile: string;
      found: boolean;
      total: number;
      /** Number of records of each kind: the subscriber, consents and their history, what was entered in a form and is not carried out yet, the customer, users with this number, the suppression, order notices and schedules that name it, that alerts go to it and which ones went, messages from it (inbound) and to it (outbox). At most 100000 of each are counted. */
      held: Schemas["RecordCounts"];
      /** The other number of the person's phone, if something is held under it: a mobile phone in Argentina has two. Repeat the call for it. */
      other_mobile?: string;
      /** Among others, that more is held under the other number of the person's phone. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Export the data held about a person.
   *
   * Everything, kind by kind and page by page. The texts of one-time passwords are hidden here too. Responses saved for Idempotency-Keys, which are kept for 24 hours, and backups are not included.
   *
   * Needs `svc_setting`.
   */
  exportPersonalData: {
    kind: "page";
    input: {
      /** The number, in any format. Required unless `subscriber_id` is given. */
      mobile?: string | undefined;
      /** Country of a number without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** Id of a subscriber, instead of the number. */
      subscriber_id?: number | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `next_cursor` of the previous page. */
      cursor?: string | null | undefined;
    };
    data: {
      mobile: string;
      items: Schemas["HeldItem"][];
      pagination: Schemas["Pagination"];
      /** The same as `pagination.next_cursor`. */
      next_cursor: string | null;
      /** The other number of the person's phone, if something is held under it: a mobile phone in Argentina has two. Repeat the call for it. */
      other_mobile?: string;
      /** Among others, that more is held under the other number of the person's phone. */
      warnings?: string[];
    };
    item: Schemas["HeldItem"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Erase a person.
   *
   * Ends all subscriptions and erases the person from all stored data. Log entries stay with their state and time, so that counts remain correct, but without the number and the provider's response; the text of a message to this person alone is erased too. Messages waiting to be sent are canceled. A STOP remains in effect. The log is erased in steps after the response.
   *
   * Needs `svc_setting`.
   */
  erasePersonalData: {
    kind: "data";
    input: {
      /** The number, in any format. Required unless `subscriber_id` is given. */
      mobile?: string | undefined;
      /** Country of a number without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** Id of a subscriber, instead of the number. */
      subscriber_id?: number | undefined;
      /** Must be true: an erasure cannot be undone. */
      confirm?: boolean | undefined;
    };
    data: WithWarnings<Schemas["Erasure"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Show the progress of an erasure.
   *
   * Needs `svc_setting`.
   */
  getErasure: {
    kind: "data";
    input: {
      /** The `erasure_id` that the deletion returned, era_… */
      id: string;
    };
    data: WithWarnings<Schemas["ErasureProgress"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
};
