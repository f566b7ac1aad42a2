// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas } from "../schemas.ts";

export type NewsletterOperations = {
  /**
   * Subscribe a number.
   *
   * Adds a number to newsletter groups. With double opt-in, the number receives a code by SMS and joins the group once the code has been sent to /newsletter/verify. A number that replied STOP is refused, and nothing is sent to it. Codes are limited for each number, for numbers like it and for each country; premium and satellite numbers get none.
   *
   * Needs `svc_subscribers`.
   */
  subscribe: {
    kind: "data";
    input: {
      name: string;
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** Group id, or a list of them. Default: the first group. */
      group_id?: number | (readonly number[]) | undefined;
      /** The same as group_id. */
      group_ids?: number | (readonly number[]) | undefined;
      /** Up to 50 values by name: strings, numbers or booleans. */
      custom_fields?: Record<string, string | number | boolean> | undefined;
      /** The person's language, as a BCP 47 tag. */
      locale?: string | undefined;
      /** The person's time zone, by its IANA name. */
      time_zone?: string | undefined;
      /** What happens to the name, fields, language and time zone of a person who is or was subscribed. Default: update. keep: for a form in which anyone can enter anyone's number; only people who never were more than a request from such a page (`consent_source` page) get new ones. People who left then join again only with a code, unless `double_opt_in` is false. */
      on_existing?: "update" | "keep" | undefined;
      /** Whether the owner of the number must confirm with a code. Default: as set for the group or the site. */
      double_opt_in?: boolean | undefined;
      /** Whether people who become members by this call get the welcome message, if the settings have one. Default: true, except with the `consent_source` import. People who must confirm get it after that. */
      welcome?: boolean | undefined;
      /** Where the person consented. Default: api; console for users signed in there; wordpress for calls through the site. */
      consent_source?: "api" | "page" | "console" | "import" | "wordpress" | undefined;
      /** What the person agreed to, as it was shown. Stored in the consent ledger. */
      consent_text?: string | undefined;
      /** Version of that text. */
      consent_version?: string | undefined;
      /** Language of that text. */
      consent_language?: string | undefined;
      /** Address of the person who subscribes: kept with the consent instead of the caller's, and limited like the number. */
      client_ip?: string | undefined;
    };
    data: {
      subscriber: Schemas["Subscriber"];
      state: "pending" | "active";
      already: boolean;
      code_sent?: boolean;
      /** Seconds until another code can be requested. */
      resend_after?: number;
      sandbox?: boolean;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_in_this_state" | "no_gateway" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Confirm a subscription with its code.
   *
   * A code is valid for 15 minutes and 5 attempts, for the groups of the request that it was sent for; a newer one replaces it. A wrong code, an unknown number, an expired code and too many attempts get the same response.
   *
   * Needs `svc_subscribers`.
   */
  verifySubscription: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** The code from the SMS. */
      activation: string;
      /** Accepted for compatibility; not compared. */
      name?: string | undefined;
      /** Confirm only these groups. Default: all that the code was sent for. */
      group_id?: readonly number[] | undefined;
      /** The same as group_id. */
      group_ids?: readonly number[] | undefined;
    };
    data: {
      subscriber: Schemas["Subscriber"];
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "verification_failed" | "not_in_this_state";
  };
  /**
   * Unsubscribe a number.
   *
   * Removes a number from the given groups, or from all. A number that has already left gets 200 and a message that says so; a number that never subscribed is 404.
   *
   * Needs `svc_subscribers`.
   */
  unsubscribe: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** Accepted for compatibility; not compared. */
      name?: string | undefined;
      /** Leave only these groups. Default: leave all of them. */
      group_id?: readonly number[] | undefined;
      /** The same as group_id. */
      group_ids?: readonly number[] | undefined;
    };
    data: {
      groups_left: {
        id: number;
        name: string;
      }[];
      already: boolean;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
};
