// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type PreviewsOperations = {
  /**
   * Preview a message.
   *
   * What `POST /send` with the same parameters would do: who would receive the message, in how many segments and at what cost, and who would not. Nothing is stored or sent, and no gateway is contacted. A call that would be refused is refused here for the same reasons, but for the spend cap and low credit, which change with time: these are among `data.warnings`.
   *
   * Needs `svc_sendsms`.
   */
  previewMessage: {
    kind: "data";
    input: {
      /** The text. Required unless there is media. */
      message?: string | undefined;
      /** Sender id: up to 11 letters and digits, or up to 15 digits. Default: the configured one. */
      sender?: "" | (string & {}) | undefined;
      /** false: the text is sent unchanged. Default: variables such as {{name}} and {{unsubscribe_url}} are replaced for each recipient, and a message with a variable that has no value is refused. */
      personalize?: boolean | undefined;
      /** Shown immediately on the phone's screen and not stored. */
      flash?: boolean | undefined;
      /** Media for an MMS. */
      media_urls?: string | (readonly string[]) | undefined;
      /** A template in place of `message`. Its text is fixed when the call is accepted. */
      template_id?: number | undefined;
      /** The language in which the template is sent to everyone, if it has a text for it: de, or pt-BR. Default: for subscribers their own. */
      locale?: string | undefined;
      /** Which selectors count: subscribers, users, roles, customers (or wc-customers), numbers. Default: all that are set. Phone numbers here are treated as `numbers`. */
      recipients?: "subscribers" | "users" | "roles" | "customers" | "wc-customers" | "numbers" | (readonly ("subscribers" | "users" | "roles" | "customers" | "wc-customers" | "numbers")[]) | undefined;
      /** Newsletter groups, or "all". */
      group_ids?: "all" | number | (readonly number[]) | undefined;
      /** Segments of subscribers: those who are active and match when the recipients are resolved. */
      segment_ids?: number | (readonly number[]) | undefined;
      /** Users of the host platform, by id. */
      users?: number | (readonly number[]) | undefined;
      /** Roles of the host platform. */
      role_ids?: string | (readonly string[]) | undefined;
      /** Direct numbers, in E.164 format, or national if TIDINGS_COUNTRY is set. Each may be an object with the number and values for the variables of the text. */
      numbers?: string | Schemas["NumberWithVariables"] | (readonly (string | Schemas["NumberWithVariables"])[]) | undefined;
      /** Local time of the site, YYYY-MM-DDTHH:MM:SS; an offset or Z is honored. Needs the paid add-on. */
      schedule?: string | undefined;
      /** Recurrence from `schedule` on. Needs the paid add-on. */
      repeat?: {
        interval: {
          value: number;
          unit: "minute" | "hour" | "day" | "week" | "month" | "year";
        };
        endDate?: string | undefined;
        end_date?: string | undefined;
        repeatForever?: boolean | undefined;
      } | undefined;
      /** Name of the gateway to use. Default: as configured. */
      gateway?: string | undefined;
      /** Default: marketing if subscribers are among the recipients, otherwise transactional. */
      category?: "marketing" | "transactional" | "otp" | undefined;
      /** Seconds after which the message is no longer worth sending. */
      valid_for?: number | undefined;
      /** Maximum messages per minute. Default: as fast as the gateway allows. */
      rate_per_minute?: number | undefined;
      /** On which basis people without a consent on record get marketing, such as a contract. Needs svc_setting; who stated it is logged. */
      consent_basis?: string | undefined;
      /** If some of `numbers` are not phone numbers, list those and send to the others. */
      skip_invalid?: boolean | undefined;
      /** What to do with a scheduled message that is late by more than `late_after`. Default: skip. */
      if_late?: "send" | "skip" | undefined;
      /** Seconds after which a scheduled message counts as late. Default 900. */
      late_after?: number | undefined;
      /** Whether a schedule looks up its audience at each run (live, the default) or keeps the current one. */
      audience?: "live" | "frozen" | undefined;
    };
    data: WithWarnings<Schemas["Preview"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "selector_conflict" | "no_recipients" | "gateway_cannot" | "no_gateway" | "no_commerce" | "no_phone_numbers" | "consent_required" | "public_url_missing";
  };
  /**
   * List people of a preview.
   *
   * Some of the people behind a number of `POST /send/preview` with the same parameters: who is suppressed, has not confirmed yet, is over the frequency cap, or has no consent on record.
   *
   * Needs `svc_sendsms`.
   */
  listPreviewPeople: {
    kind: "data";
    input: {
      /** The text. Required unless there is media. */
      message?: string | undefined;
      /** Sender id: up to 11 letters and digits, or up to 15 digits. Default: the configured one. */
      sender?: "" | (string & {}) | undefined;
      /** false: the text is sent unchanged. Default: variables such as {{name}} and {{unsubscribe_url}} are replaced for each recipient, and a message with a variable that has no value is refused. */
      personalize?: boolean | undefined;
      /** Shown immediately on the phone's screen and not stored. */
      flash?: boolean | undefined;
      /** Media for an MMS. */
      media_urls?: string | (readonly string[]) | undefined;
      /** A template in place of `message`. Its text is fixed when the call is accepted. */
      template_id?: number | undefined;
      /** The language in which the template is sent to everyone, if it has a text for it: de, or pt-BR. Default: for subscribers their own. */
      locale?: string | undefined;
      /** Which selectors count: subscribers, users, roles, customers (or wc-customers), numbers. Default: all that are set. Phone numbers here are treated as `numbers`. */
      recipients?: "subscribers" | "users" | "roles" | "customers" | "wc-customers" | "numbers" | (readonly ("subscribers" | "users" | "roles" | "customers" | "wc-customers" | "numbers")[]) | undefined;
      /** Newsletter groups, or "all". */
      group_ids?: "all" | number | (readonly number[]) | undefined;
      /** Segments of subscribers: those who are active and match when the recipients are resolved. */
      segment_ids?: number | (readonly number[]) | undefined;
      /** Users of the host platform, by id. */
      users?: number | (readonly number[]) | undefined;
      /** Roles of the host platform. */
      role_ids?: string | (readonly string[]) | undefined;
      /** Direct numbers, in E.164 format, or national if TIDINGS_COUNTRY is set. Each may be an object with the number and values for the variables of the text. */
      numbers?: string | Schemas["NumberWithVariables"] | (readonly (string | Schemas["NumberWithVariables"])[]) | undefined;
      /** Local time of the site, YYYY-MM-DDTHH:MM:SS; an offset or Z is honored. Needs the paid add-on. */
      schedule?: string | undefined;
      /** Recurrence from `schedule` on. Needs the paid add-on. */
      repeat?: {
        interval: {
          value: number;
          unit: "minute" | "hour" | "day" | "week" | "month" | "year";
        };
        endDate?: string | undefined;
        end_date?: string | undefined;
        repeatForever?: boolean | undefined;
      } | undefined;
      /** Name of the gateway to use. Default: as configured. */
      gateway?: string | undefined;
      /** Default: marketing if subscribers are among the recipients, otherwise transactional. */
      category?: "marketing" | "transactional" | "otp" | undefined;
      /** Seconds after which the message is no longer worth sending. */
      valid_for?: number | undefined;
      /** Maximum messages per minute. Default: as fast as the gateway allows. */
      rate_per_minute?: number | undefined;
      /** On which basis people without a consent on record get marketing, such as a contract. Needs svc_setting; who stated it is logged. */
      consent_basis?: string | undefined;
      /** If some of `numbers` are not phone numbers, list those and send to the others. */
      skip_invalid?: boolean | undefined;
      /** What to do with a scheduled message that is late by more than `late_after`. Default: skip. */
      if_late?: "send" | "skip" | undefined;
      /** Seconds after which a scheduled message counts as late. Default 900. */
      late_after?: number | undefined;
      /** Whether a schedule looks up its audience at each run (live, the default) or keeps the current one. */
      audience?: "live" | "frozen" | undefined;
      /** Which number of the preview. */
      reason: "suppressed" | "unconfirmed" | "over_cap" | "without_consent";
    };
    data: WithWarnings<Schemas["PreviewPeople"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "selector_conflict" | "no_commerce" | "no_phone_numbers";
  };
};
