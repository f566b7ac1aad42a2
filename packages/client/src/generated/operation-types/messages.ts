// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type MessagesOperations = {
  /**
   * Send a message.
   *
   * Accepts a message for newsletter groups, users, roles, customers and direct numbers. Every person receives it once, no matter how many selectors include them. The response is sent once the message is durably stored; gateways are contacted afterwards.
   *
   * Needs `svc_sendsms`.
   */
  sendMessage: {
    kind: "data";
    input: Schemas["SendMessageBody"];
    data: WithWarnings<Schemas["SendResult"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "selector_conflict" | "no_recipients" | "gateway_cannot" | "no_gateway" | "spend_cap_reached" | "insufficient_credit" | "no_commerce" | "no_phone_numbers" | "consent_required" | "public_url_missing" | "addon_required";
  };
  /**
   * Send many different messages.
   *
   * Accepts up to 1,000 messages, each with its own text and numbers. Each entry has an outcome of its own: one that is refused does not affect the others, and the status is 200 all the same. An entry with a `key` is accepted once, however often the batch is repeated; for entries without one, an `Idempotency-Key` of the call does the same, by their position.
   *
   * Needs `svc_sendsms`.
   */
  sendBatch: {
    kind: "data";
    input: {
      /** Messages to direct numbers, each with its own text. */
      messages: readonly {
        /** The one recipient. */
        number?: string | undefined;
        /** Or several, as in `POST /send`. */
        numbers?: string | Schemas["NumberWithVariables"] | (readonly (string | Schemas["NumberWithVariables"])[]) | undefined;
        /** The text. Required unless there is media. */
        message?: string | undefined;
        /** A template in place of `message`. Its text is fixed when the call is accepted. */
        template_id?: number | undefined;
        /** The language in which the template is sent to everyone, if it has a text for it: de, or pt-BR. Default: for subscribers their own. */
        locale?: string | undefined;
        /** Values for all numbers of the entry that have none. */
        variables?: Record<string, string | number> | undefined;
        /** false: the text is sent unchanged. Default: variables such as {{name}} and {{unsubscribe_url}} are replaced for each recipient, and a message with a variable that has no value is refused. */
        personalize?: boolean | undefined;
        /** Sender id: up to 11 letters and digits, or up to 15 digits. Default: the configured one. */
        sender?: "" | (string & {}) | undefined;
        /** Default: marketing if subscribers are among the recipients, otherwise transactional. */
        category?: Schemas["MessageCategory"] | undefined;
        /** Seconds after which the message is no longer worth sending. Default: 600 for otp, 86,400 for transactional, 259,200 for marketing. */
        valid_for?: number | undefined;
        /** On which basis people without a consent on record get marketing, such as a contract. Needs svc_setting; who stated it is logged. */
        consent_basis?: string | undefined;
        /** An Idempotency-Key for this entry. Repeated within 24 hours, in any batch, it is not accepted a second time. */
        key?: string | undefined;
      }[];
    };
    data: WithWarnings<{
      accepted: number;
      refused: number;
      replayed: number;
      unknown: number;
      /** One for each entry, in their order. */
      results: Schemas["BatchResult"][];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Find roles, users and customers by name.
   *
   * Possible recipients: roles for every sender; for callers with `svc_users`, also users and customers whose name contains the search. If a platform such as WordPress manages the users, it decides who sees them, and a call through it that needs users or customers is answered with a redirect. `recipient_kinds` of the session says which kinds the caller may look for.
   *
   * Needs `svc_sendsms`.
   */
  listRecipients: {
    kind: "data";
    input: {
      /** Part of a name, of a user name or of an e-mail address. Without it only roles are listed. */
      search?: string | undefined;
      /** Only these kinds. Default: all. */
      kind?: "roles" | "users" | "customers" | (readonly ("roles" | "users" | "customers")[]) | undefined;
    };
    data: WithWarnings<Schemas["Recipients"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read a phone number.
   *
   * Reads a number as `POST /send` does: the number in E.164, its country and its type in the numbering plan, or why it is not a phone number. No provider is contacted, so the reply does not say whether the number is in use. A number that cannot be read is a 200, too.
   *
   * Needs `svc_sendsms`.
   */
  getNumber: {
    kind: "data";
    input: {
      /** As a person typed it, in any format; a plus sign is %2B in a path. */
      number: string;
    };
    data: WithWarnings<Schemas["ReadNumber"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Upload a picture or another file for an MMS.
   *
   * The body is the file. The reply has its address for `media_urls`, at which the provider fetches it: anyone who knows the address can. A file that was uploaded before keeps its address. It is deleted 90 days after its last upload (or when texts are, `retention.text_days`), but not while a message or a schedule that uses it is unfinished, nor within a week after such a message has finished.
   *
   * Needs `svc_sendsms`.
   */
  uploadMedia: {
    kind: "data";
    input: {
      /** The file. A ReadableStream can be sent only once. */
      file: Schemas["UploadFile"];
    };
    data: WithWarnings<Schemas["Media"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "public_url_missing";
  };
  /**
   * List messages.
   *
   * Newest first.
   *
   * Needs `svc_sendsms`.
   */
  listMessages: {
    kind: "page";
    input: {
      state?: Schemas["MessageState"] | undefined;
      category?: Schemas["MessageCategory"] | undefined;
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
      items: Schemas["MessageSummary"][];
      pagination: {
        per_page: number;
        /** null: this is the last page. A page may be short or even empty and not be the last, because a search stops after 0.2 seconds. */
        next_cursor: string | null;
      };
    }>;
    item: Schemas["MessageSummary"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read a message.
   *
   * The number of recipients found, the progress of their deliveries, and the reason if the message failed.
   *
   * Needs `svc_sendsms`.
   */
  getMessage: {
    kind: "data";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
    };
    data: WithWarnings<Schemas["Message"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change the rate of a message.
   *
   * Applies across all nodes, from the next deliveries on. The gateway's own limit still applies.
   *
   * Needs `svc_sendsms`.
   */
  updateMessage: {
    kind: "data";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
      /** Maximum messages per minute; null (in a form: `none`) removes the limit. */
      rate_per_minute: number | null;
    };
    data: WithWarnings<Schemas["Message"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state";
  };
  /**
   * Pause a message.
   *
   * Nothing more of it is sent, on any node. Deliveries in flight complete. Its `valid_for` keeps running.
   *
   * Needs `svc_sendsms`.
   */
  pauseMessage: {
    kind: "data";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
    };
    data: WithWarnings<Schemas["ControlledMessage"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Resume a paused message.
   *
   * It continues where it stopped.
   *
   * Needs `svc_sendsms`.
   */
  resumeMessage: {
    kind: "data";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
    };
    data: WithWarnings<Schemas["ControlledMessage"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Cancel a message.
   *
   * Whatever has not been sent will never be sent. The response is immediate; the deliveries of a large message become `canceled` in the seconds after it.
   *
   * Needs `svc_sendsms`.
   */
  cancelMessage: {
    kind: "data";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
    };
    data: WithWarnings<Schemas["ControlledMessage"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Watch a message.
   *
   * Server-sent events: `progress` with the object that GET /messages/{id} returns under that name, at most once a second and only when it has changed; a comment every 15 seconds; `end` when the message is complete, after which the stream closes. A stream that closes without `end` can be reopened without missing anything, because every event is complete. Its reader is checked as that of GET /events.
   *
   * Needs `svc_sendsms`.
   */
  streamMessageProgress: {
    kind: "events";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
    };
    data: {
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
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found" | "too_many_streams";
  };
};
