// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type SettingsSchemas = {
  Hours: {
    /** The first minute and the end, by the recipient's clock, or closed. */
    weekdays: string[] | "closed";
    /** The first minute and the end, by the recipient's clock, or closed. */
    saturday: string[] | "closed";
    /** The first minute and the end, by the recipient's clock, or closed. */
    sunday: string[] | "closed";
    /** Whether public holidays are closed. */
    holidays: "open" | "closed";
  };
  PriceOfPrefix: {
    prefix: string;
    price: string;
  };
  ProposedHours: {
    region: string;
    hours: SettingsSchemas["Hours"];
    basis: "law" | "carrier" | "custom";
    consent_exempts: boolean;
    source: string;
    checked: string;
  };
  Settings: {
    settings: {
      site: {
        /** The language of the site, as a tag such as `de` or `pt-BR`: of codes, confirmations and pages for people of whom no language is known, and of new forms. What does not exist in it is in English. */
        locale: string;
      };
      newsletter: {
        /** Whether new subscribers confirm with a code, unless their group says otherwise. */
        double_opt_in: boolean;
        /** Whether a call may subscribe a person without a code, for consent that was given elsewhere. */
        call_may_switch_off: boolean;
        /** Text of the message with the activation code, which takes the place of `{{code}}` or `{code}`; `{{sender}}` and `{{group}}` are replaced, too. As it came, it is sent in the language of the person, of which the service knows 28; a text of your own is for all languages that `code_texts` does not have. */
        code_text: string;
        /** The same by language of the subscriber; all others get `code_text`. Groups may have texts of their own. */
        code_texts: Record<string, string>;
        /** The message to a person who has become a member, by their language, with `default` for all others. Empty: none is sent. `{{sender}}`, `{{group}}`, `{{stop}}` (as in the footer) and the variables of personal texts are replaced. Groups may have texts of their own. */
        welcome_texts: Record<string, string>;
        /** transactional: confirms the subscription, leaves at once. marketing: a text that advertises; quiet hours, frequency cap and footer apply. */
        welcome_category: "transactional" | "marketing";
      };
      guard: {
        /** Codes sent to one number in a minute. 0: no limit. */
        number_per_minute: number;
        /** Codes sent to one number in an hour. 0: no limit. */
        number_per_hour: number;
        /** Codes sent to one number in 24 hours. 0: no limit. */
        number_per_day: number;
        /** Codes in an hour to numbers that differ in the last four digits only; each verified code makes room for another. 0: no limit. */
        prefix_per_hour: number;
        /** The same in 24 hours. 0: no limit. */
        prefix_per_day: number;
        /** Codes requested in an hour from one address; an IPv6 /64 is one address. 0: no limit. */
        address_per_hour: number;
        /** The same in 24 hours. 0: no limit. */
        address_per_day: number;
        /** Codes in an hour to each country but the site's own; each verified code makes room for another. 0: no limit. */
        country_per_hour: number;
        /** The same to each of AZ, BD, CI, GH, GY, KH, LA, MV, NG, SL, UG, ZM, unless `countries` lists it: as of 2026-11-27, pumping is common there. 0: no limit. */
        high_risk_per_hour: number;
        /** The same to each of AF, AZ, BD, BT, CI, ET, ID, IQ, KZ, LB, LK, LY, MG, MM, PK, PS, RU, SY, TJ, TN, UZ, unless `countries` lists it: texts are expensive there. 0: no limit. */
        high_cost_per_hour: number;
        /** All codes in an hour; each verified code makes room for another. 0: no limit. */
        site_per_hour: number;
        /** ISO codes of the countries to which codes are sent. Empty: all. */
        countries: string[];
        /** Whether codes are also sent to premium, shared-cost, satellite and other special numbers. */
        special_numbers: boolean;
        /** A country is reported if a smaller percentage of its last 50 codes was verified. */
        alarm_below: number;
        /** A country gets no codes for an hour if a smaller percentage of its last 50 was verified. */
        pause_below: number;
        /** After this many codes to numbers that differ only in the last four digits, none of them verified, these numbers get none for 24 hours. 0: no limit. */
        prefix_unverified: number;
      };
      one_time_passwords: {
        /** Text of the message with a one-time password, by language tag. {{code}} is replaced by the code, {{sender}} by the name of the sender and {{minutes}} by the minutes for which it is valid. A language that is missing gets the English text, and while that is as it came, the service's own text in that language. */
        texts: Record<string, string>;
      };
      consent: {
        /** Marketing to direct numbers, users, roles and customers without a consent on record. enforce, the default: is refused with `consent_required`, unless the call states a `consent_basis`; warn: is accepted with a warning; off: is accepted. */
        require_record: "off" | "warn" | "enforce";
        /** Whether new records keep the network address from which a person agreed. Records that exist never change. */
        record_address: boolean;
      };
      opt_out: {
        /** What a STOP ends: messages of every sender, or only of the one that it replies to. STOP ALL always ends all. Choose `sender` only when every node runs this release. */
        scope: "global" | "sender";
        /** Whether a STOP also ends transactional messages. */
        applies_to_transactional: boolean;
        /** Whether a STOP also ends one-time passwords. */
        applies_to_otp: boolean;
        /** Whether a STOP is confirmed with one message. Leave it off if the provider does that itself, as most do in the United States. */
        confirm: boolean;
        /** The confirmation, by the language of the stop word. `{{sender}}` is replaced by the sender's name. While `default` is as it came, languages that are not listed get the service's own text in that language. */
        confirm_text: Record<string, string>;
        /** The answer to HELP, at most once an hour for each number. Empty: none, as where the provider answers itself. */
        help_text: Record<string, string>;
        /** Name of the sender in such messages; null: the sender id that they are sent with. */
        sender_name: string | null;
      };
      footer: {
        /** Whether marketing ends with the footer. It counts: a longer text may need more segments, which cost more. */
        enabled: boolean;
        /** The footer by language. `{{sender}}` is replaced by `opt_out.sender_name` or the sender id, `{{stop}}` by `stop`. While `default` is as it came, languages that are not listed get the service's own text in that language. */
        texts: Record<string, string>;
        /** What to reply, and to which number if the sender is a name: `STOP to 36111`. */
        stop: string;
      };
      quiet_hours: {
        /** Whether messages are held outside the hours. */
        mode: "off" | "on";
        /** The categories that it applies to. One-time passwords are exempt always. */
        categories: "marketing" | "transactional" | ("marketing" | "transactional")[];
        /** Where there is no preset. */
        default_hours: SettingsSchemas["Hours"];
        /** Hours instead of the preset, by country (FR) or state of the US (US-FL). Replaced as a whole. */
        regions: Record<string, SettingsSchemas["Hours"]>;
      };
      frequency_cap: {
        /** Whether messages to one person are limited. */
        mode: "off" | "on";
        /** The categories that it applies to. One-time passwords are exempt always. */
        categories: "marketing" | "transactional" | ("marketing" | "transactional")[];
        /** Messages to one person in any window. */
        messages: number;
        /** Length of the window. */
        window_hours: number;
        /** A message over the cap is held until the window has room, or ends as suppressed with the error frequency_cap. */
        when_over: "hold" | "skip";
      };
      prices: {
        /** Currency of the prices, by its ISO 4217 code; null as long as there are none. */
        currency: string | null;
        /** What a segment costs, by the beginning of the number; the longest one counts. "+" is the price of all others. */
        segments: SettingsSchemas["PriceOfPrefix"][];
        /** Prices of single gateways, in the same currency. A number to which none of them applies has the price in `segments`. */
        gateways: {
          /** Its name. */
          gateway: string;
          segments: SettingsSchemas["PriceOfPrefix"][];
        }[];
      };
      spending: {
        /** At most this is spent in a day of the site, by the prices above; null: no cap. */
        per_day: string | null;
        /** At most this is spent in a month of the site; null: no cap. */
        per_month: string | null;
        /** Categories that are held; the others leave all the same. */
        categories: CommonSchemas["MessageCategory"][];
      };
      low_credit: {
        /** Deliveries are held while the credit at their gateway is below this, in the gateway's unit; null: never. */
        stop_below: string | null;
        /** Categories that are held; the others leave all the same. */
        categories: CommonSchemas["MessageCategory"][];
      };
      retention: {
        /** Messages, their log and their events. 0: forever; null: as set by TIDINGS_KEEP_LOG_DAYS. */
        log_days: number | null;
        /** Incoming messages, also in the event log. 0: forever; null: as set by TIDINGS_KEEP_INBOX_DAYS. */
        inbox_days: number | null;
        /** Deliveries of webhooks. 0: forever; null: as set by TIDINGS_KEEP_WEBHOOK_DAYS. */
        webhook_days: number | null;
        /** Texts and media of messages, counted from the day on which the message ended. They become `[redacted]`; the entries of the log stay, with the responses of gateways, which may repeat a text. 0: as long as the log. */
        text_days: number;
        /** Consent records of people who have agreed to nothing for so long, are no subscribers and are in no entry of the log: their keys are destroyed, as by an erasure. 0: forever. */
        consent_days: number;
        /** Ended jobs with their results, and the errors of imports. */
        job_days: number;
      };
      request_log: {
        /** Whether calls of the API are recorded. What was recorded before stays. */
        enabled: boolean;
        /** Entries are deleted after so many days. */
        days: number;
        /** The oldest entries are deleted when there are more than this. */
        rows: number;
        /** Calls that succeeded which one node records in a second. The others are counted; calls that failed or were replayed are recorded up to 200 a second. */
        successes_per_second: number;
      };
      alerts: {
        /** Addresses that alerts are sent to. Needs TIDINGS_SMTP. */
        emails: string[];
        /** Phone numbers, with plus sign, that alerts are sent to as messages of category transactional. */
        numbers: string[];
        /** Kinds that are sent; GET /alerts lists all of them. */
        kinds: ("gateway_stopped" | "gateway_idle" | "credit_low" | "webhook_disabled" | "license_ending" | "codes_unverified" | "queue_late" | "spend_cap_reached" | "run_failed" | "schedule_paused" | "role_gone" | "gateway_refuses")[];
        /** Nothing is sent: alerts are only in GET /alerts and in the console. */
        quiet: boolean;
        /** The language of mails and texts. The API and webhooks name alerts in English. */
        locale: "en" | "de" | "fa";
        /** Minutes after which a delivery that may leave is late; marketing only while nothing leaves at all. */
        queue_minutes: number;
        /** An alert opens while the credit at a gateway lasts for at most so many days; 0: not judged. */
        credit_days: number;
      };
    };
    /** Presets for the country of the site, with their sources. They are used once quiet hours are on. */
    proposed: {
      quiet_hours: SettingsSchemas["ProposedHours"][];
    };
    /** The sections that were ever changed; the others have their defaults. */
    updated: {
      section: string;
      updated_at: string;
      updated_by: string | null;
    }[];
  };
  SettingsChange: {
    id: number;
    section: string;
    changed_at: string;
    /** The caller: `builtin:17` is user 17 of the built-in host. */
    changed_by: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  };
  Spending: {
    currency: string | null;
    /** Whether messages are counted: they are while there is a cap. */
    counting: boolean;
    day: {
      /** A day (2027-06-01) or a month (2027-06) of the site. */
      period: string;
      spent: string;
      /** Messages that were counted. */
      messages: number;
      cap: string | null;
      left: string | null;
      /** When the cap held something back for the first time. */
      reached_at: string | null;
      ends_at: string;
    };
    month: {
      /** A day (2027-06-01) or a month (2027-06) of the site. */
      period: string;
      spent: string;
      /** Messages that were counted. */
      messages: number;
      cap: string | null;
      left: string | null;
      /** When the cap held something back for the first time. */
      reached_at: string | null;
      ends_at: string;
    };
    held: {
      /** Deliveries that wait until a cap ends. */
      spending: number;
      /** Deliveries that wait for credit. */
      low_credit: number;
    };
    warnings?: string[];
  };
};
