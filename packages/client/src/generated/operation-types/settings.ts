// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type SettingsOperations = {
  /**
   * Read the settings.
   *
   * The settings that may change while the service runs. All others are in the environment: see the configuration reference.
   *
   * Needs `svc_setting`.
   */
  getSettings: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<Schemas["Settings"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Change settings.
   *
   * Only the fields given change. All sections are changed together, or none; every node uses the new values within a second.
   *
   * Needs `svc_setting`.
   */
  updateSettings: {
    kind: "data";
    input: {
      site?: {
        /** The language of the site, as a tag such as `de` or `pt-BR`: of codes, confirmations and pages for people of whom no language is known, and of new forms. What does not exist in it is in English. */
        locale?: string | undefined;
      } | undefined;
      newsletter?: {
        /** Whether new subscribers confirm with a code, unless their group says otherwise. */
        double_opt_in?: boolean | undefined;
        /** Whether a call may subscribe a person without a code, for consent that was given elsewhere. */
        call_may_switch_off?: boolean | undefined;
        /** Text of the message with the activation code, which takes the place of `{{code}}` or `{code}`; `{{sender}}` and `{{group}}` are replaced, too. As it came, it is sent in the language of the person, of which the service knows 28; a text of your own is for all languages that `code_texts` does not have. */
        code_text?: string | undefined;
        /** The same by language of the subscriber; all others get `code_text`. Groups may have texts of their own. */
        code_texts?: Record<string, string> | undefined;
        /** The message to a person who has become a member, by their language, with `default` for all others. Empty: none is sent. `{{sender}}`, `{{group}}`, `{{stop}}` (as in the footer) and the variables of personal texts are replaced. Groups may have texts of their own. */
        welcome_texts?: Record<string, string> | undefined;
        /** transactional: confirms the subscription, leaves at once. marketing: a text that advertises; quiet hours, frequency cap and footer apply. */
        welcome_category?: "transactional" | "marketing" | undefined;
      } | undefined;
      guard?: {
        /** Codes sent to one number in a minute. 0: no limit. */
        number_per_minute?: number | undefined;
        /** Codes sent to one number in an hour. 0: no limit. */
        number_per_hour?: number | undefined;
        /** Codes sent to one number in 24 hours. 0: no limit. */
        number_per_day?: number | undefined;
        /** Codes in an hour to numbers that differ in the last four digits only; each verified code makes room for another. 0: no limit. */
        prefix_per_hour?: number | undefined;
        /** The same in 24 hours. 0: no limit. */
        prefix_per_day?: number | undefined;
        /** Codes requested in an hour from one address; an IPv6 /64 is one address. 0: no limit. */
        address_per_hour?: number | undefined;
        /** The same in 24 hours. 0: no limit. */
        address_per_day?: number | undefined;
        /** Codes in an hour to each country but the site's own; each verified code makes room for another. 0: no limit. */
        country_per_hour?: number | undefined;
        /** The same to each of AZ, BD, CI, GH, GY, KH, LA, MV, NG, SL, UG, ZM, unless `countries` lists it: as of 2026-11-27, pumping is common there. 0: no limit. */
        high_risk_per_hour?: number | undefined;
        /** The same to each of AF, AZ, BD, BT, CI, ET, ID, IQ, KZ, LB, LK, LY, MG, MM, PK, PS, RU, SY, TJ, TN, UZ, unless `countries` lists it: texts are expensive there. 0: no limit. */
        high_cost_per_hour?: number | undefined;
        /** All codes in an hour; each verified code makes room for another. 0: no limit. */
        site_per_hour?: number | undefined;
        /** ISO codes of the countries to which codes are sent. Empty: all. */
        countries?: readonly string[] | undefined;
        /** Whether codes are also sent to premium, shared-cost, satellite and other special numbers. */
        special_numbers?: boolean | undefined;
        /** A country is reported if a smaller percentage of its last 50 codes was verified. */
        alarm_below?: number | undefined;
        /** A country gets no codes for an hour if a smaller percentage of its last 50 was verified. */
        pause_below?: number | undefined;
        /** After this many codes to numbers that differ only in the last four digits, none of them verified, these numbers get none for 24 hours. 0: no limit. */
        prefix_unverified?: number | undefined;
      } | undefined;
      one_time_passwords?: {
        /** Text of the message with a one-time password, by language tag. {{code}} is replaced by the code, {{sender}} by the name of the sender and {{minutes}} by the minutes for which it is valid. A language that is missing gets the English text, and while that is as it came, the service's own text in that language. */
        texts?: Record<string, string> | undefined;
      } | undefined;
      consent?: {
        /** Marketing to direct numbers, users, roles and customers without a consent on record. enforce, the default: is refused with `consent_required`, unless the call states a `consent_basis`; warn: is accepted with a warning; off: is accepted. */
        require_record?: "off" | "warn" | "enforce" | undefined;
        /** Whether new records keep the network address from which a person agreed. Records that exist never change. */
        record_address?: boolean | undefined;
      } | undefined;
      opt_out?: {
        /** What a STOP ends: messages of every sender, or only of the one that it replies to. STOP ALL always ends all. Choose `sender` only when every node runs this release. */
        scope?: "global" | "sender" | undefined;
        /** Whether a STOP also ends transactional messages. */
        applies_to_transactional?: boolean | undefined;
        /** Whether a STOP also ends one-time passwords. */
        applies_to_otp?: boolean | undefined;
        /** Whether a STOP is confirmed with one message. Leave it off if the provider does that itself, as most do in the United States. */
        confirm?: boolean | undefined;
        /** The confirmation, by the language of the stop word. `{{sender}}` is replaced by the sender's name. While `default` is as it came, languages that are not listed get the service's own text in that language. */
        confirm_text?: Record<string, string> | undefined;
        /** The answer to HELP, at most once an hour for each number. Empty: none, as where the provider answers itself. */
        help_text?: Record<string, string> | undefined;
        /** Name of the sender in such messages; null: the sender id that they are sent with. */
        sender_name?: string | null | undefined;
      } | undefined;
      footer?: {
        /** Whether marketing ends with the footer. It counts: a longer text may need more segments, which cost more. */
        enabled?: boolean | undefined;
        /** The footer by language. `{{sender}}` is replaced by `opt_out.sender_name` or the sender id, `{{stop}}` by `stop`. While `default` is as it came, languages that are not listed get the service's own text in that language. */
        texts?: Record<string, string> | undefined;
        /** What to reply, and to which number if the sender is a name: `STOP to 36111`. */
        stop?: string | undefined;
      } | undefined;
      quiet_hours?: {
        /** Whether messages are held outside the hours. */
        mode?: "off" | "on" | undefined;
        /** The categories that it applies to. One-time passwords are exempt always. */
        categories?: "marketing" | "transactional" | (readonly ("marketing" | "transactional")[]) | undefined;
        /** Where there is no preset. */
        default_hours?: Schemas["Hours"] | undefined;
        /** Hours instead of the preset, by country (FR) or state of the US (US-FL). Replaced as a whole. */
        regions?: Record<string, Schemas["Hours"]> | undefined;
      } | undefined;
      frequency_cap?: {
        /** Whether messages to one person are limited. */
        mode?: "off" | "on" | undefined;
        /** The categories that it applies to. One-time passwords are exempt always. */
        categories?: "marketing" | "transactional" | (readonly ("marketing" | "transactional")[]) | undefined;
        /** Messages to one person in any window. */
        messages?: number | undefined;
        /** Length of the window. */
        window_hours?: number | undefined;
        /** A message over the cap is held until the window has room, or ends as suppressed with the error frequency_cap. */
        when_over?: "hold" | "skip" | undefined;
      } | undefined;
      prices?: {
        /** Currency of the prices, by its ISO 4217 code; null as long as there are none. */
        currency?: string | null | undefined;
        /** What a segment costs, by the beginning of the number; the longest one counts. "+" is the price of all others. */
        segments?: readonly Schemas["PriceOfPrefix"][] | undefined;
        /** Prices of single gateways, in the same currency. A number to which none of them applies has the price in `segments`. */
        gateways?: readonly {
          /** Its name. */
          gateway: string;
          segments: readonly Schemas["PriceOfPrefix"][];
        }[] | undefined;
      } | undefined;
      spending?: {
        /** At most this is spent in a day of the site, by the prices above; null: no cap. */
        per_day?: number | string | null | undefined;
        /** At most this is spent in a month of the site; null: no cap. */
        per_month?: number | string | null | undefined;
        /** Categories that are held; the others leave all the same. */
        categories?: readonly Schemas["MessageCategory"][] | undefined;
      } | undefined;
      low_credit?: {
        /** Deliveries are held while the credit at their gateway is below this, in the gateway's unit; null: never. */
        stop_below?: number | string | null | undefined;
        /** Categories that are held; the others leave all the same. */
        categories?: readonly Schemas["MessageCategory"][] | undefined;
      } | undefined;
      retention?: {
        /** Messages, their log and their events. 0: forever; null: as set by TIDINGS_KEEP_LOG_DAYS. */
        log_days?: number | null | undefined;
        /** Incoming messages, also in the event log. 0: forever; null: as set by TIDINGS_KEEP_INBOX_DAYS. */
        inbox_days?: number | null | undefined;
        /** Deliveries of webhooks. 0: forever; null: as set by TIDINGS_KEEP_WEBHOOK_DAYS. */
        webhook_days?: number | null | undefined;
        /** Texts and media of messages, counted from the day on which the message ended. They become `[redacted]`; the entries of the log stay, with the responses of gateways, which may repeat a text. 0: as long as the log. */
        text_days?: number | undefined;
        /** Consent records of people who have agreed to nothing for so long, are no subscribers and are in no entry of the log: their keys are destroyed, as by an erasure. 0: forever. */
        consent_days?: number | undefined;
        /** Ended jobs with their results, and the errors of imports. */
        job_days?: number | undefined;
      } | undefined;
      request_log?: {
        /** Whether calls of the API are recorded. What was recorded before stays. */
        enabled?: boolean | undefined;
        /** Entries are deleted after so many days. */
        days?: number | undefined;
        /** The oldest entries are deleted when there are more than this. */
        rows?: number | undefined;
        /** Calls that succeeded which one node records in a second. The others are counted; calls that failed or were replayed are recorded up to 200 a second. */
        successes_per_second?: number | undefined;
      } | undefined;
      alerts?: {
        /** Addresses that alerts are sent to. Needs TIDINGS_SMTP. */
        emails?: readonly string[] | undefined;
        /** Phone numbers, with plus sign, that alerts are sent to as messages of category transactional. */
        numbers?: readonly string[] | undefined;
        /** Kinds that are sent; GET /alerts lists all of them. */
        kinds?: readonly ("gateway_stopped" | "gateway_idle" | "credit_low" | "webhook_disabled" | "license_ending" | "codes_unverified" | "queue_late" | "spend_cap_reached" | "run_failed" | "schedule_paused" | "role_gone" | "gateway_refuses")[] | undefined;
        /** Nothing is sent: alerts are only in GET /alerts and in the console. */
        quiet?: boolean | undefined;
        /** The language of mails and texts. The API and webhooks name alerts in English. */
        locale?: "en" | "de" | "fa" | undefined;
        /** Minutes after which a delivery that may leave is late; marketing only while nothing leaves at all. */
        queue_minutes?: number | undefined;
        /** An alert opens while the credit at a gateway lasts for at most so many days; 0: not judged. */
        credit_days?: number | undefined;
      } | undefined;
    };
    data: WithWarnings<Schemas["Settings"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * List changes of settings.
   *
   * Who changed what and when, newest first.
   *
   * Needs `svc_setting`.
   */
  listSettingsChanges: {
    kind: "page";
    input: {
      /** Name of a section; gateways: those that are configured at run time. */
      section?: "site" | "newsletter" | "guard" | "one_time_passwords" | "consent" | "opt_out" | "footer" | "quiet_hours" | "frequency_cap" | "prices" | "spending" | "low_credit" | "retention" | "request_log" | "alerts" | "gateways" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["SettingsChange"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["SettingsChange"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read what was spent.
   *
   * What messages cost today and this month, what the caps leave, and how many deliveries wait for money.
   *
   * Needs `svc_setting`.
   */
  getSpending: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<Schemas["Spending"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
};
