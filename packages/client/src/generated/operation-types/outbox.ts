// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type OutboxOperations = {
  /**
   * List the log of sent messages, one entry per recipient.
   *
   * Newest first, unless `orderby` says otherwise. Filters can be combined. `page` reaches entry 10,000; follow `pagination.next_cursor` beyond it.
   *
   * Needs `svc_outbox`.
   */
  listOutbox: {
    kind: "page";
    input: {
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Exactly this number, in any format. */
      recipient?: string | undefined;
      /** Part of the text, the sender or the number. Searches newest first for 0.2 seconds (1 second for a page by its number, also the first one, and in the order of senders or statuses): if `search_incomplete` is true, `next_cursor` continues where it stopped. The texts of one-time passwords are not searched. */
      search?: string | undefined;
      /** success (sent, delivered), failed (failed, undelivered, expired, canceled, suppressed), pending (the rest), all, or an exact state; `state` takes several. */
      status?: "all" | "success" | "failed" | "pending" | "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "unknown" | "suppressed" | "expired" | "canceled" | undefined;
      /** Entries in one of these exact states: `failed` is the state alone here. With `status`, entries that match both. */
      state?: Schemas["DeliveryState"] | (readonly Schemas["DeliveryState"][]) | undefined;
      /** Entries of this message: msg_… */
      message_id?: string | undefined;
      /** Entries that this gateway accepted or refused. */
      gateway?: string | undefined;
      /** Entries of messages of this category. Reads newest first for a limited time, like `search`. */
      category?: Schemas["MessageCategory"] | undefined;
      /** Entries that failed with exactly this code, as `error` shows it: of the service or of the gateway. */
      error?: string | undefined;
      /** Page number, from 1. */
      page?: number | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page. It includes filters and order. */
      cursor?: string | null | undefined;
      /** sender and status sort only the newest 10,000 entries that match. Default: date. */
      orderby?: "date" | "sender" | "recipient" | "status" | undefined;
      /** Default: desc. */
      order?: "asc" | "desc" | undefined;
    };
    data: WithWarnings<{
      items: Schemas["OutboxItem"][];
      pagination: {
        /** Exact to 10000. */
        total: number;
        /** true if there are more than `total`, or not all were counted. */
        total_capped: boolean;
        total_pages: number;
        /** null if the page was requested by cursor. */
        current_page: number | null;
        per_page: number;
        next_cursor: string | null;
      };
      stats: {
        total: number;
        success: number;
        failed: number;
      };
      search_incomplete: boolean;
    }>;
    item: Schemas["OutboxItem"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "use_cursor";
  };
  /**
   * Export the log as a CSV file.
   *
   * All entries that match, newest first, read page by page: every entry that exists from its beginning to its end is in it once, with its state when it was read. A response that breaks off is incomplete. The texts of one-time passwords are hidden. Texts that a spreadsheet program would take for formulas begin with an apostrophe.
   *
   * Needs `svc_outbox`.
   */
  exportOutbox: {
    kind: "file";
    input: {
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Exactly this number, in any format. */
      recipient?: string | undefined;
      /** Part of the text, the sender or the number. Searches newest first for 0.2 seconds (1 second for a page by its number, also the first one, and in the order of senders or statuses): if `search_incomplete` is true, `next_cursor` continues where it stopped. The texts of one-time passwords are not searched. */
      search?: string | undefined;
      /** success (sent, delivered), failed (failed, undelivered, expired, canceled, suppressed), pending (the rest), all, or an exact state; `state` takes several. */
      status?: "all" | "success" | "failed" | "pending" | "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "unknown" | "suppressed" | "expired" | "canceled" | undefined;
      /** Entries in one of these exact states: `failed` is the state alone here. With `status`, entries that match both. */
      state?: Schemas["DeliveryState"] | (readonly Schemas["DeliveryState"][]) | undefined;
      /** Entries of this message: msg_… */
      message_id?: string | undefined;
      /** Entries that this gateway accepted or refused. */
      gateway?: string | undefined;
      /** Entries of messages of this category. Reads newest first for a limited time, like `search`. */
      category?: Schemas["MessageCategory"] | undefined;
      /** Entries that failed with exactly this code, as `error` shows it: of the service or of the gateway. */
      error?: string | undefined;
    };
    data: ReadableStream<Uint8Array>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Move entries from another system's log.
   *
   * Stores what another system sent as history: it is in the log, is found, exported and erased like every entry, and is never sent. It has no gateway, fires no webhooks and is not in the statistics. A row that was moved before is left out, so a call can be repeated. Every row is counted.
   *
   * Needs `svc_setting`.
   */
  importOutbox: {
    kind: "data";
    input: {
      /** The system that the rows come from. Shown with the entries. */
      source: string;
      /** Rows of a log, one for each message that was sent. */
      entries: readonly {
        /** What that system calls the row: repeated in `unreadable`. */
        reference?: number | string | undefined;
        /** When it was sent: local time of `time_zone`, or with an offset. */
        date: string;
        sender?: string | null | undefined;
        message: string;
        numbers: readonly string[];
        /** That system reported a failure. Default: false. */
        failed?: boolean | undefined;
        media_urls?: string | (readonly string[]) | undefined;
      }[];
      /** Of dates without an offset. Default: the site's. */
      time_zone?: string | undefined;
      /** Of numbers without a plus. Default: TIDINGS_COUNTRY. */
      country?: string | undefined;
      /** Only count what would happen. Default: false. */
      dry_run?: boolean | undefined;
    };
    data: WithWarnings<{
      rows: number;
      /** Rows that are entries of the log now. */
      moved: number;
      /** Rows that were moved before, even if their entries have been deleted since. */
      already: number;
      /** Rows that were left out. */
      unreadable: {
        reference: string;
        /** date, text: cannot be read or stored; in_the_future; too_old: the log is not kept that long here; recipients: none of its numbers is one. */
        reason: "date" | "in_the_future" | "too_old" | "text" | "recipients";
      }[];
      /** Of the moved rows: entries of the log, numbers named twice, and what is no number. */
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
   * Read an entry with its timeline.
   *
   * What happened to one delivery, step by step: who sent it, which gateway it was given to, why it waits, each attempt that was repeated, the provider's words, receipts, and webhooks. Texts and answers of one-time passwords are hidden.
   *
   * Needs `svc_outbox`.
   */
  getOutboxEntry: {
    kind: "data";
    input: {
      /** The `id` of the entry. */
      id: number;
    };
    data: WithWarnings<Schemas["OutboxEntry"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Resend an entry.
   *
   * Sends the same content to the same person as a new message, for entries that are failed, undelivered, expired, canceled, unknown. All rules of sending apply to it: suppressions, consent, quiet hours, caps, spending. An entry can be resent once, unless again is true; a one-time password never, and nor can marketing to groups that the person has left. Needs svc_sendsms, too.
   *
   * Needs `svc_outbox`.
   */
  resendOutboxEntry: {
    kind: "data";
    input: {
      /** The `id` of the entry. */
      id: number;
      /** Another gateway than the first time. */
      gateway?: string | undefined;
      /** Required if the state is `unknown`: the person may have received the first one. */
      confirm_duplicate?: boolean | undefined;
      /** Sends it whatever became of it, unless it is still to be sent, and however often it was resent: the person may get it once more. Its gateway may be another one if the first is not in use now. */
      again?: boolean | undefined;
      /** On which basis people without a consent on record get marketing, such as a contract. Needs svc_setting; who stated it is logged. */
      consent_basis?: string | undefined;
    };
    data: WithWarnings<Schemas["SendResult"] & {
      resend_of: {
        /** The other entry. */
        id: number;
        message_id: string;
      };
      /** The new entry. */
      id: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "no_recipients" | "gateway_cannot" | "no_gateway" | "spend_cap_reached" | "insufficient_credit" | "consent_required";
  };
};
