// Generated from openapi.json by `npm run generate`. Do not edit.
export type CommonSchemas = {
  AddresseeSelectors: {
    group_ids: "all" | number[] | null;
    /** The first 100 of `group_ids` with the names that they have now; empty if the caller lacks svc_subscribers. */
    groups: CommonSchemas["NamedAddressee"][];
    segment_ids: number[];
    /** `segment_ids` with the names that they have now; empty if the caller lacks svc_subscribers. */
    segments: CommonSchemas["NamedAddressee"][];
    role_ids: string[];
    users: number[];
    customers: boolean;
  };
  Capability: "svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users";
  DeliveryState: "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled";
  Detail: {
    field: string;
    code: string;
    message: string;
    value?: unknown;
    did_you_mean?: string;
  };
  Encoding: "gsm7" | "ucs2";
  FieldType: "text" | "number" | "date" | "choice" | "yes_no";
  FilterCondition: {
    /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
    field: string;
    /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
    op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
    value?: string | number | boolean | undefined;
  };
  HoldReason: "quiet_hours" | "frequency_cap" | "spending" | "low_credit";
  Job: {
    id: string;
    /** What it does: `import`. */
    kind: string;
    state: "queued" | "running" | "completed" | "failed" | "canceled";
    progress: {
      done: number;
      /** null: not known yet. */
      total: number | null;
    };
    /** Counts of what is done so far, by the kind of the job; final once it has ended. */
    result: Record<string, unknown> | null;
    /** Why it failed. */
    error: string | null;
    created_by: string;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    /** Until when POST /jobs/{id}/undo takes back what it changed; null: it has not ended, it cannot be taken back, or it was. */
    undoable_until: string | null;
    /** The job that takes it back. */
    undone_by: string | null;
    /** The job that this one takes back. */
    undoes: string | null;
  };
  Membership: {
    id: number;
    name: string;
    state: "active" | "pending" | "left";
  };
  MessageCategory: "marketing" | "transactional" | "otp";
  MessageState: "resolving" | "running" | "paused" | "completed" | "canceled" | "failed";
  NamedAddressee: {
    id: number;
    /** null: it was deleted. */
    name: string | null;
  };
  NumberWithVariables: {
    number: string;
    /** Values for the variables of the text: {{name}}. */
    variables?: Record<string, string | number> | undefined;
  };
  Pagination: {
    per_page: number;
    next_cursor: string | null;
  };
  PersonKind: "number" | "subscriber" | "user" | "customer";
  RefusedPeople: {
    count: number;
    sample: {
      kind: CommonSchemas["PersonKind"];
      /** Of the subscriber, user or customer. */
      id: number | null;
      /** The end of the phone number. */
      label: string;
      reason: "missing_value" | "too_long";
      variable?: string;
      segments?: number;
    }[];
  };
  RepeatFields: {
    interval: {
      value: number;
      unit: "minute" | "hour" | "day" | "week" | "month" | "year";
    };
    endDate?: string | undefined;
    end_date?: string | undefined;
    repeatForever?: boolean | undefined;
  };
  SendMessageBody: {
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
    numbers?: string | CommonSchemas["NumberWithVariables"] | (readonly (string | CommonSchemas["NumberWithVariables"])[]) | undefined;
    /** Local time of the site, YYYY-MM-DDTHH:MM:SS; an offset or Z is honored. Needs the paid add-on. */
    schedule?: string | undefined;
    /** Recurrence from `schedule` on. Needs the paid add-on. */
    repeat?: CommonSchemas["RepeatFields"] | undefined;
    /** Name of the gateway to use. Default: the default route. */
    gateway?: string | undefined;
    /** Default: marketing if subscribers are among the recipients, otherwise transactional. */
    category?: CommonSchemas["MessageCategory"] | undefined;
    /** Seconds after which the message is no longer worth sending. Default: 600 for otp, 86,400 for transactional, 259,200 for marketing. */
    valid_for?: number | undefined;
    /** Maximum messages per minute. Default: as fast as the gateway allows. */
    rate_per_minute?: number | undefined;
    /** On which basis people without a consent on record get marketing, such as a contract. Needs svc_setting; who stated it is logged. */
    consent_basis?: string | undefined;
    /** If some of `numbers` are not phone numbers, list those and send to the others. */
    skip_invalid?: boolean | undefined;
    /** What to do with a scheduled message that is late by more than `late_after`. Default: skip. */
    if_late?: "send" | "skip" | undefined;
    /** Seconds after which a scheduled message counts as late; at least a minute. Default 900. */
    late_after?: number | undefined;
    /** Whether a schedule looks up its audience at each run (live, the default) or keeps the current one. */
    audience?: "live" | "frozen" | undefined;
  };
  SendResult: {
    /** null if it is scheduled: each run is a message of its own. */
    message_id: string | null;
    state: "resolving" | "running" | "scheduled";
    schedule_id?: string;
    next_run?: string;
    recipients: {
      matched: number | null;
      accepted: number | null;
      duplicates: number | null;
      invalid: number | null;
      suppressed: number | null;
    };
    invalid_numbers: CommonSchemas["Detail"][];
    segments: number;
    encoding: CommonSchemas["Encoding"];
    category: CommonSchemas["MessageCategory"];
    gateway: string | null;
    sandbox: boolean;
    /** The credit at the gateway when it was last read, in the unit of GET /credit; null: not read yet. */
    balance: number | null;
    balance_checked_at: string | null;
    warnings?: string[];
  };
  Subscriber: {
    id: number;
    name: string;
    mobile: string;
    groups: CommonSchemas["Membership"][];
    custom_fields: Record<string, string | number | boolean>;
    locale: string | null;
    time_zone: string | null;
    created_at: string;
    updated_at: string;
  };
  WebhookDeliveryState: "pending" | "delivered" | "failed";
};
