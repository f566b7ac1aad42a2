// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type PreviewsSchemas = {
  Preview: {
    category: CommonSchemas["MessageCategory"];
    gateway: string;
    sandbox: boolean;
    people: {
      /** Entries of all sources, duplicates and invalid ones included. */
      matched: number;
      by_source: {
        numbers: number;
        users: number;
        roles: number;
        customers: number;
        /** Active memberships and people of segments: a person in two of them counts twice. */
        subscribers: number;
      };
      duplicates: number;
      invalid: number;
      /** Opted out, blocked or bounced: they get nothing. */
      suppressed: number;
      /** In the groups, but not confirmed yet: not among the matched. */
      unconfirmed: number;
      /** Over the frequency cap at present. Depending on the settings, they get nothing and are not among `final`, or they are among them and wait: see `frequency_cap`. */
      over_cap: number;
      /** People without a record that they agreed to marketing, except suppressed ones, who get nothing anyway; null: the message is no marketing, or there are too many users, roles or customers to look them all up. */
      without_consent: number | null;
      /** People who would receive the message; with `refusals`, who would once what they name has changed: until then nobody gets anything. 0 if anyone has no text: see `refused_people`. */
      final: number;
      /** Whether the numbers above are counted; otherwise they are estimated. */
      exact: boolean;
    };
    /** Why `POST /send` would refuse this call as a whole now, though it is valid. Empty: it would be accepted. */
    refusals: {
      /** That of the error: `consent_required`, `spend_cap_reached` or `insufficient_credit`. */
      code: string;
      /** Why, and what can be done. */
      message: string;
      /** As in the error, such as `without_consent` of `consent_required`. */
      data: Record<string, unknown>;
    }[];
    /** Of a personal message, the people for whom no text can be made: then the message is not sent. The first ten are listed. Numbers in the call for which there is no text are refused at once. */
    refused_people: CommonSchemas["RefusedPeople"] | null;
    text: {
      /** The text as it would leave, with its footer; of personal texts, one of those with the most segments. A caller without `svc_outbox` reads the variables instead of what would be filled in for a person of the audience. Links are placeholders with the length of a subscriber's. */
      content: string;
      /** What the settings add at its end; null: nothing. */
      footer: string | null;
      encoding: CommonSchemas["Encoding"];
      /** Of the text with the most. */
      segments: number;
      /** Of the text with the fewest. Differs in personal texts only. */
      segments_least: number;
      /** Of `content`, in `encoding`: septets of the GSM alphabet, or UTF-16 units. Where `content` has variables, `segments` is not derived from it. */
      units: number;
      /** The capacity of one of the `segments`. */
      units_per_segment: number;
      /** The first character of `content` that the GSM alphabet lacks; of a personal text, one that the sender wrote before one of a value. */
      forced_by: {
        character: string;
        /** Its position in UTF-16 units. */
        index: number;
        replacement: string | null;
        /** Segments after replacing every character that has a replacement. */
        segments_replaced: number;
      } | null;
      /** Set if the people's texts differ. */
      personal: {
        /** Whether everyone's text was made. Otherwise segments, cost and `refused_people` are estimated from a sample of the people. */
        exact: boolean;
        /** Number of texts that were rendered, for people who would get one. */
        made: number;
        /** People whose text has a character that the GSM alphabet lacks. */
        ucs2: number;
        /** The character that is the first such one in the texts of the most people. */
        forced_by: {
          character: string;
          replacement: string | null;
          people: number;
        } | null;
        /** What some people would read. null: the caller lacks `svc_outbox`. */
        samples: {
          /** At most five of those who would get a text. */
          people: PreviewsSchemas["SamplePerson"][];
          /** One of those with the most segments. */
          longest: PreviewsSchemas["SamplePerson"] | null;
        } | null;
      } | null;
    };
    /** Recipients by the beginning of their numbers. */
    countries: {
      /** What the numbers begin with: "+49". */
      prefix: string;
      country: string | null;
      people: number;
      segments: number;
      /** The gateway whose price is assumed: of a failover the first, of a round robin the most expensive, also where rules distinguish countries that share a calling code. */
      gateway: string;
      /** Per segment; null: none is set for these numbers. */
      price: string | null;
      cost: string | null;
    }[];
    /** By the prices in the settings of the gateway of each country; null if there are none. */
    cost: {
      currency: string;
      total: string;
      /** People whose numbers have no price: they are not in the total. */
      unpriced: number;
    } | null;
    credit: {
      amount: string;
      unit: string;
      checked_at: string;
      /** null: cost and credit cannot be compared. */
      enough: boolean | null;
    } | null;
    /** When the first message leaves, if the call were made now. */
    first_at: string;
    /** When the last one leaves: at `rate_per_minute` or the rate in the settings of the gateways, whichever is lower, within quiet hours and the frequency cap; null: nothing of these limits it. What waits in the queue already is not part of it. */
    last_at: string | null;
    /** Set if quiet hours hold anyone. At a rate, `held` and `last_at` suppose that people leave in no order of their places. */
    quiet_hours: {
      /** People who would have to wait for their hours. */
      held: number;
      /** Whether everyone's number and time zone were read; otherwise those of a sample. */
      exact: boolean;
    } | null;
    /** Set if the frequency cap keeps anyone waiting. */
    frequency_cap: {
      /** People who would have to wait, until `last_at` at the latest. */
      held: number;
    } | null;
    /** The newest message with the same text within the 24 hours before this one, to recipients of it (a group, segment, role or user of both, or one of the first 20 numbers), or by the caller to more than one person: see `warnings`. Of a busy service, messages to single people that are older than the newest 1,000 are found by those numbers only. Callers without svc_outbox see only their own messages; one-time passwords are never included. */
    sent_before: {
      message_id: string;
      at: string;
    } | null;
    invalid_numbers: CommonSchemas["Detail"][];
    warnings?: string[];
  };
  PreviewPeople: {
    /** At most 50, in no order. */
    people: {
      kind: CommonSchemas["PersonKind"];
      /** The id of the subscriber, user or customer; null: a number. */
      id: number | null;
      /** The name; if there is none, the number, or its last digits. */
      label: string;
      /** null: the caller lacks `svc_subscribers` (subscribers) or `svc_users` (users and customers). */
      phone: string | null;
    }[];
    /** There are others, or there were too many to look through. */
    more: boolean;
  };
  SamplePerson: {
    kind: CommonSchemas["PersonKind"];
    id: number | null;
    /** The name, or the last digits of the number if the caller may not list such people; for a number in the call, the number. */
    label: string;
    text: string;
    segments: number;
    /** What is filled into the text, by variable. */
    values: Record<string, string>;
  };
};
