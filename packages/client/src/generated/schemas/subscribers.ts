// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type SubscribersSchemas = {
  ConsentRecord: {
    id: number;
    /** null: all marketing. */
    group_id: number | null;
    /** requested: a code was sent; confirmed: by its code; subscribed, imported: without a code; left: one group; blocked: all marketing; lifted: the end of a block. */
    kind: "requested" | "confirmed" | "subscribed" | "imported" | "left" | "blocked" | "lifted";
    at: string;
    /** Where it originated, such as api, sms, page, import or wordpress. */
    source: string;
    /** The caller; null if the person acted alone. */
    actor: string | null;
    ip: string | null;
    /** What the person saw, or wrote. */
    wording: string | null;
    wording_version: string | null;
    language: string | null;
  };
  Import: {
    job: CommonSchemas["Job"];
    encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
    delimiter: string;
    /** The content that each column is taken for: `phone`, `name`, `first_name`, `last_name`, `locale`, `time_zone`, `state`, `groups` (names or ids of groups, separated by commas), `pending_groups` (the same, where they still have to confirm), `left_groups` (the same, of groups they left), `consent_at`, `consent_ip`, `confirmed_at`, `confirmed_ip`, `consent_source`, `consent_wording`, `attributes` (a JSON object), `field:KEY` (a custom field) or `skip`. */
    columns: {
      heading: string;
      target: string;
    }[];
    /** The first ten rows, as they are read. */
    samples: {
      row: number;
      mobile: string | null;
      name: string | null;
      custom_fields: Record<string, string | number | boolean> | null;
      locale: string | null;
      time_zone: string | null;
      state: "active" | "pending" | "left" | "unsubscribed" | null;
      /** As the row names them. */
      groups: {
        name: string;
        state: "active" | "pending" | "left";
      }[] | null;
      /** Why the row is left out; the other fields are then null. */
      error: string | null;
    }[];
    warnings?: string[];
  };
  SubscriberDetail: SubscribersSchemas["SubscriberState"] & {
    /** The number replied STOP or was blocked: nothing is sent to it. */
    suppressed: boolean;
    /** Since when the number counts as unreachable; null: it does not. */
    bounced_at: string | null;
    /** When marketing may next leave for this person, opt-outs, groups and credit aside. */
    next_marketing: {
      /** A time that is not in the future means at once. */
      at: string;
      /** What the person waits for until then; null: nothing. */
      held_for: "quiet_hours" | "frequency_cap" | null;
      /** Messages that the frequency cap leaves at present; null: there is no cap. */
      left: number | null;
      /** The time zones that quiet hours follow: the person's own, or all in which the number may be. */
      time_zones: string[];
    };
    /** Consents given and withdrawn, with time and source; the latest 100, newest first. */
    history: {
      /** null: all marketing. */
      group_id: number | null;
      /** requested: a code was sent; confirmed: by its code; subscribed, imported: without a code; left: one group; blocked: all marketing; lifted: the end of a block. */
      kind: "requested" | "confirmed" | "subscribed" | "imported" | "left" | "blocked" | "lifted";
      at: string;
      /** Where it originated, such as api, sms, page, import or wordpress. */
      source: string;
      /** The caller; null if the person acted alone. */
      actor: string | null;
      ip: string | null;
      /** What the person saw, or wrote. */
      wording: string | null;
      wording_version: string | null;
      language: string | null;
    }[];
  };
  SubscriberState: CommonSchemas["Subscriber"] & {
    state: "active" | "pending" | "left" | "bounced";
    warnings?: string[];
  };
};
