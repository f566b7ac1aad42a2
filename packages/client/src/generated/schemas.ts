// Generated from openapi.json by `npm run generate`. Do not edit.
/** A file to upload. */
export type UploadFile = Blob | ReadableStream<Uint8Array> | Uint8Array;

/** The named objects of the API. */
export type Schemas = {
  UploadFile: UploadFile;
  Alert: {
    id: string;
    kind: "gateway_stopped" | "gateway_idle" | "credit_low" | "webhook_disabled" | "license_ending" | "codes_unverified" | "queue_late" | "spend_cap_reached";
    /** What it is about: the name of a gateway, the id of a webhook, a country. */
    subject: string;
    /** From 1. A level that rises is sent again. */
    level: number;
    title: string;
    /** What it means for messages. */
    meaning: string;
    next_step: string;
    /** Path of the console's screen for it. */
    screen: string;
    opened_at: string;
    ended_at: string | null;
    acknowledged_at: string | null;
    /** The caller: `builtin:17` is user 17. */
    acknowledged_by: string | null;
    notifications: {
      event: "opened" | "closed";
      channel: "email" | "sms";
      recipient: string;
      /** `waiting`: it is sent later, or tried again. `unknown`: it may have arrived, and is not sent twice. `skipped`: there was no need or no means to send it. */
      state: "waiting" | "sending" | "sent" | "failed" | "unknown" | "skipped";
      /** Why it was not sent, or is not sent yet. */
      reason: string | null;
      settled_at: string | null;
    }[];
  };
  AlertClosedEvent: {
    type: "alert.closed";
    /** When it happened. */
    timestamp: string;
    data: Schemas["AlertEventData"];
  };
  AlertEventData: {
    alert_id: string | null;
    kind: string | null;
    /** What it is about, such as the name of a gateway. */
    subject: string | null;
    level: number | null;
    title: string | null;
    /** Fields left out because the payload would be too long. */
    omitted?: string[];
  };
  AlertOpenedEvent: {
    type: "alert.opened";
    /** When it happened. */
    timestamp: string;
    data: Schemas["AlertEventData"];
  };
  ApplicationPassword: {
    uuid: string;
    app_id: string;
    name: string;
    created: string;
    last_used: string | null;
    last_ip: string | null;
  };
  BatchResult: {
    /** Position in `messages`, from 0. */
    index: number;
    /** replayed: an earlier call with this key was accepted; nothing was sent again. unknown: the database failed while it was stored; it may have been accepted as `message_id`. */
    status: "accepted" | "refused" | "replayed" | "unknown";
    message_id?: string;
    warnings?: string[];
    /** Why it was refused, or is unknown. Codes are those of all routes. */
    error?: {
      code: string;
      message: string;
      details: Schemas["Detail"][];
    };
  };
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
  Customer: {
    id: number;
    name: string;
    phone: string;
    country: string | null;
    created_at: string;
  };
  Detail: {
    field: string;
    code: string;
    message: string;
    value?: unknown;
    did_you_mean?: string;
  };
  Erasure: {
    erasure_id: string;
    state: "running" | "done";
    /** Number of records of each kind erased so far. */
    erased: {
      subscriber: number;
      consent: number;
      form_request: number;
      customer: number;
      user: number;
      suppression: number;
      order_notice: number;
      alert: number;
      schedule: number;
      inbound: number;
      outbox: number;
    };
    /** Deliveries that are in flight, that belong to a message whose audience is still being read, or for which receipts may still arrive (72 hours). They are erased after that. */
    waiting: number;
    /** The number stays on the suppression list. It is kept for that purpose alone: without it, the next campaign would reach the person again. */
    suppressed: boolean;
    created_at: string;
    finished_at: string | null;
  };
  ErasureProgress: {
    erasure_id: string;
    state: "running" | "done";
    /** Number of records of each kind erased so far. */
    erased: {
      subscriber: number;
      consent: number;
      form_request: number;
      customer: number;
      user: number;
      suppression: number;
      order_notice: number;
      alert: number;
      schedule: number;
      inbound: number;
      outbox: number;
    };
    /** Deliveries that are in flight, that belong to a message whose audience is still being read, or for which receipts may still arrive (72 hours). They are erased after that. */
    waiting: number;
    created_at: string;
    finished_at: string | null;
  };
  Field: {
    key: string;
    label: string;
    type: "text" | "number" | "date" | "choice" | "yes_no";
    choices: string[];
    required: boolean;
    archived: boolean;
    created_at: string;
    updated_at: string;
  };
  Form: {
    slug: string;
    title: string;
    intro: string;
    group_ids: number[];
    group_choice: "all" | "preselected" | "open";
    name_field: "hidden" | "optional" | "required";
    fields: {
      key: string;
      label: string;
      type: "text" | "number" | "date" | "choice" | "yes_no";
      required: boolean;
      choices: string[];
    }[];
    consent: string;
    consent_version: number;
    confirm: boolean;
    accent: string;
    logo_url: string | null;
    locale: "en" | "ar" | "cs" | "da" | "de" | "el" | "es" | "fa" | "fi" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "no" | "pl" | "pt" | "ro" | "ru" | "sv" | "th" | "tr" | "uk" | "vi" | "zh";
    success_url: string | null;
    origins: string[];
    enabled: boolean;
    /** Enabled, and at least one of its groups exists. */
    open: boolean;
    /** Its page; null if TIDINGS_PUBLIC_URL is not set. */
    url: string | null;
    /** HTML for another site's page: a script that inserts the form, or a plain form. */
    embed: {
      script: string;
      html: string;
    } | null;
    created_at: string;
    updated_at: string;
  };
  FormPage: {
    /** What to show: the form, the field for the code, or one sentence. refused: the form does not list the origin. */
    kind: "form" | "code" | "confirmed" | "closed" | "limited" | "refused";
    locale: "en" | "ar" | "cs" | "da" | "de" | "el" | "es" | "fa" | "fi" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "no" | "pl" | "pt" | "ro" | "ru" | "sv" | "th" | "tr" | "uk" | "vi" | "zh";
    dir: "ltr" | "rtl";
    accent: string;
    /** Color of text on the accent color. */
    ink: string;
    title: string;
    intro?: string;
    text?: string;
    /** Why the form is shown again. */
    notice?: string | null;
    help?: string | null;
    /** To be sent back unchanged. */
    hidden?: Record<string, string>;
    trap?: {
      name: string;
      label: string;
    };
    inputs?: {
      /** number, name, or field_ and the key of a custom field. */
      name: string;
      label: string;
      note: string | null;
      hint?: string;
      type: "tel" | "text" | "number" | "date" | "choice" | "yes_no";
      required: boolean;
      autocomplete?: string;
      choices?: string[];
    }[];
    groups?: {
      label: string;
      checked: boolean;
      items: {
        id: number;
        name: string;
      }[];
    } | null;
    consent?: string;
    button?: string;
    label?: string;
    /** What is wrong, by the name of the input. */
    issues?: Record<string, string>;
    /** What is wrong with the code. */
    issue?: string | null;
    again?: string;
    /** Where the person continues. */
    url?: string | null;
  };
  Gateway: {
    name: string;
    /** The scheme of its DSN. */
    kind: string;
    label: string;
    /** As configured, without secrets. */
    dsn: string;
    /** environment: TIDINGS_GATEWAY, which no call changes; api: stored, see POST /gateways. */
    managed_by: "environment" | "api";
    /** Of a stored gateway: send it with a change. */
    version: number | null;
    /** Of a stored gateway. */
    in_default_route: boolean | null;
    /** Of a stored gateway, without secrets. */
    settings: Record<string, string | string[]> | null;
    /** Names of a stored gateway's secrets that are set. */
    secrets: string[] | null;
    /** The URL to which the provider sends receipts and inbound messages; enter it in the provider's settings. Anyone who knows it can send receipts, so keep it secret. null: there is no public address, or the provider delivers them another way. */
    receipt_url: string | null;
    abilities: {
      flash: boolean;
      media: boolean;
      /** Maximum media per message; null: the gateway states no limit. */
      max_media: number | null;
      /** null: the gateway states none. */
      media_types: string[] | null;
      max_media_bytes: number | null;
      /** Maximum UTF-16 units of the text; a longer one is refused immediately. null: the gateway states no limit. */
      max_characters: number | null;
      credit: boolean;
      receipts: boolean;
      /** A second request with the same reference is merged into the first. */
      deduplicates: boolean;
    };
    traits: {
      recipients_per_call: number;
      ids: "recipient" | "part" | "call" | "none";
      reference: "field" | "callback" | "none";
      numbers: string;
      unicode: string;
      /** Minimum and maximum, in seconds. */
      validity: number[] | null;
      credit: string | null;
      senders: string[];
      signature: string | null;
      unconfirmed: string[];
    };
    limits: {
      /** Units per second, across all nodes. */
      rate: number | null;
      rate_per: "segment" | "message";
      max_in_flight: number | null;
      batch_size: number;
      window: number;
      at_least_once: boolean;
    };
    health: {
      /** up; degraded: requests fail or time out, so other gateways take over its deliveries, or it is recovering; paused: nothing is sent through it, on any node; open: the same, because too many responses left the outcome unknown; disabled: a stored gateway that is switched off. */
      state: "up" | "degraded" | "paused" | "open" | "disabled";
      code: string | null;
      reason: string | null;
      since: string | null;
      /** When a pause ends by itself. */
      until: string | null;
      last_success_at: string | null;
      /** Over the last hour, across all nodes. */
      counters: {
        /** Accepted by the provider. */
        sent: number;
        /** Permanently refused. */
        failed: number;
        /** Outcome unknown. */
        unknown: number;
        /** Attempts that will be retried. */
        retried: number;
        /** Calls to receipt_url that could not be parsed: the provider uses an unknown format, and receipts or inbound messages may be lost. */
        unread: number;
      };
    };
    /** The routes it belongs to, and the share of each it currently gets, from 0 to 1. */
    routes: {
      route: string;
      share: number;
    }[];
  };
  GatewayKind: {
    kind: string;
    label: string;
    /** Markdown. */
    about: string | null;
    /** The page of this documentation about it. */
    docs_url: string;
    /** A DSN with placeholders. */
    example: string;
    /** null: they follow from the settings. */
    abilities: {
      flash: boolean;
      media: boolean;
      /** Maximum media per message; null: the gateway states no limit. */
      max_media: number | null;
      /** null: the gateway states none. */
      media_types: string[] | null;
      max_media_bytes: number | null;
      /** Maximum UTF-16 units of the text; a longer one is refused immediately. null: the gateway states no limit. */
      max_characters: number | null;
      credit: boolean;
      receipts: boolean;
      /** A second request with the same reference is merged into the first. */
      deduplicates: boolean;
    } | null;
    traits: {
      recipients_per_call: number;
      ids: "recipient" | "part" | "call" | "none";
      reference: "field" | "callback" | "none";
      numbers: string;
      unicode: string;
      /** Minimum and maximum, in seconds. */
      validity: number[] | null;
      credit: string | null;
      senders: string[];
      signature: string | null;
      unconfirmed: string[];
    };
    settings: Schemas["GatewaySetting"][];
  };
  GatewayRouting: {
    /** As stored; null: none is. */
    routing: string | null;
    /** The default route as it is used; empty: there is none. */
    effective: string;
    /** What TIDINGS_GATEWAY says, with names instead of DSNs. */
    environment: string;
    /** Gateways that the route names and that send nothing: others take their deliveries, or these wait. */
    unavailable: string[];
    version: number;
    updated_at: string | null;
    updated_by: string | null;
  };
  GatewaySetting: {
    name: string;
    label: string;
    help: string | null;
    /** list: several values, separated by commas; repeated: an array. */
    type: "text" | "number" | "flag" | "list" | "repeated" | "choice";
    /** It is written and never read. */
    secret: boolean;
    required: boolean;
    choices: string[] | null;
    /** null: there is none. */
    default: unknown;
    /** A regular expression that a value must match. */
    pattern: string | null;
  };
  Group: {
    id: number;
    name: string;
    double_opt_in: boolean | null;
    code_texts: Record<string, string>;
    welcome_texts: Record<string, string>;
    /** Pending and active members. */
    subscriber_count: number;
    active_count: number;
    created_at: string;
  };
  HeldItem: {
    kind: "subscriber" | "consent" | "form_request" | "customer" | "user" | "suppression" | "order_notice" | "alert" | "schedule" | "inbound" | "outbox";
    /** Its fields, by name. Times in UTC. */
    data: Record<string, unknown>;
  };
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
  Import: {
    job: Schemas["Job"];
    encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
    delimiter: string;
    /** What each column is taken for: `phone`, `name`, `first_name`, `last_name`, `locale`, `time_zone`, `state`, `groups` (names or ids of groups, separated by commas), `pending_groups` (the same, where they still have to confirm), `left_groups` (the same, of groups they left), `consent_at`, `consent_ip`, `confirmed_at`, `confirmed_ip`, `consent_source`, `consent_wording`, `attributes` (a JSON object), `field:KEY` (a custom field) or `skip`. */
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
  InboxItem: {
    id: number;
    /** Site time, YYYY-MM-DD HH:MM:SS. */
    date: string;
    received_at: string;
    sender: string;
    recipient: string;
    message: string;
    media: string[];
    keyword: string | null;
    gateway: string;
  };
  InboxThread: {
    number: string;
    /** The newest message from this number. */
    latest: Schemas["InboxItem"];
    /** Messages that nobody has read; 100 at most. */
    unread: number;
    /** The number is on the suppression list: nothing is sent to it. */
    suppressed: boolean;
    /** null: no subscriber has this number, or the caller lacks svc_subscribers. */
    subscriber: {
      id: number;
      name: string;
    } | null;
  };
  InboxThreadItem: {
    direction: "received" | "sent";
    /** The id in the inbox, or of the outbox entry. */
    id: number;
    at: string;
    message: string;
    media: string[];
    gateway: string | null;
    /** Of a received message that was recognized as STOP or another. */
    keyword: string | null;
    /** Of a sent message. */
    message_id: string | null;
    /** Of a sent message. */
    state: "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled" | null;
  };
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
  };
  LoggedRequest: {
    id: string;
    /** When the call began. */
    at: string;
    /** `X-Request-Id` of the response; null: the caller chose one that is not a plain UUID. */
    request_id: string | null;
    method: string;
    /** As the reference writes it, below the base path. */
    route: string;
    /** The route with the ids of this call. Phone numbers are never in it, nor what a refused call had in place of an id. */
    path: string;
    /** HTTP status of the response. */
    status: number;
    /** The error code; null: the call succeeded. */
    code: string | null;
    /** Until the response was ready; of a stream, until it began. */
    duration_ms: number;
    /** `builtin:17` is user 17 of the built-in host; null: nobody was identified, or the user was deleted. */
    called_by: string | null;
    /** `uuid` of the application password; null: a web session, or the host does not say. */
    application_password_id: string | null;
    /** The response was that of an earlier call with the same Idempotency-Key; nothing was done again. */
    replayed: boolean;
    /** Messages that the response to a POST names, at most ten: those that the call made, or acted on. */
    message_ids: string[];
  };
  Media: {
    /** Use it in `media_urls`. Whoever knows it can read the file. */
    url: string;
    /** By the file's first bytes. */
    type: "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "video/3gpp" | "video/mp4" | "audio/mpeg" | "audio/amr" | "text/vcard" | "application/pdf";
    bytes: number;
  };
  Message: {
    message_id: string;
    /** completed: every delivery has been attempted, and none will be sent any more. It does not mean that they were delivered: `deliveries` and `progress` count what receipts have reported so far. */
    state: "resolving" | "running" | "paused" | "completed" | "canceled" | "failed";
    /** Why it failed or ended early: no_recipients, missing_values (`GET /messages/{id}` shows whose), audience_not_resolved, expired. */
    reason: string | null;
    category: "marketing" | "transactional" | "otp";
    sender: string | null;
    /** The text, with its variables if each recipient has a text of their own; [hidden] if the category is otp, or if someone else sent it and the caller lacks svc_outbox. */
    message: string;
    segments: number;
    encoding: "gsm7" | "ucs2";
    recipients: {
      matched: number;
      accepted: number;
      duplicates: number;
      invalid: number;
      suppressed: number;
    };
    /** Maximum messages per minute; null: as fast as the gateway allows. */
    rate_per_minute: number | null;
    /** The schedule that created this message. */
    schedule_id: string | null;
    created_at: string;
    first_sent_at: string | null;
    finished_at: string | null;
    /** The rate of the gateway that it waits for, which it shares with other messages; null: the gateway has no limit, several gateways may send it, or none is configured. */
    gateway_limit: {
      /** Units per second. */
      rate: number;
      rate_per: "segment" | "message";
    } | null;
    /** Why its recipients cannot be read at the moment, for example because a shop or a platform refuses; this is retried. Or that its gateway is not configured. null: nothing is wrong. */
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
      reasons: ("quiet_hours" | "frequency_cap" | "spending" | "low_credit")[];
    } | null;
    /** For the reason missing_values: how many people have no value for a variable of the text, or a text that is too long, and some of them. Nobody has received the message. */
    refused_people: {
      count: number;
      sample: {
        kind: "number" | "subscriber" | "user" | "customer";
        /** Of the subscriber, user or customer. */
        id: number | null;
        /** The end of the phone number. */
        label: string;
        reason: "missing_value" | "too_long";
        variable?: string;
        segments?: number;
      }[];
    } | null;
    /** Number of deliveries in each state; empty states are absent. For large messages, `queued` includes those in flight. */
    deliveries: Record<string, number>;
    /** What it cost so far: the sum of its entries in the log, one for each currency. Empty: nothing with a price was sent. For large messages it may be some seconds old. */
    costs: {
      currency: string;
      total: string;
    }[];
    progress: Schemas["MessageProgress"];
  };
  MessageDeliveredEvent: {
    type: "message.delivered";
    /** When it happened. */
    timestamp: string;
    data: Schemas["MessageEventData"];
  };
  MessageEventData: {
    message_id: string;
    /** Id of the outbox entry. */
    outbox_id: number | null;
    /** E.164. */
    recipient: string | null;
    state: "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled";
    gateway: string | null;
    segments: number | null;
    /** The channel that the message was delivered through, if the provider reports it; otherwise null. */
    channel: "sms" | "mms" | "rcs" | "whatsapp" | null;
    /** Why it was not delivered. */
    error?: string | null;
    /** The provider's response. Never for category otp. */
    response?: string | null;
    /** Fields left out because the payload would be too long. */
    omitted?: string[];
  };
  MessageFailedEvent: {
    type: "message.failed";
    /** When it happened. */
    timestamp: string;
    data: Schemas["MessageEventData"];
  };
  MessageProgress: {
    state: "resolving" | "running" | "paused" | "completed" | "canceled" | "failed";
    /** Accepted deliveries; null while the audience is being resolved. */
    total: number | null;
    /** sent + delivered + failed + unknown. */
    done: number;
    /** Accepted by the gateway; no final receipt yet. */
    sent: number;
    delivered: number;
    /** Failed, undelivered, expired, canceled, or suppressed because the recipient opted out before it was sent. */
    failed: number;
    /** The gateway may have accepted it. */
    unknown: number;
    /** Waiting or in flight. */
    pending: number;
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
  MessageSentEvent: {
    type: "message.sent";
    /** When it happened. */
    timestamp: string;
    data: Schemas["MessageEventData"];
  };
  MessageSummary: {
    message_id: string;
    /** completed: every delivery has been attempted, and none will be sent any more. It does not mean that they were delivered: `deliveries` and `progress` count what receipts have reported so far. */
    state: "resolving" | "running" | "paused" | "completed" | "canceled" | "failed";
    /** Why it failed or ended early: no_recipients, missing_values (`GET /messages/{id}` shows whose), audience_not_resolved, expired. */
    reason: string | null;
    category: "marketing" | "transactional" | "otp";
    sender: string | null;
    /** The text, with its variables if each recipient has a text of their own; [hidden] if the category is otp, or if someone else sent it and the caller lacks svc_outbox. */
    message: string;
    segments: number;
    encoding: "gsm7" | "ucs2";
    recipients: {
      matched: number;
      accepted: number;
      duplicates: number;
      invalid: number;
      suppressed: number;
    };
    /** Maximum messages per minute; null: as fast as the gateway allows. */
    rate_per_minute: number | null;
    /** The schedule that created this message. */
    schedule_id: string | null;
    created_at: string;
    first_sent_at: string | null;
    finished_at: string | null;
  };
  MessageUnknownEvent: {
    type: "message.unknown";
    /** When it happened. */
    timestamp: string;
    data: Schemas["MessageEventData"];
  };
  NewIncomingSmsEvent: {
    type: "new_incoming_sms";
    /** When it happened. */
    timestamp: string;
    data: {
      id: number | null;
      sender: string | null;
      recipient: string | null;
      gateway: string | null;
      text?: string | null;
      media?: string[];
      keyword: string | null;
      /** Fields left out because the payload would be too long. */
      omitted?: string[];
    };
    sender_number: string | null;
    gateway: string | null;
    text: string | null;
    command_name: string | null;
  };
  NewSmsEvent: {
    type: "new_sms";
    /** When it happened. */
    timestamp: string;
    data: {
      message_id: string | null;
      sender: string | null;
      category: string | null;
      recipients: number | null;
      /** null for category otp. */
      message?: string | null;
      media?: string[];
      /** Fields left out because the payload would be too long. */
      omitted?: string[];
    };
    /** As in the WordPress plugin. */
    api_response: string | null;
  };
  NewSubscriberEvent: {
    type: "new_subscriber";
    /** When it happened. */
    timestamp: string;
    data: {
      subscriber_id: number | null;
      name: string | null;
      mobile: string | null;
      state: string | null;
      groups?: unknown[];
      /** Fields left out because the payload would be too long. */
      omitted?: string[];
      custom_fields?: Record<string, unknown>;
    };
    name: string | null;
    mobile: string | null;
  };
  NumberWithVariables: {
    number: string;
    /** Values for the variables of the text: {{name}}. */
    variables?: Record<string, string | number> | undefined;
  };
  OrderDecision: {
    /** Site time, YYYY-MM-DD HH:MM:SS. */
    date: string;
    decided_at: string;
    /** Host and path of the shop's own address. */
    shop: string;
    order_id: number;
    status: string;
    to: "customer" | "staff";
    outcome: "sent" | "no_phone" | "no_opt_in" | "suppressed" | "limited" | "too_old" | "too_long" | "empty" | "unknown_variable";
    message_id: string | null;
    /** How often the order entered that status again: the decision had already been made, and nothing was sent. */
    repeats: number;
    repeated_at: string | null;
  };
  OrderNotice: {
    status: string;
    to: "customer" | "staff";
    enabled: boolean;
    numbers: string[];
    template: string;
    requires_opt_in: boolean;
    /** Segments of the template itself; values may make it longer. */
    segments: number;
    updated_at: string;
    warnings?: string[];
  };
  OutboxEntry: {
    id: number;
    message_id: string;
    /** Site time, YYYY-MM-DD HH:MM:SS. */
    date: string;
    created_at: string;
    sent_at: string | null;
    delivered_at: string | null;
    sender: string | null;
    recipient: string;
    recipient_count: 1;
    /** The text; "[hidden]" for one-time passwords. */
    message: string;
    status: "success" | "failed" | "pending";
    state: "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled";
    response: string | null;
    media: string[];
    gateway: string | null;
    segments: number;
    /** What it cost, by the prices of its gateway when that accepted it; null: it was not accepted or is in doubt, or there was no price. */
    cost: string | null;
    /** Of the cost. */
    currency: string | null;
    /** The channel that the message was delivered through, if the provider reports it; otherwise null. */
    channel: "sms" | "mms" | "rcs" | "whatsapp" | null;
    error: string | null;
    /** Why a delivery in the state held waits. */
    held_for: "quiet_hours" | "frequency_cap" | "spending" | "low_credit" | null;
    /** When it is tried, unless it is held again. */
    held_until: string | null;
    category: "marketing" | "transactional" | "otp";
    /** Attempts that counted: a gateway that throttles does not use up any. */
    attempts: number;
    /** What has not left by then expires. */
    valid_until: string;
    /** Why it failed, is in doubt or is held; null: nothing of that. */
    reason: {
      code: string;
      text: string;
      /** What to do about it; null: nothing. */
      remedy: string | null;
    } | null;
    /** The entry that this one resends. */
    resend_of: {
      /** The other entry. */
      id: number;
      message_id: string;
    } | null;
    /** The entry that resends this one. */
    resent_as: {
      /** The other entry. */
      id: number;
      message_id: string;
    } | null;
    /** What happened to it, oldest first, as far as it is kept. Of attempts that were repeated, those that counted are listed. */
    timeline: Schemas["OutboxTimelineStep"][];
  };
  OutboxItem: {
    id: number;
    message_id: string;
    /** Site time, YYYY-MM-DD HH:MM:SS. */
    date: string;
    created_at: string;
    sent_at: string | null;
    delivered_at: string | null;
    sender: string | null;
    recipient: string;
    recipient_count: 1;
    /** The text; "[hidden]" for one-time passwords. */
    message: string;
    status: "success" | "failed" | "pending";
    state: "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled";
    response: string | null;
    media: string[];
    gateway: string | null;
    segments: number;
    /** What it cost, by the prices of its gateway when that accepted it; null: it was not accepted or is in doubt, or there was no price. */
    cost: string | null;
    /** Of the cost. */
    currency: string | null;
    /** The channel that the message was delivered through, if the provider reports it; otherwise null. */
    channel: "sms" | "mms" | "rcs" | "whatsapp" | null;
    error: string | null;
    /** Why a delivery in the state held waits. */
    held_for: "quiet_hours" | "frequency_cap" | "spending" | "low_credit" | null;
    /** When it is tried, unless it is held again. */
    held_until: string | null;
  };
  OutboxTimelineStep: {
    /** null: the instant was not recorded, or it is yet to come. */
    at: string | null;
    type: "accepted" | "resend" | "suppressed" | "held" | "paused" | "resumed" | "rate_changed" | "message_canceled" | "message_expired" | "routed" | "deferred" | "waiting" | "sent" | "delivered" | "undelivered" | "failed" | "expired" | "canceled" | "unknown" | "webhook" | "resent";
    /** One sentence for people. It may be worded differently in a later version. */
    text: string;
    /** Who did it: `builtin:` and a user's id, or a part of the service. */
    by?: string;
    gateway?: string;
    attempt?: number;
    /** The provider's code, or the reason of the service. */
    code?: string;
    /** The provider's own words; never for one-time passwords. */
    response?: string;
    /** The ids under which the provider reports on it. They are kept for 30 days. */
    provider_ids?: string[];
    /** The rules of TIDINGS_GATEWAY that apply to this number and category as configured now. */
    rules?: string[];
    /** When it is tried next. */
    until?: string;
    /** The other entry of a resend. */
    entry?: {
      /** The other entry. */
      id: number;
      message_id: string;
    };
    /** An event about this entry on its way to a webhook. */
    webhook?: {
      id: string;
      /** Of its URL. */
      host: string;
      delivery_id: string;
      type: string;
      state: "pending" | "delivered" | "failed";
      attempts: number;
      /** HTTP status of the last attempt; null: no answer yet. */
      last_status: number | null;
      next_try_at: string | null;
    };
  };
  Passkey: {
    id: string;
    name: string;
    /** As authenticators know it, in base64url. */
    credential_id: string;
    created_at: string;
    last_used_at: string | null;
  };
  Preview: {
    category: "marketing" | "transactional" | "otp";
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
      /** Over the frequency cap at present. As the settings say, they get nothing and are not among `final`, or they are and wait: see `frequency_cap`. */
      over_cap: number;
      /** People without a record that they agreed to marketing, suppressed ones included; null: the message is no marketing, or there are too many users, roles or customers to look them all up. */
      without_consent: number | null;
      /** People who would receive the message. Nobody, if somebody has no text: see `refused_people`. */
      final: number;
      /** Whether the numbers above are counted; otherwise they are estimated. */
      exact: boolean;
    };
    /** Of a personal message, the people for whom no text can be made: then the message is sent to nobody. The first ten are listed. Numbers in the call for which there is no text are refused at once. */
    refused_people: {
      count: number;
      sample: {
        kind: "number" | "subscriber" | "user" | "customer";
        /** Of the subscriber, user or customer. */
        id: number | null;
        /** The end of the phone number. */
        label: string;
        reason: "missing_value" | "too_long";
        variable?: string;
        segments?: number;
      }[];
    } | null;
    text: {
      /** The text as it would leave, with its footer; of personal texts, one of those with the most segments. A caller without `svc_outbox` reads the variables instead of what would be filled in for a person of the audience. Links are those of nobody, as long as a subscriber's. */
      content: string;
      /** What the settings add at its end; null: nothing. */
      footer: string | null;
      encoding: "gsm7" | "ucs2";
      /** Of the text with the most. */
      segments: number;
      /** Of the text with the fewest. Differs in personal texts only. */
      segments_least: number;
      /** Of `content`, in `encoding`: septets of the GSM alphabet, or UTF-16 units. Where `content` has variables, `segments` is not derived from it. */
      units: number;
      /** What one of the `segments` holds. */
      units_per_segment: number;
      /** The first character of `content` that the GSM alphabet lacks; of a personal text, one that the sender wrote before one of a value. */
      forced_by: {
        character: string;
        /** Its position in UTF-16 units. */
        index: number;
        replacement: string | null;
        /** Segments after replacing every character for which there is a replacement. */
        segments_replaced: number;
      } | null;
      /** Set if the people's texts differ. */
      personal: {
        /** Whether everybody's text was made. Otherwise segments, cost and `refused_people` are estimated from a sample of the people. */
        exact: boolean;
        /** Texts that were made, of people who would get one. */
        made: number;
        /** People whose text has a character that the GSM alphabet lacks. */
        ucs2: number;
        /** Of the first such character of each text, the one of the most people. */
        forced_by: {
          character: string;
          replacement: string | null;
          people: number;
        } | null;
        /** What some people would read. null: the caller lacks `svc_outbox`. */
        samples: {
          /** At most five of those who would get a text. */
          people: Schemas["SamplePerson"][];
          /** One of those with the most segments. */
          longest: Schemas["SamplePerson"] | null;
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
      /** People without a price: not in the total. */
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
    /** Set if quiet hours hold somebody: `first_at`, `last_at` and `held` are then estimated, by what the numbers say of countries and time zones. The zones that are known of subscribers are not part of it. */
    quiet_hours: {
      /** People who would have to wait for their hours. */
      held: number;
    } | null;
    /** Set if the frequency cap keeps somebody waiting. */
    frequency_cap: {
      /** People who would have to wait, until `last_at` at the latest. */
      held: number;
    } | null;
    /** The newest message with the same text within the 24 hours before this one, to recipients of it (a group, segment, role or user of both, or one of the first 20 numbers), or by the caller to more than one person: see `warnings`. Of a busy service, messages to single people that are older than the newest 1,000 are found by those numbers only. A caller without svc_outbox is told of their own messages; one-time passwords are never named. */
    sent_before: {
      message_id: string;
      at: string;
    } | null;
    invalid_numbers: Schemas["Detail"][];
    warnings?: string[];
  };
  PreviewPeople: {
    /** At most 50, in no order. */
    people: {
      kind: "number" | "subscriber" | "user" | "customer";
      /** Of the subscriber, user or customer; null: a number. */
      id: number | null;
      /** The name; without one the number, or its last digits. */
      label: string;
      /** null: the caller lacks `svc_subscribers` (subscribers) or `svc_users` (users and customers). */
      phone: string | null;
    }[];
    /** There are others, or there were too many to look through. */
    more: boolean;
  };
  ProposedHours: {
    region: string;
    hours: Schemas["Hours"];
    basis: "law" | "carrier" | "custom";
    consent_exempts: boolean;
    source: string;
    checked: string;
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
    issue: Schemas["Detail"] | null;
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
        /** For `numbers`; null: none that is usable. */
        phone: string | null;
      }[];
      /** There are more than these 20. */
      more: boolean;
    } | null;
  };
  Role: {
    name: string;
    label: string;
    capabilities: ("svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users")[];
  };
  SamplePerson: {
    kind: "number" | "subscriber" | "user" | "customer";
    id: number | null;
    /** The name, or the last digits of the number for who may not list such people; of a number in the call, the number. */
    label: string;
    text: string;
    segments: number;
    /** What is filled into the text, by variable. */
    values: Record<string, string>;
  };
  SandboxMessage: {
    id: string;
    at: string;
    to: string;
    from: string;
    body: string;
    media: string[];
    flash: boolean;
    gateway: string;
  };
  Schedule: {
    schedule_id: string;
    state: "active" | "paused" | "waiting_license" | "completed" | "canceled";
    /** What it is waiting for, or why the last attempt was aborted. */
    reason: string | null;
    /** The text; [hidden] if the category is otp, or if someone else created it and the caller lacks svc_outbox. */
    message: string;
    sender: string | null;
    category: "marketing" | "transactional" | "otp";
    /** `default`, or the name of a gateway. */
    gateway: string;
    recipients: {
      /** Direct numbers. */
      numbers: number;
      group_ids: "all" | number[] | null;
      segment_ids: number[];
      role_ids: string[];
      users: number[];
      customers: boolean;
    };
    audience: "live" | "frozen";
    /** The first run. */
    schedule: string;
    time_zone: string;
    repeat: {
      interval: {
        value: number;
        unit: "minute" | "hour" | "day" | "week" | "month" | "year";
      };
      /** The last instant at which it may run; null: no end. */
      end_at: string | null;
    } | null;
    /** null while it is paused and after it has ended. */
    next_run: string | null;
    if_late: "send" | "skip";
    late_after: number;
    valid_for: number | null;
    rate_per_minute: number | null;
    /** Number of messages it has created. */
    runs: number;
    last_run: string | null;
    version: number;
    created_by: string;
    created_at: string;
    updated_at: string;
    warnings?: string[];
  };
  SearchResult: {
    type: "subscriber" | "message" | "outbox_entry" | "thread" | "group" | "segment" | "template" | "schedule" | "form" | "user" | "gateway" | "webhook";
    items: {
      /** As the routes of this type take it. */
      id: string;
      title: string;
      detail: string | null;
    }[];
    /** There are more than these 5. */
    more: boolean;
    /** Only the newest were searched: there may be older ones. The list of the type finds them. */
    incomplete: boolean;
  };
  Session: {
    user: {
      id: number;
      username: string;
      name: string;
      /** null: not known here. */
      email: string | null;
      roles: string[];
    };
    capabilities: ("svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users")[];
    /** What `GET /send/recipients` looks for, for this caller. */
    recipient_kinds: ("roles" | "users" | "customers")[];
    site: {
      /** Host name of the site. */
      name: string;
      time_zone: string;
      country: string | null;
      version: string;
      /** Messages go to the sandbox by default, and reach nobody. */
      sandbox: boolean;
      /** Pages of the platform that manages the users; null: this service does. */
      managed_by: {
        users: string;
        roles: string;
        application_passwords: string;
      } | null;
      license: {
        state: "absent" | "malformed" | "forged" | "not_yet" | "valid" | "grace" | "expired";
        features: ("scheduling" | "recurring")[];
        warning: string | null;
      };
      public_url: string | null;
      /** `recipients` of a message can name customers: there is a shop, or the service stores some itself. */
      customers: boolean;
    };
    /** null: the call was made with an application password. */
    session: {
      signed_in_at: string;
      expires_at: string;
      /** Name of the passkey that opened the session; null: a password, or a passkey that was removed in it. */
      passkey: string | null;
      /** Signing in with the password requires a second factor. */
      two_factor: boolean;
    } | null;
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
        /** Whether a call may subscribe somebody without a code, for consent that was given elsewhere. */
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
        /** So many codes to numbers that differ in the last four digits only, none of them verified, and they get none for 24 hours. 0: no limit. */
        prefix_unverified: number;
      };
      one_time_passwords: {
        /** Text of the message with a one-time password, by language tag. {{code}} is replaced by the code, {{sender}} by the name of the sender and {{minutes}} by the minutes for which it is valid. A language that is missing gets the English text, and while that is as it came, the service's own text in that language. */
        texts: Record<string, string>;
      };
      consent: {
        /** Marketing to direct numbers, users, roles and customers without a consent on record. warn: is accepted with a warning; enforce: is refused with `consent_required`, unless the call states a `consent_basis`; off: is accepted. */
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
        /** Whether a STOP is confirmed with one message. Leave it off where the provider does that itself, as most do in the United States. */
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
        default_hours: Schemas["Hours"];
        /** Hours instead of the preset, by country (FR) or state of the US (US-FL). Replaced as a whole. */
        regions: Record<string, Schemas["Hours"]>;
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
        /** One too many is held until the window has room, or ends as suppressed with the error frequency_cap. */
        when_over: "hold" | "skip";
      };
      prices: {
        /** Currency of the prices, by its ISO 4217 code; null as long as there are none. */
        currency: string | null;
        /** What a segment costs, by the beginning of the number; the longest one counts. "+" is the price of all others. */
        segments: {
          prefix: string;
          price: string;
        }[];
        /** Prices of single gateways, in the same currency. A number that none of them fits has the price in `segments`. */
        gateways: {
          /** Its name. */
          gateway: string;
          segments: {
            prefix: string;
            price: string;
          }[];
        }[];
      };
      spending: {
        /** At most this is spent in a day of the site, by the prices above; null: no cap. */
        per_day: string | null;
        /** At most this is spent in a month of the site; null: no cap. */
        per_month: string | null;
        /** Categories that are held; the others leave all the same. */
        categories: ("marketing" | "transactional" | "otp")[];
      };
      low_credit: {
        /** Deliveries are held while the credit at their gateway is below this, in the gateway's unit; null: never. */
        stop_below: string | null;
        /** Categories that are held; the others leave all the same. */
        categories: ("marketing" | "transactional" | "otp")[];
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
        kinds: ("gateway_stopped" | "gateway_idle" | "credit_low" | "webhook_disabled" | "license_ending" | "codes_unverified" | "queue_late" | "spend_cap_reached")[];
        /** Nothing is sent: GET /alerts and the console alone show alerts. */
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
      quiet_hours: Schemas["ProposedHours"][];
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
  StatCounts: {
    /** Recipients accepted. They have no gateway yet: with `group_by=gateway` they are in the group null. */
    accepted: number;
    /** Accepted by a gateway, including what was delivered or undelivered later. */
    sent: number;
    delivered: number;
    /** Reported by a receipt after it was sent. */
    undelivered: number;
    /** Refused by the gateway, or not sent. */
    failed: number;
    /** The gateway may have accepted it. */
    unknown: number;
    suppressed: number;
    expired: number;
    canceled: number;
    /** Of what was sent. */
    segments: number;
    /** People who opted out themselves, in the hour in which they did. Their category is unknown, and so is their gateway. */
    opt_outs: number;
    /** Messages received, in the hour of their arrival. */
    replies: number;
  };
  StatFigures: {
    counts: Schemas["StatCounts"];
    rates: {
      /** Of what was sent; 0 to 1. */
      delivered: number | null;
      /** Failed and undelivered, of what was sent or failed. */
      errors: number | null;
      /** Opt-outs, of what was sent. */
      opt_outs: number | null;
    };
    /** Includes the time in the queue, holds and limits of the rate. */
    accepted_to_sent: Schemas["StatLatency"];
    sent_to_delivered: Schemas["StatLatency"];
  };
  StatLatency: {
    /** Deliveries that were timed. */
    count: number;
    p50_ms: number | null;
    /** From a histogram with four buckets to a factor of ten. */
    p95_ms: number | null;
    /** The share that took less than 10 s, from 0 to 1. */
    within_10s: number | null;
  };
  StatPoint: {
    counts: Schemas["StatCounts"];
    rates: {
      /** Of what was sent; 0 to 1. */
      delivered: number | null;
      /** Failed and undelivered, of what was sent or failed. */
      errors: number | null;
      /** Opt-outs, of what was sent. */
      opt_outs: number | null;
    };
    /** Includes the time in the queue, holds and limits of the rate. */
    accepted_to_sent: Schemas["StatLatency"];
    sent_to_delivered: Schemas["StatLatency"];
    starts_at: string;
  };
  Status: {
    at: string;
    /** What /readyz checks: the database, the license, stranded deliveries, standby and more. */
    checks: {
      name: string;
      ok: boolean;
      warning: string | null;
    }[];
    /** Messages go to the sandbox by default: nothing is really sent. */
    sandbox: boolean;
    /** Why nothing is sent from here; null: sending is enabled. */
    standby: string | null;
    queue: {
      /** How long the oldest delivery that may leave has waited. */
      oldest_seconds: number;
      /** Deliveries in the queue. At most a few thousand chunks are counted. */
      waiting: number;
      retries: number;
      held: number;
      /** Receipts that are still to be matched. */
      receipts: number;
      schedules_late_seconds: number;
    };
    gateways: {
      name: string;
      /** up; degraded: requests fail or time out, so other gateways take over its deliveries, or it is recovering; paused: nothing is sent through it, on any node; open: the same, because too many responses left the outcome unknown; disabled: a stored gateway that is switched off. */
      state: "up" | "degraded" | "paused" | "open" | "disabled";
      last_success_at: string | null;
      /** Sent and not answered, on the responding node. */
      in_flight: number;
      /** From acceptance to sending, in this hour and the last. */
      p50_ms: number | null;
      p95_ms: number | null;
      credit: {
        amount: string;
        unit: string;
        checked_at: string;
        /** At the rate of the last seven days; null: it did not fall, or was read for less than a day. */
        days_left: number | null;
      } | null;
    }[];
    webhooks: {
      id: string;
      state: "up" | "late" | "failing" | "disabled";
      reason: string | null;
      failing_since: string | null;
      /** Events, counted up to 1000. */
      waiting: number;
      oldest_seconds: number;
    }[];
    /** The next five. */
    schedules: {
      schedule_id: string;
      next_run_at: string;
    }[];
    /** As in GET /gateways. */
    stranded: {
      gateway: string;
      texts: number;
    }[];
    license: {
      state: string;
      warning: string | null;
    };
  };
  StoredGateway: {
    name: string;
    kind: string;
    /** Without secrets. */
    settings: Record<string, string | string[]>;
    /** Names of the secrets that are set. Their values are never returned. */
    secrets: string[];
    enabled: boolean;
    in_default_route: boolean;
    position: number;
    version: number;
    created_at: string;
    created_by: string;
    updated_at: string;
    updated_by: string;
  };
  Subscriber: {
    id: number;
    name: string;
    mobile: string;
    groups: {
      id: number;
      name: string;
      state: "pending" | "active" | "left";
    }[];
    custom_fields: Record<string, string | number | boolean>;
    locale: string | null;
    time_zone: string | null;
    created_at: string;
    updated_at: string;
  };
  SubscriberDetail: {
    id: number;
    name: string;
    mobile: string;
    groups: {
      id: number;
      name: string;
      state: "pending" | "active" | "left";
    }[];
    custom_fields: Record<string, string | number | boolean>;
    locale: string | null;
    time_zone: string | null;
    created_at: string;
    updated_at: string;
    state: "active" | "pending" | "left" | "bounced";
    warnings?: string[];
    /** The number replied STOP or was blocked: nothing is sent to it. */
    suppressed: boolean;
    /** Since when the number counts as unreachable; null: it does not. */
    bounced_at: string | null;
    /** When marketing may next leave for this person, opt-outs, groups and credit aside. */
    next_marketing: {
      /** At once, if it is not in the future. */
      at: string;
      /** What the person waits for until then; null: nothing. */
      held_for: "quiet_hours" | "frequency_cap" | null;
      /** Messages that the frequency cap leaves at present; null: there is no cap. */
      left: number | null;
      /** By whose clocks quiet hours go: the person's own, or all in which the number may be. */
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
  SubscriberEventData: {
    subscriber_id: number | null;
    name: string | null;
    mobile: string | null;
    state: string | null;
    groups?: unknown[];
    /** Fields left out because the payload would be too long. */
    omitted?: string[];
  };
  SubscriberFilter: {
    all: {
      /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
      field: string;
      /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
      op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
      value?: string | number | boolean;
    }[];
    any: {
      /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
      field: string;
      /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
      op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
      value?: string | number | boolean;
    }[];
  };
  SubscriberSegment: {
    id: number;
    name: string;
    filter: Schemas["SubscriberFilter"];
    created_at: string;
    updated_at: string;
    /** Subscribers who match now, in any state. Exact to 10000, which stands for more; estimated if the filter takes longer than two seconds. */
    count: number;
    /** Those of them who would receive a message: active, not bounced, and without a STOP. Exact to 10000, which stands for more; estimated if the filter takes longer than two seconds. */
    active_count: number;
  };
  SubscriberState: {
    id: number;
    name: string;
    mobile: string;
    groups: {
      id: number;
      name: string;
      state: "pending" | "active" | "left";
    }[];
    custom_fields: Record<string, string | number | boolean>;
    locale: string | null;
    time_zone: string | null;
    created_at: string;
    updated_at: string;
    state: "active" | "pending" | "left" | "bounced";
    warnings?: string[];
  };
  SubscriberUnsubscribedEvent: {
    type: "subscriber.unsubscribed";
    /** When it happened. */
    timestamp: string;
    data: Schemas["SubscriberEventData"];
  };
  SubscriberVerifiedEvent: {
    type: "subscriber.verified";
    /** When it happened. */
    timestamp: string;
    data: Schemas["SubscriberEventData"];
  };
  Suppression: {
    id: number;
    number: string;
    kind: "opt_out" | "block" | "maybe_opt_out";
    /** null: every sender. */
    sender: string | null;
    reason: string;
    source: string;
    /** null: the person, or the provider in their name. */
    added_by: string | null;
    added_at: string;
  };
  Template: {
    id: number;
    name: string;
    text: string;
    category: "marketing" | "transactional" | "otp" | null;
    variants: Record<string, string>;
    /** The variables of all its texts. */
    variables: string[];
    created_by: string;
    created_at: string;
    updated_at: string;
  };
  User: {
    id: number;
    username: string;
    email: string;
    name: string;
    phone: string | null;
    roles: string[];
    capabilities: ("svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users")[];
    locale: string;
    created_at: string;
    updated_at: string;
  };
  Webhook: {
    id: string;
    enabled: boolean;
    disabled_reason: "gone" | "failing" | "switched_off" | null;
    failing_since: string | null;
    created_at: string;
    url: string;
    types: Schemas["WebhookType"][];
    old_secret_until: string | null;
  };
  WebhookTestEvent: {
    type: "webhook.test";
    /** When it happened. */
    timestamp: string;
    data: {
      message: string | null;
    };
  };
  WebhookType: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test";
};
