// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type MessagesSchemas = {
  BatchResult: {
    /** Position in `messages`, from 0. */
    index: number;
    /** replayed: an earlier call with this key was accepted; nothing was sent again. unknown: it may have been accepted, so repeat it with the same key only. Either the database failed while it was stored, as `message_id`, or another call with the key is still in progress. */
    status: "accepted" | "refused" | "replayed" | "unknown";
    message_id?: string;
    warnings?: string[];
    /** Why it was refused, or is unknown. Codes are those of all routes. At most 10 details are listed; more_details has the count of the rest. */
    error?: {
      code: string;
      message: string;
      details: CommonSchemas["Detail"][];
      more_details?: number;
    };
  };
  ControlledMessage: MessagesSchemas["Message"] & {
    /** true if it was already in that state and nothing changed. */
    already: boolean;
  };
  Media: {
    /** Use it in `media_urls`. Anyone who knows it can read the file. */
    url: string;
    /** By the file's first bytes. */
    type: "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "video/3gpp" | "video/mp4" | "audio/mpeg" | "audio/amr" | "text/vcard" | "application/pdf";
    bytes: number;
  };
  Message: MessagesSchemas["MessageSummary"] & {
    /** Whom it was addressed to, as the call named them; who that was is in the log. null: one recipient, or a message of an earlier version. */
    addressed_to: MessagesSchemas["MessageAddressees"] | null;
    /** The rate of the gateway that it waits for, which it shares with other messages; null: the gateway has no limit, several gateways may send it, or none is configured. */
    gateway_limit: {
      /** Units per second. */
      rate: number;
      rate_per: "segment" | "message";
    } | null;
    /** Why its recipients cannot be read at the moment, for example because a shop or a platform refuses; this is retried. Or that its gateway is not configured, or that all gateways that could send it are paused, with the reason of the pause. null: nothing is wrong. */
    waiting_for: string | null;
    /** Deliveries that may not leave yet; null: there are none. */
    held: {
      /** At most 10000 are counted; the others are among the queued of `deliveries`. */
      count: number;
      /** When the first of them is tried, unless it is held again. */
      until: string;
      /** When the last of all is tried, unless it is held again. */
      last: string;
      /** Of the first 10000. */
      reasons: CommonSchemas["HoldReason"][];
    } | null;
    /** For the reason missing_values: how many people have no value for a variable of the text, or a text that is too long, and some of them. Nobody has received the message. */
    refused_people: CommonSchemas["RefusedPeople"] | null;
    /** Number of deliveries in each state; empty states are absent. For large messages, `queued` includes those in flight. */
    deliveries: Record<string, number>;
    /** What it cost so far: the sum of its entries in the log, one for each currency. Empty: nothing with a price was sent. For large messages it may be some seconds old. */
    costs: {
      currency: string;
      total: string;
    }[];
    progress: MessagesSchemas["MessageProgress"];
  };
  MessageAddressees: CommonSchemas["AddresseeSelectors"] & {
    /** Direct numbers; null: not known. */
    numbers: number | null;
  };
  MessageProgress: {
    state: CommonSchemas["MessageState"];
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
  MessageSummary: {
    message_id: string;
    /** completed: every delivery has been attempted, and none will be sent any more. It does not mean that they were delivered: `deliveries` and `progress` count what receipts have reported so far. */
    state: CommonSchemas["MessageState"];
    /** Why it failed or ended early: no_recipients, missing_values (`GET /messages/{id}` shows whose), too_long (of a run: with the footer of today), consent_required (of a run: no recipient has agreed to marketing), audience_not_resolved, expired. */
    reason: string | null;
    category: CommonSchemas["MessageCategory"];
    sender: string | null;
    /** The text, with its variables if each recipient has a text of their own; [hidden] if the category is otp, or if someone else sent it and the caller lacks svc_outbox. */
    message: string;
    /** Addresses of its files; empty if the caller may not read its text. */
    media: string[];
    segments: number;
    encoding: CommonSchemas["Encoding"];
    recipients: MessagesSchemas["RecipientCounts"];
    /** Maximum messages per minute; null: as fast as the gateway allows. */
    rate_per_minute: number | null;
    /** The schedule that created this message. */
    schedule_id: string | null;
    created_at: string;
    first_sent_at: string | null;
    finished_at: string | null;
  };
  ReadNumber: {
    /** In E.164, as messages are sent to it; null: see `issue`. */
    number: string | null;
    /** ISO 3166; null: unknown, or it belongs to no country. */
    country: string | null;
    /** By its numbering plan; null: that does not say. */
    type: "mobile" | "fixed_line" | "fixed_line_or_mobile" | "voip" | "toll_free" | "premium_rate" | "shared_cost" | "personal_number" | "pager" | "uan" | "voicemail" | null;
    /** false with a number: it has a valid length and is accepted, but may not exist. */
    in_numbering_plan: boolean;
    /** Why it is not a phone number. */
    issue: CommonSchemas["Detail"] | null;
  };
  RecipientCounts: {
    matched: number;
    accepted: number;
    duplicates: number;
    invalid: number;
    suppressed: number;
  };
  Recipients: {
    /** null: not asked for, or the platform that manages the users does not list them. */
    roles: {
      items: {
        /** For `role_ids`. */
        id: string;
        name: string;
      }[];
      /** There are more than these 20. */
      more: boolean;
    } | null;
    /** null: not asked for, no `search`, the caller may not see users, or the platform that manages them does not search. */
    users: {
      items: {
        /** For `users`. */
        id: number;
        name: string;
        username: string;
        /** There is a usable phone number. */
        reachable: boolean;
      }[];
      /** There are more than these 20. */
      more: boolean;
    } | null;
    /** null: not asked for, no `search`, no shop, or the caller lacks `svc_users`. */
    customers: {
      items: {
        id: number;
        name: string;
        /** For `numbers`; null: there is no usable one. */
        phone: string | null;
      }[];
      /** There are more than these 20. */
      more: boolean;
    } | null;
  };
};
