// Generated from openapi.json by `npm run generate`. Do not edit.
/** A file to upload. */
export type UploadFile = Blob | ReadableStream<Uint8Array> | Uint8Array;

/** The code of an error: https://…/docs/errors of a running service explains each. */
export type ErrorCode = "no_route" | "method_not_allowed" | "unauthorized" | "forbidden" | "foreign_origin" | "https_required" | "passkeys_unavailable" | "addon_required" | "payload_too_large" | "malformed_request" | "request_timeout" | "headers_too_large" | "unsupported_media_type" | "invalid_json" | "invalid_parameter" | "unknown_parameter" | "selector_conflict" | "no_recipients" | "gateway_cannot" | "verification_failed" | "use_cursor" | "not_found" | "conflict" | "no_gateway" | "spend_cap_reached" | "insufficient_credit" | "public_url_missing" | "no_commerce" | "consent_required" | "no_phone_numbers" | "not_in_this_state" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "too_many_requests" | "too_many_streams" | "gateway_unreachable" | "host_unavailable" | "database_unavailable" | "internal";

/** The codes that every operation may return. */
export type CommonError = "invalid_parameter" | "unknown_parameter" | "internal" | "database_unavailable" | "https_required" | "too_many_requests" | "invalid_json" | "payload_too_large" | "unsupported_media_type";

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
  WebhookTestEvent: {
    type: "webhook.test";
    /** When it happened. */
    timestamp: string;
    data: {
      message: string | null;
    };
  };
};

/** The events that a webhook receives, by type. */
export type WebhookEvents = {
  /** The first delivery of a message was accepted by a gateway */
  "new_sms": Schemas["NewSmsEvent"];
  /** Someone subscribed, confirmed or not */
  "new_subscriber": Schemas["NewSubscriberEvent"];
  /** An inbound message arrived */
  "new_incoming_sms": Schemas["NewIncomingSmsEvent"];
  /** A gateway accepted the message for a recipient */
  "message.sent": Schemas["MessageSentEvent"];
  /** The message reached the recipient's phone */
  "message.delivered": Schemas["MessageDeliveredEvent"];
  /** A message will not be delivered */
  "message.failed": Schemas["MessageFailedEvent"];
  /** A gateway may have accepted the message, but did not confirm it */
  "message.unknown": Schemas["MessageUnknownEvent"];
  /** A subscriber confirmed with the right code */
  "subscriber.verified": Schemas["SubscriberVerifiedEvent"];
  /** Someone left one group or all groups */
  "subscriber.unsubscribed": Schemas["SubscriberUnsubscribedEvent"];
  /** Something needs an operator, or has grown worse */
  "alert.opened": Schemas["AlertOpenedEvent"];
  /** What needed an operator has ended */
  "alert.closed": Schemas["AlertClosedEvent"];
  /** A test was requested */
  "webhook.test": Schemas["WebhookTestEvent"];
};

/**
 * The operations: what each takes (`input`), what it returns (`data`; of a stream, the data of one event), an entry of
 * its list (`item`), and the codes of its errors (`errors`).
 */
export type Operations = {
  /**
   * Show who is signed in, and where.
   *
   * Works with a web session and with an application password.
   */
  getSession: {
    kind: "data";
    input: Record<string, never>;
    data: Schemas["Session"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Sign in with a web password.
   *
   * For pages of this service's own origin: the session is a cookie that scripts cannot read. Programs use application passwords instead. If the user has a second factor, no cookie is set, and `data` has a challenge for /session/second-factor.
   */
  signIn: {
    kind: "data";
    input: {
      /** User name or e-mail address. */
      login: string;
      /** Web password. */
      password: string;
    };
    data: Schemas["Session"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    } | {
      second_factor: true;
      /** Send it to /session/second-factor with a code. */
      challenge: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "unauthorized" | "foreign_origin";
  };
  /** Sign out. */
  signOut: {
    kind: "data";
    input: Record<string, never>;
    data: {
      signed_out: true;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * Send a message.
   *
   * Accepts a message for newsletter groups, users, roles, customers and direct numbers. Every person receives it once, no matter how many selectors include them. The response is sent once the message is durably stored; gateways are contacted afterwards.
   *
   * Needs `svc_sendsms`.
   */
  sendMessage: {
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
      /** Segments of subscribers: whoever is active and matches when the recipients are resolved. */
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
    data: {
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
      invalid_numbers: Schemas["Detail"][];
      segments: number;
      encoding: "gsm7" | "ucs2";
      category: "marketing" | "transactional" | "otp";
      gateway: string | null;
      sandbox: boolean;
      balance: number | null;
      balance_checked_at: string | null;
      warnings?: string[];
    };
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
        category?: "marketing" | "transactional" | "otp" | undefined;
        /** Seconds after which the message is no longer worth sending. */
        valid_for?: number | undefined;
        /** An Idempotency-Key for this entry. Repeated within 24 hours, in any batch, it is not accepted a second time. */
        key?: string | undefined;
      }[];
    };
    data: {
      accepted: number;
      refused: number;
      replayed: number;
      unknown: number;
      /** One for each entry, in their order. */
      results: Schemas["BatchResult"][];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * List templates.
   *
   * Needs `svc_sendsms`.
   */
  listTemplates: {
    kind: "page";
    input: {
      /** Part of the name. */
      search?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Template"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Template"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a template.
   *
   * A text to be sent by its id, in one or more languages. Names are unique.
   *
   * Needs `svc_sendsms`.
   */
  createTemplate: {
    kind: "data";
    input: {
      name: string;
      /** The text, with variables such as {{name}}. */
      text: string;
      /** For messages that set none themselves. */
      category?: "marketing" | "transactional" | "otp" | null | undefined;
      /** Texts in other languages, by language tag. */
      variants?: Record<string, string> | undefined;
    };
    data: Schemas["Template"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a template.
   *
   * Needs `svc_sendsms`.
   */
  getTemplate: {
    kind: "data";
    input: {
      /** Id of the template. */
      id: number;
    };
    data: Schemas["Template"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a template.
   *
   * Only the parameters given are changed. Messages and schedules that were created with it keep the earlier text.
   *
   * Needs `svc_sendsms`.
   */
  updateTemplate: {
    kind: "data";
    input: {
      /** Id of the template. */
      id: number;
      name?: string | undefined;
      /** The text, with variables such as {{name}}. */
      text?: string | undefined;
      /** null: none. */
      category?: "marketing" | "transactional" | "otp" | null | undefined;
      /** Replaces all of them. */
      variants?: Record<string, string> | undefined;
    };
    data: Schemas["Template"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a template.
   *
   * Messages and schedules that were created with it keep their text.
   *
   * Needs `svc_sendsms`.
   */
  deleteTemplate: {
    kind: "data";
    input: {
      /** Id of the template. */
      id: number;
    };
    data: {
      deleted: true;
      id: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
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
      /** Segments of subscribers: whoever is active and matches when the recipients are resolved. */
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
    data: Schemas["Preview"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
      /** Segments of subscribers: whoever is active and matches when the recipients are resolved. */
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
    data: Schemas["PreviewPeople"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "selector_conflict" | "no_commerce" | "no_phone_numbers";
  };
  /**
   * Find roles, users and customers by name.
   *
   * Whom a message can name: roles for every sender; users and customers of whom the name contains the search for callers with `svc_users`. If a platform such as WordPress manages the users, it decides who sees them, and a call through it that needs users or customers is answered with a redirect. `recipient_kinds` of the session says which kinds the caller may look for.
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
    data: Schemas["Recipients"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read a phone number.
   *
   * Reads a number as `POST /send` does: the number in E.164, its country and what its numbering plan says it is for, or why it is no phone number. No provider is asked, so it does not say whether anybody has the number. What cannot be read is a 200, too.
   *
   * Needs `svc_sendsms`.
   */
  getNumber: {
    kind: "data";
    input: {
      /** As a person typed it, in any format; a plus sign is %2B in a path. */
      number: string;
    };
    data: Schemas["ReadNumber"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Upload a picture or another file for an MMS.
   *
   * The body is the file. The reply has its address for `media_urls`, at which the provider fetches it: anyone who knows the address can. A file that was uploaded before keeps its address. It is deleted 90 days after its last upload (or when texts are, `retention.text_days`), but not while a message or a schedule that uses it is unfinished.
   *
   * Needs `svc_sendsms`.
   */
  uploadMedia: {
    kind: "data";
    input: {
      /** The file. A ReadableStream can be sent only once. */
      file: Schemas["UploadFile"];
    };
    data: Schemas["Media"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
      state?: "resolving" | "running" | "paused" | "completed" | "canceled" | "failed" | undefined;
      category?: "marketing" | "transactional" | "otp" | undefined;
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["MessageSummary"][];
      pagination: {
        per_page: number;
        /** null: this is the last page. A page may be short or even empty and not be the last, because a search stops after a second. */
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: {
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
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: {
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
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: {
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
      /** true if it was already in that state and nothing changed. */
      already: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: {
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
      /** true if it was already in that state and nothing changed. */
      already: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: {
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
      /** true if it was already in that state and nothing changed. */
      already: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found" | "too_many_streams";
  };
  /**
   * List schedules.
   *
   * Newest first. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  listSchedules: {
    kind: "page";
    input: {
      state?: "active" | "paused" | "waiting_license" | "completed" | "canceled" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Schedule"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Schedule"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read a schedule.
   *
   * Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  getSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: Schemas["Schedule"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a schedule.
   *
   * Changes text, sender, gateway, times, lateness and audience; absent parameters stay unchanged. It takes effect between two runs, never during one. Needs a license.
   *
   * Needs `svc_sendsms`.
   */
  updateSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
      /** The `version` that was read. If it has changed since, the response is 409 `conflict` and nothing is changed. */
      version?: number | undefined;
      /** The new text; [hidden], as it is shown, changes nothing. */
      message?: string | undefined;
      sender?: string | undefined;
      /** Name of the new gateway. */
      gateway?: string | undefined;
      /** Seconds after which the message is no longer worth sending. */
      valid_for?: number | undefined;
      /** Maximum messages per minute; null (in a form: `none`) removes the limit. */
      rate_per_minute?: number | null | undefined;
      /** The new first run: local time in the schedule's own zone, or with an offset. */
      schedule?: string | undefined;
      /** The new recurrence; false or null: only once. */
      repeat?: false | {
        interval: {
          value: number;
          unit: "minute" | "hour" | "day" | "week" | "month" | "year";
        };
        endDate?: string | undefined;
        end_date?: string | undefined;
        repeatForever?: boolean | undefined;
      } | undefined;
      /** What to do with a run that is late by more than `late_after`. */
      if_late?: "send" | "skip" | undefined;
      /** Seconds after which a run counts as late. */
      late_after?: number | undefined;
      /** frozen keeps the current recipients, replacing those frozen earlier; live looks them up at each run. */
      audience?: "live" | "frozen" | undefined;
    };
    data: Schemas["Schedule"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state" | "conflict" | "addon_required" | "gateway_cannot" | "no_recipients" | "public_url_missing";
  };
  /**
   * Cancel a schedule.
   *
   * It never runs again and stays readable. A message that a run has already created continues; cancel it by its message_id. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  cancelSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: Schemas["Schedule"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state";
  };
  /**
   * Move schedules from another system.
   *
   * Creates the scheduled messages of another system that are still to be sent, paused: nothing is sent until somebody resumes them, when the other system does not send them any more. All rules for schedules apply, the license included. One that was moved before is left out, so a call can be repeated. Every row is counted.
   *
   * Needs `svc_setting`.
   */
  importSchedules: {
    kind: "data";
    input: {
      /** The system that the rows come from. Shown with the entries. */
      source: string;
      schedules: readonly {
        /** What that system calls the row: repeated in `unreadable`. */
        reference?: number | string | undefined;
        message: string;
        sender?: string | null | undefined;
        numbers: readonly string[];
        media_urls?: string | (readonly string[]) | undefined;
        /** The first run: local time of `time_zone`, or with an offset. */
        start: string;
        repeat?: {
          value: string;
          /** minute, hour, day, week, month or year. */
          unit: string;
          /** The last instant at which it may run. */
          end?: string | null | undefined;
        } | null | undefined;
        /** That system has sent it. Default: false. */
        done?: boolean | undefined;
      }[];
      /** Of the runs, and of dates without an offset. Default: the site's. */
      time_zone?: string | undefined;
      /** Of numbers without a plus. Default: TIDINGS_COUNTRY. */
      country?: string | undefined;
      /** Of all these messages. It cannot be changed afterwards. Default: transactional. */
      category?: "marketing" | "transactional" | undefined;
      /** Only count what would happen. Default: false. */
      dry_run?: boolean | undefined;
    };
    data: {
      rows: number;
      /** Schedules that are here now, paused. */
      moved: number;
      /** Moved before. */
      already: number;
      /** None of their runs is still to come. */
      past: number;
      /** Schedules that were left out. They are moved by a later call once the reason is gone. */
      unreadable: {
        reference: string;
        /** date, repeat, text, sender: cannot be read or used; recipients: none of its numbers is one; license: scheduling or recurrence is not licensed; gateway: there is none, or it cannot send this; media: a file cannot be sent. */
        reason: "date" | "repeat" | "text" | "sender" | "recipients" | "license" | "gateway" | "media";
      }[];
      recipients: {
        moved: number;
        duplicates: number;
        unreadable: number;
      };
      dry_run: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Pause a schedule.
   *
   * Nothing runs until it is resumed. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  pauseSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: Schemas["Schedule"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Resume a schedule.
   *
   * A recurring schedule continues with its next run. A one-time schedule whose time has passed is due immediately, and `if_late` decides. Needs a license.
   *
   * Needs `svc_sendsms`.
   */
  resumeSchedule: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: Schemas["Schedule"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "addon_required";
  };
  /**
   * Skip the next run.
   *
   * A one-time schedule then ends. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  skipNextRun: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
      /** Skip only this run, as `next_run` of the schedule showed it: a call that is repeated, or made by two people, then skips one. Default: whichever is next. */
      next_run?: string | undefined;
    };
    data: Schemas["Schedule"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "conflict";
  };
  /**
   * Run a schedule now.
   *
   * Sends its message once, in addition to its regular runs. A one-time schedule then ends. Needs a license.
   *
   * Needs `svc_sendsms`.
   */
  runScheduleNow: {
    kind: "data";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
    };
    data: {
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
      /** The message that this run created. */
      message_id: string;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "addon_required";
  };
  /**
   * List the runs of a schedule.
   *
   * The next five runs, and the results of past runs, latest first. Needs no license.
   *
   * Needs `svc_sendsms`.
   */
  listScheduleRuns: {
    kind: "page";
    input: {
      /** The `schedule_id` that sending returned, sch_… */
      id: string;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
    };
    data: {
      /** The next five runs; while paused, as if it were resumed now. */
      upcoming: string[];
      items: {
        /** When it was due. */
        run_at: string;
        /** When it ran or was skipped. */
        ran_at: string;
        /** sent: a message was created. */
        outcome: "sent" | "skipped" | "failed";
        /** late, by_request, restored; no_recipients, no_gateway, gateway_cannot. */
        reason: string | null;
        /** Earlier runs that were missed while the service was not running; they are not made up for. */
        missed: number;
        message_id: string | null;
        /** State of its message. */
        state: string | null;
      }[];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: {
      /** When it was due. */
      run_at: string;
      /** When it ran or was skipped. */
      ran_at: string;
      /** sent: a message was created. */
      outcome: "sent" | "skipped" | "failed";
      /** late, by_request, restored; no_recipients, no_gateway, gateway_cannot. */
      reason: string | null;
      /** Earlier runs that were missed while the service was not running; they are not made up for. */
      missed: number;
      message_id: string | null;
      /** State of its message. */
      state: string | null;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Subscribe a number.
   *
   * Adds a number to newsletter groups. With double opt-in, the number receives a code by SMS and joins the group once the code has been sent to /newsletter/verify. A number that replied STOP is refused, and nothing is sent to it. Codes are limited for each number, for numbers like it and for each country; premium and satellite numbers get none.
   *
   * Needs `svc_subscribers`.
   */
  subscribe: {
    kind: "data";
    input: {
      name: string;
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** Group id, or a list of them. Default: the first group. */
      group_id?: number | (readonly number[]) | undefined;
      /** The same as group_id. */
      group_ids?: number | (readonly number[]) | undefined;
      /** Up to 50 values by name: strings, numbers or booleans. */
      custom_fields?: Record<string, string | number | boolean> | undefined;
      /** The person's language, as a BCP 47 tag. */
      locale?: string | undefined;
      /** The person's time zone, by its IANA name. */
      time_zone?: string | undefined;
      /** Whether the owner of the number must confirm with a code. Default: as set for the group or the site. */
      double_opt_in?: boolean | undefined;
      /** Whether who becomes a member by this call gets the welcome message, if the settings have one. Default: true, except with the `consent_source` import. Whoever must confirm gets it after that. */
      welcome?: boolean | undefined;
      /** Where the person consented. Default: api, or wordpress for calls through the site. */
      consent_source?: "api" | "page" | "console" | "import" | "wordpress" | undefined;
      /** What the person agreed to, as it was shown. Stored in the consent ledger. */
      consent_text?: string | undefined;
      /** Version of that text. */
      consent_version?: string | undefined;
      /** Language of that text. */
      consent_language?: string | undefined;
      /** Address of the person who subscribes: kept with the consent instead of the caller's, and limited like the number. */
      client_ip?: string | undefined;
    };
    data: {
      subscriber: Schemas["Subscriber"];
      state: "pending" | "active";
      already: boolean;
      code_sent?: boolean;
      /** Seconds until another code can be requested. */
      resend_after?: number;
      sandbox?: boolean;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_in_this_state" | "no_gateway" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Confirm a subscription with its code.
   *
   * A code is valid for 15 minutes and 5 attempts; a newer one replaces it. A wrong code, an unknown number, an expired code and too many attempts get the same response.
   *
   * Needs `svc_subscribers`.
   */
  verifySubscription: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** The code from the SMS. */
      activation: string;
      /** Accepted for compatibility; not compared. */
      name?: string | undefined;
      /** Confirm only these groups. Default: all pending ones. */
      group_id?: readonly number[] | undefined;
      /** The same as group_id. */
      group_ids?: readonly number[] | undefined;
    };
    data: {
      subscriber: Schemas["Subscriber"];
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "verification_failed" | "not_in_this_state";
  };
  /**
   * Unsubscribe a number.
   *
   * Removes a number from the given groups, or from all. A number that has already left gets 200 and a message that says so; a number that never subscribed is 404.
   *
   * Needs `svc_subscribers`.
   */
  unsubscribe: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** Accepted for compatibility; not compared. */
      name?: string | undefined;
      /** Leave only these groups. Default: leave all of them. */
      group_id?: readonly number[] | undefined;
      /** The same as group_id. */
      group_ids?: readonly number[] | undefined;
    };
    data: {
      groups_left: {
        id: number;
        name: string;
      }[];
      already: boolean;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Send a code to a number.
   *
   * Sends a code that proves, when it comes back through `POST /otp/check`, that somebody reads messages at the number. Asked again while the code is in its first period of validity, the same code is sent again, valid for another period; attempts that were used stay used. No reply, event or log contains the code.
   *
   * Needs `svc_sendsms`.
   */
  sendOneTimePassword: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      number: string;
      /** Digits of the code. Default: 6. */
      length?: number | undefined;
      /** Seconds for which the code is valid. Default: 300. */
      expires_in?: number | undefined;
      /** What the code is for, such as `sign-in`: a code for one purpose is wrong for another. Default: none. */
      purpose?: string | undefined;
      /** Language of the text, from the template or the settings. Default: the person's, or the site's. */
      locale?: string | undefined;
      /** Text instead of the one in the settings. {{code}} is replaced by the code, {{sender}} by the sender's name and {{minutes}} by the minutes for which it is valid. */
      message?: string | undefined;
      /** A template of category otp instead of `message`, with the same variables. */
      template_id?: number | undefined;
      /** Host of the page on which the code is typed: browsers then offer it there, and nowhere else. */
      domain?: string | undefined;
      /** Hash of the Android app that reads the message. The whole text then has at most 140 bytes. */
      app_hash?: string | undefined;
      /** Sender id. Default: the configured one. */
      sender?: string | undefined;
      /** Address of the person who asks for the code: it is limited, too. */
      client_ip?: string | undefined;
    };
    data: {
      id: string;
      expires_at: string;
      /** Seconds until the number can get another message. */
      resend_after: number;
      /** The code that was sent before was sent again. */
      resent: boolean;
      sandbox: boolean;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_in_this_state" | "no_gateway" | "gateway_cannot" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Check a code.
   *
   * The right code is accepted once. A wrong code, an unknown number, another caller's code, an expired or used code and too many attempts get the same response.
   *
   * Needs `svc_sendsms`.
   */
  checkOneTimePassword: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      number?: string | undefined;
      /** Id from the reply to `POST /otp`, instead of `number` and `purpose`. */
      id?: string | undefined;
      /** What the code is for, such as `sign-in`: a code for one purpose is wrong for another. Default: none. */
      purpose?: string | undefined;
      /** The code as it was typed. 5 attempts are possible. */
      code: string;
    };
    data: {
      id: string;
      verified: true;
      verified_at: string;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "verification_failed";
  };
  /**
   * The log of sent messages, one entry per recipient.
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
      /** Part of the text, the sender or the number. Searches newest first for at most one second: if `search_incomplete` is true, `next_cursor` continues where it stopped. The texts of one-time passwords are not searched. */
      search?: string | undefined;
      /** success (sent, delivered), failed (failed, undelivered, expired, canceled, suppressed), pending (the rest), all, or an exact state; `state` takes several. */
      status?: "all" | "success" | "failed" | "pending" | "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "unknown" | "suppressed" | "expired" | "canceled" | undefined;
      /** Entries in one of these exact states: `failed` is the state alone here. With `status`, entries that match both. */
      state?: "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled" | (readonly ("queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled")[]) | undefined;
      /** Entries of this message: msg_… */
      message_id?: string | undefined;
      /** Entries that this gateway accepted or refused. */
      gateway?: string | undefined;
      /** Entries of messages of this category. Reads newest first for at most one second, like `search`. */
      category?: "marketing" | "transactional" | "otp" | undefined;
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
    data: {
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
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
      /** Part of the text, the sender or the number. Searches newest first for at most one second: if `search_incomplete` is true, `next_cursor` continues where it stopped. The texts of one-time passwords are not searched. */
      search?: string | undefined;
      /** success (sent, delivered), failed (failed, undelivered, expired, canceled, suppressed), pending (the rest), all, or an exact state; `state` takes several. */
      status?: "all" | "success" | "failed" | "pending" | "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "unknown" | "suppressed" | "expired" | "canceled" | undefined;
      /** Entries in one of these exact states: `failed` is the state alone here. With `status`, entries that match both. */
      state?: "queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled" | (readonly ("queued" | "held" | "sending" | "sent" | "delivered" | "undelivered" | "failed" | "unknown" | "suppressed" | "expired" | "canceled")[]) | undefined;
      /** Entries of this message: msg_… */
      message_id?: string | undefined;
      /** Entries that this gateway accepted or refused. */
      gateway?: string | undefined;
      /** Entries of messages of this category. Reads newest first for at most one second, like `search`. */
      category?: "marketing" | "transactional" | "otp" | undefined;
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
    data: {
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
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: Schemas["OutboxEntry"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Resend an entry.
   *
   * Sends the same content to the same person as a new message, for entries that are failed, undelivered, expired, canceled, unknown. All rules of sending apply to it: suppressions, consent, quiet hours, caps, spending. An entry can be resent once, and a one-time password never. Needs svc_sendsms, too.
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
    };
    data: {
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
      invalid_numbers: Schemas["Detail"][];
      segments: number;
      encoding: "gsm7" | "ucs2";
      category: "marketing" | "transactional" | "otp";
      gateway: string | null;
      sandbox: boolean;
      balance: number | null;
      balance_checked_at: string | null;
      warnings?: string[];
      resend_of: {
        /** The other entry. */
        id: number;
        message_id: string;
      };
      /** The new entry. */
      id: number;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "no_recipients" | "gateway_cannot" | "no_gateway" | "spend_cap_reached" | "insufficient_credit" | "consent_required";
  };
  /**
   * A gateway's balance, read from its provider.
   *
   * Read live with a timeout of 5 seconds, then cached for 5 seconds.
   *
   * Needs `svc_setting`.
   */
  getCredit: {
    kind: "data";
    input: {
      /** Name of the gateway. Default: the first one that reports its credit. */
      gateway?: string | undefined;
    };
    data: {
      /** Decimal, as written by the provider. */
      credit: string | null;
      /** A currency, or "messages". */
      unit: string | null;
      currency: string | null;
      gateway: string;
      checked_at: string | null;
      /** true only together with the error gateway_unreachable. */
      stale: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found" | "no_gateway" | "gateway_unreachable";
  };
  /**
   * Read statistics.
   *
   * Counts, rates and latencies by hour or day, and by gateway, country or category. Every delivery counts in the hour in which its message was accepted: a receipt that arrives a day later changes that hour. Deliveries of a schedule count in the hour in which it is due. Read from roll-ups, which are a few seconds old; entries removed from the log stay counted. Requires any one of the capabilities.
   */
  getStats: {
    kind: "data";
    input: {
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339). It is moved back to the beginning of its hour or day. Default: 24 hours or 30 days before the end. */
      date_from?: string | undefined;
      /** Last day or instant, inclusive, moved to the end of its hour or day. Default: now. */
      date_to?: string | undefined;
      /** Default: day. Hours are kept for 90 days, days as long as the database. */
      interval?: "hour" | "day" | undefined;
      /** Divides each figure. The 20 largest parts are listed, and one group sums up the others. */
      group_by?: "gateway" | "country" | "category" | undefined;
    };
    data: {
      from: string;
      to: string;
      interval: "hour" | "day";
      group_by: "gateway" | "country" | "category" | null;
      /** In the order of time; hours and days without anything are absent. */
      series: Schemas["StatPoint"][];
      totals: Schemas["StatFigures"];
      /** The range of the same length before it. */
      previous: {
        from: string;
        to: string;
        totals: Schemas["StatFigures"];
      };
      groups: {
        /** A gateway, a country (DE), or a category (marketing, transactional, otp); null: none, or see `others`. */
        part: string | null;
        /** How many parts this group sums up; 0: it is one part. */
        others: number;
        totals: Schemas["StatFigures"];
        series: {
          starts_at: string;
          counts: Schemas["StatCounts"];
        }[];
      }[];
      /** Rates above these should be looked into. */
      lines: {
        errors: number;
        opt_outs: number;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read the statistics of a message.
   *
   * One message by gateway and by country, with its most common failure reasons, and when its texts left. Of a message with more than 1,000 recipients, or to a group, the figures are a few seconds old.
   *
   * Needs `svc_sendsms`.
   */
  getMessageStats: {
    kind: "data";
    input: {
      /** The `message_id` that sending returned, msg_… */
      id: string;
    };
    data: {
      message_id: string;
      state: "resolving" | "running" | "paused" | "completed" | "canceled" | "failed";
      /** The most used first. */
      gateways: {
        /** A gateway or a country; null: none, see `accepted`. */
        part: string | null;
        counts: {
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
        };
      }[];
      /** By phone number, the most frequent first. */
      countries: {
        /** A gateway or a country; null: none, see `accepted`. */
        part: string | null;
        counts: {
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
        };
      }[];
      /** As in GET /messages/{id}. */
      deliveries: Record<string, number>;
      /** Why deliveries failed, the 20 most common. `reason` is a code of ours or of the provider. */
      reasons: {
        reason: string;
        count: number;
        /** What it means, in the words of GET /outbox/{id}. */
        text: string;
        /** What to do; null: nothing is to be done. */
        remedy: string | null;
      }[];
      /** How many more reasons there are. */
      other_reasons: number;
      /** How many texts left for a gateway in each interval; intervals without any are absent. From 10 seconds on, as long as it takes for at most 120 of them until its end, or until now. */
      departures: {
        interval_seconds: number;
        series: {
          starts_at: string;
          count: number;
        }[];
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Read the state of the service.
   *
   * The age of the queue, the health of gateways and webhooks, how long the credit lasts, the next schedules, and the checks of /readyz.
   *
   * Needs `svc_setting`.
   */
  getStatus: {
    kind: "data";
    input: Record<string, never>;
    data: Schemas["Status"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * List alerts.
   *
   * What needs an operator: open alerts first, then those that have ended, newest first. An alert is kept for a year after its end.
   *
   * Needs `svc_setting`.
   */
  listAlerts: {
    kind: "page";
    input: {
      /** Only open alerts, or only those that have ended. Default: both, open ones first. */
      state?: "open" | "ended" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Alert"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Alert"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Acknowledge an alert.
   *
   * Records who knows of it, and when; the console no longer shows it above everything. It stays open until its condition ends, and its end is sent. Whoever acknowledged it first stays.
   *
   * Needs `svc_setting`.
   */
  acknowledgeAlert: {
    kind: "data";
    input: {
      /** alt_… */
      id: string;
    };
    data: Schemas["Alert"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Send a test to the recipients of alerts.
   *
   * Sends a mail to every address and a text to every number in the settings, also while alerts are quiet, and reports each result. `ok`: the mail server or the queue accepted it. At most 20 tests an hour, with the texts of tests of gateways.
   *
   * Needs `svc_setting`.
   */
  testAlerts: {
    kind: "data";
    input: Record<string, never>;
    data: {
      results: {
        channel: "email" | "sms";
        recipient: string;
        ok: boolean;
        /** What happened, as a sentence. */
        text: string;
      }[];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Watch what changes.
   *
   * Server-sent events. `ready` comes first and names the topics; `changed` says that a topic should be read again, and contains no personal data; `progress` is that of the 20 newest running messages, at most once a second each, and once more after their end; `job` is a job that changed, as GET /jobs/{id} returns it; `reset` asks to read everything again. A comment comes every 15 seconds. A reader that reopens the stream with the header Last-Event-ID, on any node, is told what it missed. The stream closes after 15 minutes, so that credentials are checked again, and within seconds when the session or application password ends or the user loses a capability (users of a connected platform: after 15 minutes). Requires any one of the capabilities; topics require the capability of their routes, and others are left out.
   */
  streamEvents: {
    kind: "events";
    input: {
      /** A list with commas of messages, outbox, inbox, jobs, schedules, gateways, sandbox, webhooks, settings, subscribers, status, alerts. Default: all that the caller may see. */
      topics?: string | undefined;
    };
    data: {
      topics: ("messages" | "outbox" | "inbox" | "jobs" | "schedules" | "gateways" | "sandbox" | "webhooks" | "settings" | "subscribers" | "status" | "alerts")[];
      left_out: {
        topic: "messages" | "outbox" | "inbox" | "jobs" | "schedules" | "gateways" | "sandbox" | "webhooks" | "settings" | "subscribers" | "status" | "alerts";
        needs: "svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users";
      }[];
    } | {
      topic: "messages" | "outbox" | "inbox" | "jobs" | "schedules" | "gateways" | "sandbox" | "webhooks" | "settings" | "subscribers" | "status" | "alerts";
      at: string;
    } | {
      message_id: string;
      progress: {
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
    } | {
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
    } | {
      reason: "too_old" | "slow";
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "too_many_streams";
  };
  /**
   * Messages received from people, newest first.
   *
   * Needs `svc_inbox`.
   */
  listInbox: {
    kind: "page";
    input: {
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Exactly this sender: a number in any format, or a name as reported by the provider. */
      sender?: string | undefined;
      /** Only messages received through this gateway. */
      gateway?: string | undefined;
      /** Only messages recognized as this keyword. */
      keyword?: "stop" | "start" | "help" | "yes" | "maybe_opt_out" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["InboxItem"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["InboxItem"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * List threads.
   *
   * One thread for each number that wrote, the newest first, with what is unread in it.
   *
   * Needs `svc_inbox`.
   */
  listInboxThreads: {
    kind: "page";
    input: {
      /** true: only threads with something unread. */
      unread?: boolean | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["InboxThread"][];
      /** Threads with something unread; 1000 at most. */
      unread_threads: number;
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["InboxThread"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read a thread.
   *
   * What was received from a number and sent to it, newest first. What was sent is shown to callers with svc_outbox. Answer with `POST /send`.
   *
   * Needs `svc_inbox`.
   */
  getInboxThread: {
    kind: "page";
    input: {
      /** A number in any format (a plus sign is %2B in a path), or a sender's name as the provider reports it. */
      number: string;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      number: string;
      unread: number;
      suppressed: boolean;
      items: Schemas["InboxThreadItem"][];
      /** true: the caller lacks svc_outbox, so messages that were sent to the number are not shown. */
      sent_hidden: boolean;
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["InboxThreadItem"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Mark a thread as read.
   *
   * For all users. With `up_to`, a message that arrived while the thread was being read stays unread.
   *
   * Needs `svc_inbox`.
   */
  markInboxThreadRead: {
    kind: "data";
    input: {
      /** A number in any format (a plus sign is %2B in a path), or a sender's name as the provider reports it. */
      number: string;
      /** The id of the last message that was read. Default: the newest. */
      up_to?: number | undefined;
    };
    data: {
      number: string;
      unread: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Show which gateway would send to a number.
   *
   * Based on the routing rules and the current state of the gateways. Nothing is sent, and no gateway is contacted.
   *
   * Needs `svc_setting`.
   */
  explainRoute: {
    kind: "data";
    input: {
      /** The recipient's number. */
      to: string;
      /** Default: transactional. */
      category?: "marketing" | "transactional" | "otp" | undefined;
      /** A proposed routing, as for PUT /gateways/routing, instead of the present one. */
      routing?: string | undefined;
    };
    data: {
      to: string;
      category: "marketing" | "transactional" | "otp";
      /** The gateway that would send it now, or would most likely send it. */
      gateway: string;
      reason: string;
      country: string | null;
      /** The rules that match, as configured. */
      rules: string[];
      /** More than one if weights decide. */
      routes: {
        route: string;
        chance: number;
      }[];
      candidates: {
        gateway: string;
        share: number;
        /** up; degraded: requests fail or time out, so other gateways take over its deliveries, or it is recovering; paused: nothing is sent through it, on any node; open: the same, because too many responses left the outcome unknown; disabled: a stored gateway that is switched off. */
        state: "up" | "degraded" | "paused" | "open" | "disabled";
      }[];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "no_gateway";
  };
  /**
   * List the adapters with their settings.
   *
   * What POST /gateways accepts: one adapter for each provider, with the settings that a form asks for.
   *
   * Needs `svc_setting`.
   */
  listGatewayKinds: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["GatewayKind"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["GatewayKind"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Show how the default route uses the gateways.
   *
   * Needs `svc_setting`.
   */
  getRouting: {
    kind: "data";
    input: Record<string, never>;
    data: Schemas["GatewayRouting"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Set how the default route uses the gateways.
   *
   * Deliveries that wait follow the new routing within seconds. GET /gateways/route with `routing` shows beforehand which gateway would send to a number.
   *
   * Needs `svc_setting`.
   */
  setRouting: {
    kind: "data";
    input: {
      /** null: the default route follows from the gateways and their order. */
      routing: string | null;
      /** The version that the change is based on: if there is a newer one, the call is 409 `conflict`. */
      version?: number | undefined;
    };
    data: Schemas["GatewayRouting"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "conflict";
  };
  /**
   * List the gateways.
   *
   * The abilities and the state of each gateway. Pauses and counters cover all nodes; `degraded` is what the responding node has seen itself.
   *
   * Needs `svc_setting`.
   */
  listGateways: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Gateway"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Stored gateways that the responding node cannot use. */
      unusable: {
        name: string;
        reason: string;
      }[];
      /** What is waiting for gateways that are not in use (any longer), or for the default route (`default`) if no gateway of it is: see POST /gateways/{name}/reroute. At most a few thousand chunks of each are counted. */
      stranded: {
        gateway: string;
        texts: number;
      }[];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Gateway"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Add a gateway.
   *
   * It is stored, with its secrets sealed, and every node uses it within a second. Its addresses must be public: see TIDINGS_OUTBOUND_ALLOW. There may be 100, with those removed in the last week. Test it first with POST /gateways/test.
   *
   * Needs `svc_setting`.
   */
  createGateway: {
    kind: "data";
    input: {
      /** Its name in the log, in calls and in the routing. */
      name: string;
      /** The adapter: see GET /gateways/kinds. */
      kind: string;
      /** Settings of the adapter by name, secrets included. */
      settings: Record<string, string | number | boolean | (readonly string[]) | null>;
      /** Default true. */
      enabled?: boolean | undefined;
      /** Whether it is a member of the default route while no routing is stored. Default true. With false it sends only what names it, such as a test. */
      in_default_route?: boolean | undefined;
      /** Its place in the order of the stored gateways, from 0. Default: the end. */
      position?: number | undefined;
    };
    data: Schemas["StoredGateway"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a gateway.
   *
   * Needs `svc_setting`.
   */
  getGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
    };
    data: Schemas["Gateway"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a gateway.
   *
   * Only what is given changes. Deliveries in flight finish with the settings that they left with; every node claims with the new ones within a second.
   *
   * Needs `svc_setting`.
   */
  updateGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** Settings that get new values; the others, secrets included, keep theirs. null removes one. If the gateway is to connect to another place, its secrets are required again. */
      settings?: Record<string, string | number | boolean | (readonly string[]) | null> | undefined;
      /** false: nothing is sent through it, and its queue waits. Receipts are still received. */
      enabled?: boolean | undefined;
      /** Whether it is a member of the default route. */
      in_default_route?: boolean | undefined;
      /** Its place in the order of the stored gateways, from 0. Default: the end. */
      position?: number | undefined;
      /** The version that the change is based on: if there is a newer one, the call is 409 `conflict`. */
      version?: number | undefined;
    };
    data: Schemas["StoredGateway"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict" | "not_in_this_state";
  };
  /**
   * Remove a gateway.
   *
   * No node sends through it any more. What waits for it by name stays until it is rerouted or expires: see POST /gateways/{name}/reroute. Receipts are received for seven days.
   *
   * Needs `svc_setting`.
   */
  deleteGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** The version that the change is based on: if there is a newer one, the call is 409 `conflict`. */
      version?: number | undefined;
    };
    data: {
      name: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict" | "not_in_this_state";
  };
  /**
   * Test settings before they are stored.
   *
   * Checks the settings and their addresses, and reads the credit with them, which shows whether the credentials are right. Nothing is sent and nothing is stored. For a test with a real message, store the gateway with `in_default_route` false and use POST /gateways/{name}/test. At most 60 an hour for each caller and node.
   *
   * Needs `svc_setting`.
   */
  testGatewaySettings: {
    kind: "data";
    input: {
      /** The adapter. Default: that of `name`. */
      kind?: string | undefined;
      /** A stored gateway whose settings count where `settings` names none, secrets included. */
      name?: string | undefined;
      settings: Record<string, string | number | boolean | (readonly string[]) | null>;
    };
    data: {
      ok: boolean;
      steps: {
        step: "settings" | "address" | "credit";
        ok: boolean;
        text: string;
      }[];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Pause a gateway.
   *
   * Within a second no node starts a call to it, until it is resumed. Calls in progress end. Other gateways of its routes take what they can; the rest waits.
   *
   * Needs `svc_setting`.
   */
  pauseGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** For others to read. */
      reason?: string | undefined;
    };
    data: {
      name: string;
      paused: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Resume a gateway.
   *
   * Ends a pause, whoever began it: what waits for the gateway is sent within seconds. If the provider's reason still exists, the pause begins again.
   *
   * Needs `svc_setting`.
   */
  resumeGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
    };
    data: {
      name: string;
      paused: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Test a gateway.
   *
   * Reads its credit, which shows whether the credentials are right, and sends nothing. With `to` one real text takes the way of all texts. At most 20 texts an hour, with the tests of alerts.
   *
   * Needs `svc_setting`.
   */
  testGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** Sends one real message to this number. */
      to?: string | undefined;
      /** Seconds after which the message is no longer sent. Default 60. */
      valid_for?: number | undefined;
    };
    data: {
      gateway: string;
      ok: boolean;
      steps: {
        step: "settings" | "pause" | "credit" | "text";
        ok: boolean;
        text: string;
      }[];
      /** The message that was accepted: GET /outbox?message_id= shows its result. */
      message_id: string | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "no_recipients";
  };
  /**
   * Reroute the deliveries of a removed gateway.
   *
   * For a gateway that was removed from the configuration while deliveries were waiting for it by name, and for the default route (`default`) while no gateway of it can be used. Deliveries that it may already have accepted stay, and so do those that the new route cannot send.
   *
   * Needs `svc_setting`.
   */
  rerouteGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** A configured gateway. Default: the default route. Needed if that is a sandbox, or what is rerouted. */
      to?: string | undefined;
    };
    data: {
      gateway: string;
      /** Deliveries that were rerouted. */
      moved: number;
      /** Deliveries that were not: those that the gateway may already have accepted, which only it may retry, and those that the new route cannot send. */
      stayed: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "no_gateway";
  };
  /**
   * Send events to a URL.
   *
   * Adds the types to the endpoint with this URL, which is created if it does not exist; repeating the call changes nothing. The response to the first call contains the signing secret, which is shown only once.
   *
   * Needs `svc_setting`.
   */
  registerWebhook: {
    kind: "data";
    input: {
      /** The URL that events are sent to; https. */
      webhook_url: string;
      /** One type, a list, or types separated by commas. */
      type: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test" | (readonly ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[]);
    };
    data: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      webhook_url: string;
      type: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      /** Signing secret (Standard Webhooks). Shown only once. */
      secret?: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * List the URLs that events are sent to.
   *
   * Needs `svc_setting`.
   */
  listRegisteredWebhooks: {
    kind: "page";
    input: {
      /** Only the endpoint with this URL. */
      webhook_url?: string | undefined;
      /** Only endpoints that receive one of these types. */
      type?: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test" | (readonly ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[]) | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: {
        id: string;
        enabled: boolean;
        disabled_reason: "gone" | "failing" | "switched_off" | null;
        failing_since: string | null;
        created_at: string;
        webhook_url: string;
        type: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      }[];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      webhook_url: string;
      type: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Stop sending events to a URL.
   *
   * With `type`, only these types are removed; without it, the whole endpoint. A URL without an endpoint is not an error.
   *
   * Needs `svc_setting`.
   */
  unregisterWebhook: {
    kind: "data";
    input: {
      /** The endpoint's URL. */
      webhook_url: string;
      /** Only these types. Default: the whole endpoint. */
      type?: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test" | (readonly ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[]) | undefined;
    };
    data: {
      webhook_url: string;
      /** The types still sent there. */
      type: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * List webhooks.
   *
   * Needs `svc_setting`.
   */
  listWebhooks: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: {
        id: string;
        enabled: boolean;
        disabled_reason: "gone" | "failing" | "switched_off" | null;
        failing_since: string | null;
        created_at: string;
        url: string;
        types: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
        old_secret_until: string | null;
      }[];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      url: string;
      types: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      old_secret_until: string | null;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a webhook.
   *
   * Needs `svc_setting`.
   */
  createWebhook: {
    kind: "data";
    input: {
      url: string;
      types: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test" | (readonly ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[]);
    };
    data: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      url: string;
      types: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      old_secret_until: string | null;
      /** Signing secret (Standard Webhooks). Shown only once. */
      secret?: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Read a webhook.
   *
   * Needs `svc_setting`.
   */
  getWebhook: {
    kind: "data";
    input: {
      id: string;
    };
    data: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      url: string;
      types: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      old_secret_until: string | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change, enable or disable a webhook.
   *
   * Needs `svc_setting`.
   */
  updateWebhook: {
    kind: "data";
    input: {
      id: string;
      url?: string | undefined;
      types?: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test" | (readonly ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[]) | undefined;
      /** true resumes deliveries that were left waiting. */
      enabled?: boolean | undefined;
    };
    data: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      url: string;
      types: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      old_secret_until: string | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a webhook.
   *
   * Its waiting deliveries and their log are deleted with it.
   *
   * Needs `svc_setting`.
   */
  deleteWebhook: {
    kind: "data";
    input: {
      id: string;
    };
    data: {
      id: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Rotate a webhook's secret.
   *
   * For a while, events are signed with both secrets, so that a receiver can switch without losing an event.
   *
   * Needs `svc_setting`.
   */
  rotateWebhookSecret: {
    kind: "data";
    input: {
      id: string;
      /** Hours during which events are also signed with the old secret; 0 retires it immediately. Default 24. */
      overlap_hours?: number | undefined;
    };
    data: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      url: string;
      types: ("new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test")[];
      old_secret_until: string | null;
      /** Signing secret (Standard Webhooks). Shown only once. */
      secret?: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Send a test event.
   *
   * Sends webhook.test to this endpoint only, whatever its types. Its deliveries show the result.
   *
   * Needs `svc_setting`.
   */
  testWebhook: {
    kind: "data";
    input: {
      id: string;
    };
    data: {
      id: string;
      webhook_id: string;
      type: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test";
      state: "pending" | "delivered" | "failed";
      attempts: number;
      last_status: number | null;
      last_error: string | null;
      created_at: string;
      delivered_at: string | null;
      next_try_at: string | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List the deliveries of a webhook.
   *
   * Newest first.
   *
   * Needs `svc_setting`.
   */
  listWebhookDeliveries: {
    kind: "page";
    input: {
      id: string;
      state?: "pending" | "delivered" | "failed" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: {
        id: string;
        webhook_id: string;
        type: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test";
        state: "pending" | "delivered" | "failed";
        attempts: number;
        last_status: number | null;
        last_error: string | null;
        created_at: string;
        delivered_at: string | null;
        next_try_at: string | null;
      }[];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: {
      id: string;
      webhook_id: string;
      type: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test";
      state: "pending" | "delivered" | "failed";
      attempts: number;
      last_status: number | null;
      last_error: string | null;
      created_at: string;
      delivered_at: string | null;
      next_try_at: string | null;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Read a webhook delivery.
   *
   * Includes the payload that every attempt sends, and the headers of the last one.
   *
   * Needs `svc_setting`.
   */
  getWebhookDelivery: {
    kind: "data";
    input: {
      id: string;
    };
    data: {
      id: string;
      webhook_id: string;
      type: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test";
      state: "pending" | "delivered" | "failed";
      attempts: number;
      last_status: number | null;
      last_error: string | null;
      created_at: string;
      delivered_at: string | null;
      next_try_at: string | null;
      /** The webhook-id header of every attempt. */
      webhook_event_id: string | null;
      /** null if the event is no longer kept. */
      payload: Record<string, unknown> | null;
      /** The payload, byte for byte as every attempt sends it. null if the event is no longer kept. */
      body: string | null;
      /** The headers of the last attempt, with its signature. null: it has not been called yet, or the event is no longer kept, or something was deleted from it. If the message was removed from the log since, `body` lacks its text, and the signature does not match it. */
      last_headers: Record<string, string> | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Send an event again.
   *
   * Sends the same event with the same webhook-id and a new set of attempts.
   *
   * Needs `svc_setting`.
   */
  replayWebhookDelivery: {
    kind: "data";
    input: {
      id: string;
    };
    data: {
      id: string;
      webhook_id: string;
      type: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test";
      state: "pending" | "delivered" | "failed";
      attempts: number;
      last_status: number | null;
      last_error: string | null;
      created_at: string;
      delivered_at: string | null;
      next_try_at: string | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * What the phones behind the sandbox gateway received, newest first.
   *
   * Shows messages as a phone would, including one-time passwords: none of them ever left the machine.
   *
   * Needs `svc_setting`.
   */
  listSandboxMessages: {
    kind: "page";
    input: {
      /** Only messages to this number. */
      to?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["SandboxMessage"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["SandboxMessage"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Answer as a phone behind the sandbox gateway.
   *
   * The message takes the way of a real one that a provider reports: STOP, START or a question has the effect that it has there. Only START differs: it lifts what a reply in the sandbox set, and no opt-out of a real person. A STOP ends the memberships of whoever has the number, so this needs svc_subscribers, too.
   *
   * Needs `svc_setting`.
   */
  replyAsSandboxPhone: {
    kind: "data";
    input: {
      /** The number of the phone. */
      from: string;
      /** What the person writes. */
      text: string;
      /** Name of the sandbox gateway. Default: the first. */
      gateway?: string | undefined;
    };
    data: {
      /** The provider's id of the reply. */
      id: string;
      from: string;
      text: string;
      gateway: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List groups.
   *
   * Needs `svc_subscribers`.
   */
  listGroups: {
    kind: "page";
    input: {
      /** Part of the name. */
      search?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Group"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
        total: number;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Group"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a group.
   *
   * Needs `svc_subscribers`.
   */
  createGroup: {
    kind: "data";
    input: {
      name: string;
      /** Whether new members must send back a code; "site": as the site says. */
      double_opt_in?: boolean | "site" | undefined;
      /** Text of the message with the activation code, by language, in place of the site's (`newsletter.code_texts` in the settings). Replaced as a whole. */
      code_texts?: Record<string, string> | undefined;
      /** The message to a new member, by language, in place of the site's (`newsletter.welcome_texts` in the settings). Replaced as a whole. */
      welcome_texts?: Record<string, string> | undefined;
    };
    data: Schemas["Group"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a group.
   *
   * Needs `svc_subscribers`.
   */
  getGroup: {
    kind: "data";
    input: {
      /** Id of the group. */
      id: number;
    };
    data: Schemas["Group"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a group.
   *
   * Only the parameters given are changed.
   *
   * Needs `svc_subscribers`.
   */
  updateGroup: {
    kind: "data";
    input: {
      /** Id of the group. */
      id: number;
      name?: string | undefined;
      /** Whether new members must send back a code; "site": as the site says. */
      double_opt_in?: boolean | "site" | undefined;
      /** Text of the message with the activation code, by language, in place of the site's (`newsletter.code_texts` in the settings). Replaced as a whole. */
      code_texts?: Record<string, string> | undefined;
      /** The message to a new member, by language, in place of the site's (`newsletter.welcome_texts` in the settings). Replaced as a whole. */
      welcome_texts?: Record<string, string> | undefined;
    };
    data: Schemas["Group"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a group.
   *
   * A group with members is deleted only with `force`; its members then leave it. The last group cannot be deleted: it is the one that people join by default.
   *
   * Needs `svc_subscribers`.
   */
  deleteGroup: {
    kind: "data";
    input: {
      /** Id of the group. */
      id: number;
      /** Delete the group even if it has members, and remove them from it. */
      force?: boolean | undefined;
    };
    data: {
      deleted: true;
      id: number;
      members: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * List subscribers.
   *
   * Needs `svc_subscribers`.
   */
  listSubscribers: {
    kind: "page";
    input: {
      /** Part of the name or the number; with its country, `+49…`, the beginning of the number. */
      search?: string | undefined;
      /** Only members of this group; `state` is then their state in it. */
      group_id?: number | undefined;
      /** active: in a group; bounced: in a group, but the number cannot be reached; pending: in no group and waiting for a code; left: neither, the person unsubscribed from all. present (default): all who have not left; inactive: all who are not active. */
      state?: "active" | "pending" | "left" | "bounced" | "present" | "inactive" | "all" | undefined;
      /** Only numbers that begin with this country's code. */
      country?: string | undefined;
      /** Who is meant: people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
        any?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
      } | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
      /** Default: id. In any other order, a list ends at 10,000 people, and anyone who joins or leaves meanwhile may shift others across a page boundary. */
      orderby?: "id" | "name" | "mobile" | "created_at" | undefined;
      /** Default: desc. */
      order?: "asc" | "desc" | undefined;
    };
    data: {
      items: Schemas["SubscriberState"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
        /** Exact to 10000. */
        total: number;
        total_capped: boolean;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["SubscriberState"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "use_cursor";
  };
  /**
   * Add a subscriber.
   *
   * Like POST /newsletter, with the same opt-in rules; a number that already belongs to all the groups is a conflict.
   *
   * Needs `svc_subscribers`.
   */
  createSubscriber: {
    kind: "data";
    input: {
      name: string;
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** Group id, or a list of them. Default: the first group. */
      group_id?: number | (readonly number[]) | undefined;
      /** The same as group_id. */
      group_ids?: number | (readonly number[]) | undefined;
      /** Up to 50 values by name: strings, numbers or booleans. */
      custom_fields?: Record<string, string | number | boolean> | undefined;
      /** The person's language, as a BCP 47 tag. */
      locale?: string | undefined;
      /** The person's time zone, by its IANA name. */
      time_zone?: string | undefined;
      /** Whether the owner of the number must confirm with a code. Default: as set for the group or the site. */
      double_opt_in?: boolean | undefined;
      /** Whether who becomes a member by this call gets the welcome message, if the settings have one. Default: true, except with the `consent_source` import. Whoever must confirm gets it after that. */
      welcome?: boolean | undefined;
      /** Where the person consented. Default: api, or wordpress for calls through the site. */
      consent_source?: "api" | "page" | "console" | "import" | "wordpress" | undefined;
      /** What the person agreed to, as it was shown. Stored in the consent ledger. */
      consent_text?: string | undefined;
      /** Version of that text. */
      consent_version?: string | undefined;
      /** Language of that text. */
      consent_language?: string | undefined;
      /** Address of the person who subscribes: kept with the consent instead of the caller's, and limited like the number. */
      client_ip?: string | undefined;
    };
    data: Schemas["SubscriberState"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict" | "not_in_this_state" | "no_gateway" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Change many subscribers.
   *
   * Starts a job that does one thing with everybody who matches a filter, or who is named by id. Consents, events and webhooks are written for each person as by the same action on one. `add_to_group` brings back nobody who has left the group or all groups, or who opted out; they count as unchanged.
   *
   * Needs `svc_subscribers`.
   */
  bulkSubscribers: {
    kind: "data";
    input: {
      /** What to do with each of them. */
      action: "add_to_group" | "remove_from_group" | "unsubscribe" | "delete" | "set_field" | "reactivate";
      /** Who is meant: people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
        any?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
      } | undefined;
      /** Ids of subscribers, instead of a filter. */
      ids?: number | (readonly number[]) | undefined;
      /** Of `add_to_group` and `remove_from_group`. */
      group_id?: number | undefined;
      /** Of `add_to_group`: false if these people have agreed already. A bulk action sends no codes, so it is refused where codes are required. */
      double_opt_in?: boolean | undefined;
      /** Of `set_field`: the key in `custom_fields`. */
      field?: string | undefined;
      /** Of `set_field`: its value; null removes it. */
      value?: string | number | boolean | null | undefined;
    };
    data: Schemas["Job"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_in_this_state";
  };
  /**
   * Export subscribers as a CSV file.
   *
   * All subscribers that match, by id, with their custom fields as a JSON object. `groups` has the names of their groups, separated by commas; `pending_groups` those among them that still have to be confirmed, `left_groups` those they left. An import reads the file again. It is read page by page: everyone who matches from its beginning to its end is in it once; a change meanwhile may be in it or not. A response that breaks off is incomplete. Texts that a spreadsheet program would take for formulas begin with an apostrophe.
   *
   * Needs `svc_subscribers`.
   */
  exportSubscribers: {
    kind: "file";
    input: {
      /** Part of the name or the number; with its country, `+49…`, the beginning of the number. */
      search?: string | undefined;
      /** Only members of this group; `state` is then their state in it. */
      group_id?: number | undefined;
      /** active: in a group; bounced: in a group, but the number cannot be reached; pending: in no group and waiting for a code; left: neither, the person unsubscribed from all. present (default): all who have not left; inactive: all who are not active. */
      state?: "active" | "pending" | "left" | "bounced" | "present" | "inactive" | "all" | undefined;
      /** Only numbers that begin with this country's code. */
      country?: string | undefined;
      /** Who is meant: people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
        any?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
      } | undefined;
    };
    data: ReadableStream<Uint8Array>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Show a subscriber with their consent history.
   *
   * Needs `svc_subscribers`.
   */
  getSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
    };
    data: Schemas["SubscriberDetail"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a subscriber.
   *
   * Only the parameters given are changed. Groups are joined by the rules of POST /newsletter. A number cannot be changed: it identifies the person.
   *
   * Needs `svc_subscribers`.
   */
  updateSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
      name?: string | undefined;
      /** Replaces all of them: those not named are removed, except archived fields. */
      custom_fields?: Record<string, string | number | boolean> | undefined;
      locale?: string | null | undefined;
      time_zone?: string | null | undefined;
      /** Exactly these groups: the subscriber leaves all others, and stays pending where a code is awaited. Empty: leaves all groups. */
      group_ids?: number | (readonly number[]) | undefined;
      /** Groups to join besides; none is left. Not together with `group_ids`. */
      add_group_ids?: number | (readonly number[]) | undefined;
      /** Whether the person must confirm with a code before joining. Default: as set for the group or the site. */
      double_opt_in?: boolean | undefined;
    };
    data: Schemas["SubscriberDetail"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state" | "no_gateway" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Delete a subscriber.
   *
   * Removes the subscriber from all groups and deletes them. Their records stay in the consent ledger, a STOP remains in effect, and the log is kept: POST /privacy/delete erases a person from everything.
   *
   * Needs `svc_subscribers`.
   */
  deleteSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
    };
    data: {
      deleted: true;
      id: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Reactivate a bounced subscriber.
   *
   * A subscriber whose number cannot be reached is bounced and gets nothing from the newsletter. This ends it; only failures of later messages count from then on. Memberships and a STOP are not changed.
   *
   * Needs `svc_subscribers`.
   */
  reactivateSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
    };
    data: Schemas["SubscriberDetail"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List the fields of subscribers.
   *
   * Needs `svc_subscribers`.
   */
  listFields: {
    kind: "page";
    input: {
      /** Only archived fields, or only those in use. Default: both. */
      archived?: boolean | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Field"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Field"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Define a field.
   *
   * Gives a key of `custom_fields` a type: from now on its values are checked and written in one form, whichever call brings them. Values that exist already are kept as they are.
   *
   * Needs `svc_subscribers`.
   */
  createField: {
    kind: "data";
    input: {
      /** Its name in `custom_fields`; it cannot be changed. */
      key: string;
      /** What a form shows. Default: the key. */
      label?: string | undefined;
      /** The type of its values; it cannot be changed. */
      type: "text" | "number" | "date" | "choice" | "yes_no";
      /** The values of a `choice`, in the order in which a form shows them. */
      choices?: string | (readonly string[]) | undefined;
      /** Whether every new subscriber, and every call that sends `custom_fields`, must have a value. */
      required?: boolean | undefined;
    };
    data: Schemas["Field"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a field.
   *
   * Needs `svc_subscribers`.
   */
  getField: {
    kind: "data";
    input: {
      /** Key of the field. */
      key: string;
    };
    data: Schemas["Field"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change, archive or restore a field.
   *
   * Only the parameters given are changed. A choice that a subscriber has cannot be removed.
   *
   * Needs `svc_subscribers`.
   */
  updateField: {
    kind: "data";
    input: {
      /** Key of the field. */
      key: string;
      /** What a form shows. */
      label?: string | undefined;
      /** The values of a `choice`, in the order in which a form shows them. */
      choices?: string | (readonly string[]) | undefined;
      /** Whether every new subscriber, and every call that sends `custom_fields`, must have a value. */
      required?: boolean | undefined;
      /** An archived field keeps its values, is hidden from forms, and accepts no new value. */
      archived?: boolean | undefined;
    };
    data: Schemas["Field"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a field that has no values.
   *
   * A field of which any subscriber has a value can only be archived.
   *
   * Needs `svc_subscribers`.
   */
  deleteField: {
    kind: "data";
    input: {
      /** Key of the field. */
      key: string;
    };
    data: {
      deleted: true;
      key: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Show a suppressed number.
   *
   * Needs `svc_subscribers`.
   */
  getSuppression: {
    kind: "data";
    input: {
      /** Id of the entry. */
      id: number;
    };
    data: Schemas["Suppression"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Lift a suppression.
   *
   * Takes an entry, or all entries of a number, off the list, and records who did it and why. If the person had opted out, it takes a consent that they gave after that. No membership comes back. For a doubtful reply this is the decision that it was no opt-out: the marketing that waits is sent, as long as it is valid.
   *
   * Needs `svc_subscribers`.
   */
  liftSuppression: {
    kind: "data";
    input: {
      /** Id of the entry, or the number with its plus sign, which stands for all of its entries. */
      id: string;
      /** Why it is lifted. */
      reason: string;
      /** Who gave the new consent. Required, with the next two, if the person had opted out. */
      consent_by?: string | undefined;
      /** When: after the opt-out. RFC 3339; without an offset: site time. */
      consent_at?: string | undefined;
      /** How it can be proved: a form, a letter, a recording. */
      consent_evidence?: string | undefined;
    };
    data: {
      lifted: Schemas["Suppression"][];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state";
  };
  /**
   * List suppressed numbers.
   *
   * Numbers that get nothing, newest first.
   *
   * Needs `svc_subscribers`.
   */
  listSuppressions: {
    kind: "page";
    input: {
      /** Part of the number. */
      search?: string | undefined;
      /** opt_out: the person wants nothing. block: an operator decided. maybe_opt_out: a reply that may ask to stop; marketing waits until somebody decides. */
      kind?: "opt_out" | "block" | "maybe_opt_out" | undefined;
      /** Part of the reason. */
      reason?: string | undefined;
      /** Where it came from: a gateway's name for a reply or an opt-out at the provider, or api. */
      source?: string | undefined;
      /** Only entries of this sender. */
      sender?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Suppression"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Suppression"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Suppress a number.
   *
   * From the reply on, nothing more is sent to the number, not even what is queued. As an opt-out it also ends its memberships.
   *
   * Needs `svc_subscribers`.
   */
  createSuppression: {
    kind: "data";
    input: {
      /** The number, in any format. */
      number: string;
      /** opt_out: the person asked for it; their memberships end. Default: block. */
      kind?: "opt_out" | "block" | undefined;
      /** Why, for whoever asks later. */
      reason: string;
      /** Only messages of this sender. Default: messages of every sender. */
      sender?: string | undefined;
    };
    data: Schemas["Suppression"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Suppress many numbers.
   *
   * Adds a list, such as the opt-outs of a service that was used before. A number that is on the list already keeps its entry.
   *
   * Needs `svc_subscribers`.
   */
  importSuppressions: {
    kind: "data";
    input: {
      /** The numbers, at most 10,000. */
      numbers: string | (readonly string[]);
      /** opt_out: the person asked for it; their memberships end. Default: block. */
      kind?: "opt_out" | "block" | undefined;
      /** Why, for whoever asks later. */
      reason: string;
      /** Only messages of this sender. Default: messages of every sender. */
      sender?: string | undefined;
      /** Adds the others if some of the numbers are invalid. Default: false, nothing is added. */
      skip_invalid?: boolean | undefined;
    };
    data: {
      added: number;
      /** Numbers that were on the list. */
      already: number;
      duplicates: number;
      invalid: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * List a subscriber's consents.
   *
   * The records of the consent ledger about this number, newest first, including those from before the subscriber was deleted and added again. For a number that is no subscriber any more: POST /privacy/export.
   *
   * Needs `svc_subscribers`.
   */
  listSubscriberConsents: {
    kind: "page";
    input: {
      /** Id of the subscriber. */
      id: number;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["ConsentRecord"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["ConsentRecord"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * List segments.
   *
   * Needs `svc_subscribers`.
   */
  listSegments: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: {
        id: number;
        name: string;
        filter: Schemas["SubscriberFilter"];
        created_at: string;
        updated_at: string;
      }[];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: {
      id: number;
      name: string;
      filter: Schemas["SubscriberFilter"];
      created_at: string;
      updated_at: string;
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a segment.
   *
   * A segment is a stored filter of subscribers. Who is in it is looked up whenever it is counted or sent to: `segment_ids` of POST /send.
   *
   * Needs `svc_subscribers`.
   */
  createSegment: {
    kind: "data";
    input: {
      name: string;
      /** Who is meant: people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter: {
        all?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
        any?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
      };
    };
    data: Schemas["SubscriberSegment"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a segment and count its people.
   *
   * Needs `svc_subscribers`.
   */
  getSegment: {
    kind: "data";
    input: {
      /** Id of the segment. */
      id: number;
    };
    data: Schemas["SubscriberSegment"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a segment.
   *
   * Only the parameters given are changed. Schedules that send to it use the new filter from their next run.
   *
   * Needs `svc_subscribers`.
   */
  updateSegment: {
    kind: "data";
    input: {
      /** Id of the segment. */
      id: number;
      name?: string | undefined;
      /** Who is meant: people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
        any?: readonly {
          /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
          field: string;
          /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
          op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
          value?: string | number | boolean | undefined;
        }[] | undefined;
      } | undefined;
    };
    data: Schemas["SubscriberSegment"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a segment.
   *
   * A segment that a schedule sends to cannot be deleted; the conflict lists the schedules.
   *
   * Needs `svc_subscribers`.
   */
  deleteSegment: {
    kind: "data";
    input: {
      /** Id of the segment. */
      id: number;
    };
    data: {
      deleted: true;
      id: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Make a person's links.
   *
   * Addresses of the page on which this person leaves or changes groups. Whoever has a link can do that, so send it to this person alone. The links stay the same until they are replaced.
   *
   * Needs `svc_subscribers`.
   */
  createSubscriberLinks: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
      /** Invalidate all links given out for this person so far. Default: false. */
      replace?: boolean | undefined;
    };
    data: {
      /** The person's page: their groups, and a button to leave all. */
      preferences_url: string;
      /** The same page at the button to leave: opening it changes nothing. */
      leave_url: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "public_url_missing";
  };
  /**
   * List forms.
   *
   * Needs `svc_subscribers`.
   */
  listForms: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Form"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Form"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a form.
   *
   * Its page is at /p/{slug}, for everyone.
   *
   * Needs `svc_subscribers`.
   */
  createForm: {
    kind: "data";
    input: {
      /** The form's name in its address, /p/{slug}. Cannot be changed. */
      slug: string;
      title: string;
      /** Text below the title; line breaks are kept. */
      intro?: string | undefined;
      /** The groups that the form offers, in this order. */
      group_ids: number | (readonly number[]);
      /** all: a person joins all of them; otherwise they choose, from checked (preselected) or empty (open) boxes. Default: all. */
      group_choice?: "all" | "preselected" | "open" | undefined;
      /** Whether the form asks for a name. Default: optional. */
      name_field?: "hidden" | "optional" | "required" | undefined;
      /** Custom fields that it asks for. */
      fields?: readonly {
        /** Name of the custom field. */
        key: string;
        label: string;
        /** Default: text. */
        type?: "text" | "number" | "date" | "choice" | "yes_no" | undefined;
        required?: boolean | undefined;
        /** For type choice. */
        choices?: string | (readonly string[]) | undefined;
      }[] | undefined;
      /** What a person agrees to. Each change makes a new version, and a consent refers to the one shown. */
      consent: string;
      /** Whether a code is always required. false: as set for each group or the site, and always from people who left before. Default: true. */
      confirm?: boolean | undefined;
      /** Color of the buttons. Default: #0f5f6b. */
      accent?: string | undefined;
      /** An https image above the title; empty: none. */
      logo_url?: string | undefined;
      /** Language of the page. Default: that of the site. */
      locale?: "en" | "ar" | "cs" | "da" | "de" | "el" | "es" | "fa" | "fi" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "no" | "pl" | "pt" | "ro" | "ru" | "sv" | "th" | "tr" | "uk" | "vi" | "zh" | undefined;
      /** An https address where a person continues after confirming; empty: a page of the form. */
      success_url?: string | undefined;
      /** Origins of the sites whose pages may embed the form. */
      origins?: string | (readonly string[]) | undefined;
      /** Default: true. */
      enabled?: boolean | undefined;
    };
    data: Schemas["Form"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a form.
   *
   * Needs `svc_subscribers`.
   */
  getForm: {
    kind: "data";
    input: {
      slug: string;
    };
    data: Schemas["Form"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a form.
   *
   * Only the parameters given are changed. A changed consent text becomes a new version.
   *
   * Needs `svc_subscribers`.
   */
  updateForm: {
    kind: "data";
    input: {
      slug: string;
      title?: string | undefined;
      /** Text below the title; line breaks are kept. */
      intro?: string | undefined;
      /** The groups that the form offers, in this order. */
      group_ids?: number | (readonly number[]) | undefined;
      /** all: a person joins all of them; otherwise they choose, from checked (preselected) or empty (open) boxes. Default: all. */
      group_choice?: "all" | "preselected" | "open" | undefined;
      /** Whether the form asks for a name. Default: optional. */
      name_field?: "hidden" | "optional" | "required" | undefined;
      /** Custom fields that it asks for. */
      fields?: readonly {
        /** Name of the custom field. */
        key: string;
        label: string;
        /** Default: text. */
        type?: "text" | "number" | "date" | "choice" | "yes_no" | undefined;
        required?: boolean | undefined;
        /** For type choice. */
        choices?: string | (readonly string[]) | undefined;
      }[] | undefined;
      /** What a person agrees to. Each change makes a new version, and a consent refers to the one shown. */
      consent?: string | undefined;
      /** Whether a code is always required. false: as set for each group or the site, and always from people who left before. Default: true. */
      confirm?: boolean | undefined;
      /** Color of the buttons. Default: #0f5f6b. */
      accent?: string | undefined;
      /** An https image above the title; empty: none. */
      logo_url?: string | undefined;
      /** Language of the page. Default: that of the site. */
      locale?: "en" | "ar" | "cs" | "da" | "de" | "el" | "es" | "fa" | "fi" | "fr" | "he" | "hi" | "id" | "it" | "ja" | "ko" | "nl" | "no" | "pl" | "pt" | "ro" | "ru" | "sv" | "th" | "tr" | "uk" | "vi" | "zh" | undefined;
      /** An https address where a person continues after confirming; empty: a page of the form. */
      success_url?: string | undefined;
      /** Origins of the sites whose pages may embed the form. */
      origins?: string | (readonly string[]) | undefined;
      /** Default: true. */
      enabled?: boolean | undefined;
    };
    data: Schemas["Form"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Delete a form.
   *
   * Its page is gone at once. Consents keep the text that was shown.
   *
   * Needs `svc_subscribers`.
   */
  deleteForm: {
    kind: "data";
    input: {
      slug: string;
    };
    data: {
      deleted: true;
      slug: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Show a form in a page of your site.
   *
   * For a site whose server writes the form into its own pages, without a script: what to show first, in the form's language. It may be kept for a while; a consent text that has changed since is shown again before anybody subscribes.
   *
   * Needs `svc_subscribers`.
   */
  showFormPage: {
    kind: "data";
    input: {
      slug: string;
      /** Origin of the site whose page shows the form. It must be one of the form's origins. */
      origin: string;
    };
    data: Schemas["FormPage"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Send a form that a person filled in on your site.
   *
   * Returns what to show next: the field for the code, or the form with what is wrong. The response is the same for every number. Keep programs off your page: here only the number of requests of one network is limited.
   *
   * Needs `svc_subscribers`.
   */
  submitFormPage: {
    kind: "data";
    input: {
      slug: string;
      /** Origin of the site whose page shows the form. It must be one of the form's origins. */
      origin: string;
      /** Version of the consent text that was shown. */
      version?: string | undefined;
      /** As it was entered. */
      number?: string | undefined;
      name?: string | undefined;
      /** Groups that were chosen. */
      group?: number | (readonly number[]) | undefined;
      /** Whether the box beside the consent text was checked. */
      consent?: boolean | undefined;
      /** Text of the custom fields by their keys. */
      fields?: Record<string, string> | undefined;
      /** What was entered in a field that people do not see. If it is not empty, the call gets the same response and subscribes nobody. */
      trap?: string | undefined;
      /** Address of the person: kept with the consent, and limited instead of the caller's. The WordPress plugin's calls have it already. */
      client_ip?: string | undefined;
    };
    data: Schemas["FormPage"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Confirm the code that a person entered on your site.
   *
   * Returns what to show next. A closed form still accepts the codes that were sent before.
   *
   * Needs `svc_subscribers`.
   */
  confirmFormPage: {
    kind: "data";
    input: {
      slug: string;
      /** Origin of the site whose page shows the form. It must be one of the form's origins. */
      origin: string;
      /** From `hidden` of the view that asked for the code. */
      sealed: string;
      /** The code from the SMS. */
      code?: string | undefined;
      /** Address of the person: kept with the consent, and limited instead of the caller's. The WordPress plugin's calls have it already. */
      client_ip?: string | undefined;
    };
    data: Schemas["FormPage"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Complete a sign-in with a code.
   *
   * A code is accepted once. An unknown challenge, an expired one, a wrong code and a used one get the same response. After five wrong codes the user must wait after each.
   */
  confirmSecondFactor: {
    kind: "data";
    input: {
      /** `challenge` of the sign-in; valid for 5 minutes. */
      challenge: string;
      /** The code that the authenticator app shows, or a recovery code. Spaces and dashes are ignored. */
      code: string;
    };
    data: Schemas["Session"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "unauthorized" | "foreign_origin";
  };
  /**
   * Begin to sign in with a passkey.
   *
   * Returns what the browser needs; nothing in it depends on who signs in.
   */
  startPasskeySignIn: {
    kind: "data";
    input: Record<string, never>;
    data: {
      /** Host name of the page. */
      rpId: string;
      /** Valid once, for 5 minutes. */
      challenge: string;
      timeout: number;
      userVerification: "required";
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "foreign_origin" | "passkeys_unavailable";
  };
  /**
   * Sign in with a passkey.
   *
   * A passkey with user verification is two factors: neither the password nor a code is asked for. An unknown passkey, a wrong signature, an unknown, used or expired challenge and a counter that went back get the same response.
   */
  signInWithPasskey: {
    kind: "data";
    input: {
      /** What `navigator.credentials.get` returned, as JSON (`AuthenticationResponseJSON`). */
      credential: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string | null | undefined;
        };
      };
    };
    data: Schemas["Session"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "unauthorized" | "foreign_origin" | "passkeys_unavailable";
  };
  /**
   * Choose a web password with a setup link.
   *
   * Signs the user in as well, and ends their other sessions. A link is valid for 24 hours and works once; `tidings user setup-link` makes another.
   */
  completeSetup: {
    kind: "data";
    input: {
      /** What follows `#` in the setup link. */
      token: string;
      /** Web password for sign-in pages; it never works in the API. */
      password: string;
    };
    data: Schemas["Session"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    } | {
      second_factor: true;
      /** Send it to /session/second-factor with a code. */
      challenge: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "unauthorized" | "foreign_origin";
  };
  /**
   * Change your web password.
   *
   * Ends all your sessions; this one continues with a new cookie.
   */
  changeOwnPassword: {
    kind: "data";
    input: {
      /** Web password. */
      current: string;
      /** Web password for sign-in pages; it never works in the API. */
      next: string;
    };
    data: {
      changed: true;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Set up a second factor.
   *
   * For an authenticator app (TOTP, RFC 6238). Signing in requires no code before /session/totp/confirm was called with one.
   */
  startTotp: {
    kind: "data";
    input: {
      /** Web password. */
      password: string;
    };
    data: {
      /** Base32, for typing in. Shown only once. */
      secret: string;
      /** What a QR code for an authenticator app contains. */
      otpauth_url: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /** Turn the second factor off. */
  disableTotp: {
    kind: "data";
    input: {
      /** Web password. */
      password: string;
    };
    data: {
      deleted: boolean;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * Turn the second factor on.
   *
   * Within an hour after its setup. Your other sessions end. Ten recovery codes are shown once.
   */
  confirmTotp: {
    kind: "data";
    input: {
      /** The code that the authenticator app shows, or a recovery code. Spaces and dashes are ignored. */
      code: string;
    };
    data: {
      /** Shown only once. Each replaces one code of the app. */
      recovery_codes: string[];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * List users.
   *
   * Needs `svc_users`.
   */
  listUsers: {
    kind: "page";
    input: {
      /** Only users with this role. */
      role?: string | undefined;
      /** Part of the user name, e-mail address, name or number. */
      search?: string | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
    };
    data: {
      items: Schemas["User"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["User"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Create a user.
   *
   * You cannot grant a role with a capability that you lack.
   *
   * Needs `svc_users`.
   */
  createUser: {
    kind: "data";
    input: {
      username: string;
      email: string;
      name: string;
      /** E.164, or national if TIDINGS_COUNTRY is set. Empty: none. */
      phone?: "" | (string & {}) | undefined;
      /** Role names; see /roles. */
      roles?: string | (readonly string[]) | undefined;
      locale?: string | undefined;
      /** Web password for sign-in pages; it never works in the API. */
      password?: string | undefined;
    };
    data: Schemas["User"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /**
   * Change your own profile.
   *
   * Only the parameters given are changed; an empty phone removes the number.
   */
  updateCurrentUser: {
    kind: "data";
    input: {
      name?: string | undefined;
      /** E.164, or national if TIDINGS_COUNTRY is set. Empty: none. */
      phone?: "" | (string & {}) | undefined;
      email?: string | undefined;
      locale?: string | undefined;
    };
    data: Schemas["User"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /** Show who you are and what you may do. */
  getCurrentUser: {
    kind: "data";
    input: Record<string, never>;
    data: Schemas["User"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /** List your passkeys. */
  listPasskeys: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Passkey"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Passkey"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Add a passkey.
   *
   * Stores what the browser created. From then on it opens sessions, without the password and without a code.
   */
  addPasskey: {
    kind: "data";
    input: {
      /** What its user calls it. Unique per user. */
      name: string;
      /** What `navigator.credentials.create` returned, as JSON (`RegistrationResponseJSON`). */
      credential: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          attestationObject: string;
        };
      };
    };
    data: Schemas["Passkey"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict" | "passkeys_unavailable";
  };
  /**
   * Begin to add a passkey.
   *
   * Returns what the browser needs to create one. It is valid for the host name of the page that calls, which must be a page of this service over HTTPS, or at localhost.
   */
  startPasskey: {
    kind: "data";
    input: {
      /** What its user calls it. Unique per user. */
      name: string;
      /** Web password. */
      password: string;
    };
    data: {
      rp: {
        name: string;
        /** Host name of the page. */
        id: string;
      };
      user: {
        id: string;
        name: string;
        displayName: string;
      };
      /** Valid once, for 5 minutes. */
      challenge: string;
      pubKeyCredParams: {
        type: "public-key";
        alg: number;
      }[];
      timeout: number;
      excludeCredentials: {
        type: "public-key";
        id: string;
      }[];
      authenticatorSelection: {
        residentKey: "required";
        requireResidentKey: true;
        userVerification: "required";
      };
      attestation: "none";
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict" | "passkeys_unavailable";
  };
  /** Rename a passkey. */
  renamePasskey: {
    kind: "data";
    input: {
      /** Id of the passkey. */
      id: string;
      /** What its user calls it. Unique per user. */
      name: string;
      /** Web password. */
      password: string;
    };
    data: Schemas["Passkey"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Remove a passkey.
   *
   * It is refused immediately, and the sessions that it opened end, except the one that removes it.
   */
  removePasskey: {
    kind: "data";
    input: {
      /** Id of the passkey. */
      id: string;
      /** Web password. */
      password: string;
    };
    data: {
      deleted: true;
      previous: Schemas["Passkey"];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Show a user.
   *
   * Needs `svc_users`.
   */
  getUser: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
    };
    data: Schemas["User"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a user.
   *
   * Only the parameters given are changed; an empty phone removes the number. A new password ends the user's sessions and setup link; `two_factor: false` also removes their passkeys. Your own password and second factor are changed by POST /session/password and DELETE /session/totp, which ask for the current password. You cannot change a user who has capabilities that you lack, nor leave the site without anyone who can manage users.
   *
   * Needs `svc_users`.
   */
  updateUser: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
      email?: string | undefined;
      name?: string | undefined;
      /** E.164, or national if TIDINGS_COUNTRY is set. Empty: none. */
      phone?: "" | (string & {}) | undefined;
      /** Role names; see /roles. */
      roles?: string | (readonly string[]) | undefined;
      locale?: string | undefined;
      /** Web password for sign-in pages; it never works in the API. */
      password?: string | undefined;
      /** `false` turns the second factor off and removes the passkeys, for a user who lost them. Only users turn on their own. */
      two_factor?: false | undefined;
    };
    data: Schemas["User"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a user.
   *
   * Their application passwords and sessions are deleted too. You cannot delete yourself.
   *
   * Needs `svc_users`.
   */
  deleteUser: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
    };
    data: {
      deleted: true;
      previous: Schemas["User"];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Create a setup link.
   *
   * With it the user chooses a web password, once and within 24 hours; their password is valid until then. It replaces the link before. You cannot create one for a user who has capabilities that you lack.
   *
   * Needs `svc_users`.
   */
  createSetupLink: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
    };
    data: {
      /** Shown only once. The link is the address of the console with `/setup#` and this. */
      token: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List roles and their capabilities.
   *
   * Needs `svc_users`.
   */
  listRoles: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Role"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Role"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Create a role.
   *
   * Needs `svc_users`.
   */
  createRole: {
    kind: "data";
    input: {
      name: string;
      /** Display name. */
      label?: string | undefined;
      /** What users with this role may do. */
      capabilities?: "svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users" | (readonly ("svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users")[]) | undefined;
    };
    data: Schemas["Role"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /**
   * Set a role's capabilities.
   *
   * Affects every user with the role, so you must have the capabilities that you add or remove.
   *
   * Needs `svc_users`.
   */
  setRole: {
    kind: "data";
    input: {
      /** Name of the role. */
      name: string;
      /** Display name. */
      label?: string | undefined;
      /** What users with this role may do. */
      capabilities?: "svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users" | (readonly ("svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users")[]) | undefined;
    };
    data: Schemas["Role"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Change a role.
   *
   * Affects every user with the role, so you must have the capabilities that you add or remove.
   *
   * Needs `svc_users`.
   */
  updateRole: {
    kind: "data";
    input: {
      /** Name of the role. */
      name: string;
      /** Display name. */
      label?: string | undefined;
      /** What users with this role may do. */
      capabilities?: "svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users" | (readonly ("svc_sendsms" | "svc_subscribers" | "svc_outbox" | "svc_inbox" | "svc_setting" | "svc_users")[]) | undefined;
    };
    data: Schemas["Role"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a role that no user has.
   *
   * Needs `svc_users`.
   */
  deleteRole: {
    kind: "data";
    input: {
      /** Name of the role. */
      name: string;
    };
    data: {
      deleted: true;
      previous: Schemas["Role"];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * List application passwords.
   *
   * Your own with a web session; those of others with svc_users. The passwords themselves are not stored.
   */
  listApplicationPasswords: {
    kind: "page";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["ApplicationPassword"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["ApplicationPassword"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Create an application password.
   *
   * The password is shown only in this response.
   */
  createApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      /** What it is for. Unique per user. */
      name: string;
      /** A UUID that the application chose for itself. */
      app_id?: "" | (string & {}) | undefined;
    };
    data: {
      uuid: string;
      app_id: string;
      name: string;
      created: string;
      last_used: string | null;
      last_ip: string | null;
      /** Shown only once, in groups of four; spaces are ignored. */
      password: string;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /** Revoke all application passwords. */
  revokeAllApplicationPasswords: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
    };
    data: {
      deleted: true;
      count: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /** Show the application password that this call was made with. */
  introspectApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
    };
    data: Schemas["ApplicationPassword"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Revoke an application password.
   *
   * It is refused immediately, and on other nodes of the same installation within a second. For ten minutes it can be restored.
   */
  revokeApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      uuid: string;
    };
    data: {
      deleted: true;
      previous: Schemas["ApplicationPassword"];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Restore an application password that was revoked by mistake.
   *
   * Within ten minutes. It works again as it was, with its id, name and history. 404 after that, and while another one has its name.
   */
  restoreApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      uuid: string;
    };
    data: Schemas["ApplicationPassword"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List customers.
   *
   * Needs `svc_users`.
   */
  listCustomers: {
    kind: "page";
    input: {
      /** Part of the name or number. */
      search?: string | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
    };
    data: {
      items: Schemas["Customer"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Customer"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Add a customer.
   *
   * Needs `svc_users`.
   */
  createCustomer: {
    kind: "data";
    input: {
      name: string;
      /** E.164, or a national number of `country`. */
      phone: string;
      /** ISO 3166 code of the country of a national number. */
      country?: string | undefined;
    };
    data: Schemas["Customer"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /**
   * Delete a customer.
   *
   * Needs `svc_users`.
   */
  deleteCustomer: {
    kind: "data";
    input: {
      id: number;
    };
    data: {
      deleted: true;
      id: number;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * List the order notices.
   *
   * Needs `svc_setting`.
   */
  listOrderNotices: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["OrderNotice"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** The variables that a template may use between percent signs. */
      variables: string[];
      /** The URL that the shop must send its orders to; null if no shop with a webhook_secret is configured. */
      webhook_url: string | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["OrderNotice"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Set the order notice for a status.
   *
   * A status has one notice for the customer and one for the staff. Each is sent once per order, no matter how often the order enters that status.
   *
   * Needs `svc_setting`.
   */
  setOrderNotice: {
    kind: "data";
    input: {
      /** The shop's own name for it: pending, processing, on-hold, completed, … */
      status: string;
      /** Who receives it: customer (the default) or staff. Each has a notice of its own. */
      to?: "customer" | "staff" | undefined;
      /** The text, with variables such as %order_number%. An unknown variable is refused. */
      template: string;
      /** Default: true. */
      enabled?: boolean | undefined;
      /** Only for staff: the numbers that receive it. */
      numbers?: string | (readonly string[]) | undefined;
      /** Only for customers: send only to buyers who agreed. Buyers who declined never receive one. Default: false. */
      requires_opt_in?: boolean | undefined;
    };
    data: Schemas["OrderNotice"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * Delete the order notice for a status.
   *
   * Needs `svc_setting`.
   */
  deleteOrderNotice: {
    kind: "data";
    input: {
      /** The shop's own name for it: pending, processing, on-hold, completed, … */
      status: string;
      /** Default: customer. */
      to?: "customer" | "staff" | undefined;
    };
    data: {
      deleted: true;
      status: string;
      to: "customer" | "staff";
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * List the decisions about order notices, newest first.
   *
   * Needs `svc_outbox`.
   */
  listOrderNoticeDecisions: {
    kind: "page";
    input: {
      /** Only decisions about this order. */
      order_id?: number | undefined;
      /** The shop's own name for it: pending, processing, on-hold, completed, … */
      status?: string | undefined;
      to?: "customer" | "staff" | undefined;
      /** sent; no_phone; no_opt_in: the buyer declined, or did not agree; suppressed: the number replied STOP; limited: the number reached its daily limit; too_old; too_long: the order exceeds 4 MB and was not read; empty: the rendered template is empty; unknown_variable. */
      outcome?: "sent" | "no_phone" | "no_opt_in" | "suppressed" | "limited" | "too_old" | "too_long" | "empty" | "unknown_variable" | undefined;
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["OrderDecision"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["OrderDecision"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read the settings.
   *
   * What may change while the service runs. Everything else is in the environment: see the configuration reference.
   *
   * Needs `svc_setting`.
   */
  getSettings: {
    kind: "data";
    input: Record<string, never>;
    data: {
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
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
        /** Whether a call may subscribe somebody without a code, for consent that was given elsewhere. */
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
        /** So many codes to numbers that differ in the last four digits only, none of them verified, and they get none for 24 hours. 0: no limit. */
        prefix_unverified?: number | undefined;
      } | undefined;
      one_time_passwords?: {
        /** Text of the message with a one-time password, by language tag. {{code}} is replaced by the code, {{sender}} by the name of the sender and {{minutes}} by the minutes for which it is valid. A language that is missing gets the English text, and while that is as it came, the service's own text in that language. */
        texts?: Record<string, string> | undefined;
      } | undefined;
      consent?: {
        /** Marketing to direct numbers, users, roles and customers without a consent on record. warn: is accepted with a warning; enforce: is refused with `consent_required`, unless the call states a `consent_basis`; off: is accepted. */
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
        /** Whether a STOP is confirmed with one message. Leave it off where the provider does that itself, as most do in the United States. */
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
        /** One too many is held until the window has room, or ends as suppressed with the error frequency_cap. */
        when_over?: "hold" | "skip" | undefined;
      } | undefined;
      prices?: {
        /** Currency of the prices, by its ISO 4217 code; null as long as there are none. */
        currency?: string | null | undefined;
        /** What a segment costs, by the beginning of the number; the longest one counts. "+" is the price of all others. */
        segments?: readonly {
          prefix: string;
          price: string;
        }[] | undefined;
        /** Prices of single gateways, in the same currency. A number that none of them fits has the price in `segments`. */
        gateways?: readonly {
          /** Its name. */
          gateway: string;
          segments: readonly {
            prefix: string;
            price: string;
          }[];
        }[] | undefined;
      } | undefined;
      spending?: {
        /** At most this is spent in a day of the site, by the prices above; null: no cap. */
        per_day?: number | string | null | undefined;
        /** At most this is spent in a month of the site; null: no cap. */
        per_month?: number | string | null | undefined;
        /** Categories that are held; the others leave all the same. */
        categories?: readonly ("marketing" | "transactional" | "otp")[] | undefined;
      } | undefined;
      low_credit?: {
        /** Deliveries are held while the credit at their gateway is below this, in the gateway's unit; null: never. */
        stop_below?: number | string | null | undefined;
        /** Categories that are held; the others leave all the same. */
        categories?: readonly ("marketing" | "transactional" | "otp")[] | undefined;
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
        kinds?: readonly ("gateway_stopped" | "gateway_idle" | "credit_low" | "webhook_disabled" | "license_ending" | "codes_unverified" | "queue_late" | "spend_cap_reached")[] | undefined;
        /** Nothing is sent: GET /alerts and the console alone show alerts. */
        quiet?: boolean | undefined;
        /** The language of mails and texts. The API and webhooks name alerts in English. */
        locale?: "en" | "de" | "fa" | undefined;
        /** Minutes after which a delivery that may leave is late; marketing only while nothing leaves at all. */
        queue_minutes?: number | undefined;
        /** An alert opens while the credit at a gateway lasts for at most so many days; 0: not judged. */
        credit_days?: number | undefined;
      } | undefined;
    };
    data: {
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
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: {
      items: Schemas["SettingsChange"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
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
    data: Schemas["Spending"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Count the records held about a person.
   *
   * Needs `svc_setting`.
   */
  searchPersonalData: {
    kind: "data";
    input: {
      /** The number, in any format. Required unless `subscriber_id` is given. */
      mobile?: string | undefined;
      /** Country of a number without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** Id of a subscriber, instead of the number. */
      subscriber_id?: number | undefined;
    };
    data: {
      mobile: string;
      found: boolean;
      total: number;
      /** Number of records of each kind: the subscriber, consents and their history, what was entered in a form and is not carried out yet, the customer, users with this number, the suppression, order notices and schedules that name it, that alerts go to it and which ones went, messages from it (inbound) and to it (outbox). At most 100000 of each are counted. */
      held: {
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
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Export the data held about a person.
   *
   * Everything, kind by kind and page by page. The texts of one-time passwords are hidden here too. Responses saved for Idempotency-Keys, which are kept for 24 hours, and backups are not included.
   *
   * Needs `svc_setting`.
   */
  exportPersonalData: {
    kind: "page";
    input: {
      /** The number, in any format. Required unless `subscriber_id` is given. */
      mobile?: string | undefined;
      /** Country of a number without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** Id of a subscriber, instead of the number. */
      subscriber_id?: number | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `next_cursor` of the previous page. */
      cursor?: string | null | undefined;
    };
    data: {
      mobile: string;
      items: Schemas["HeldItem"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** The same as `pagination.next_cursor`. */
      next_cursor: string | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["HeldItem"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Erase a person.
   *
   * Ends all subscriptions and erases the person from all stored data. Log entries stay with their state and time, so that counts remain correct, but without the number and the provider's response; the text of a message to this person alone is erased too. Messages waiting to be sent are canceled. A STOP remains in effect. The log is erased in steps after the response.
   *
   * Needs `svc_setting`.
   */
  erasePersonalData: {
    kind: "data";
    input: {
      /** The number, in any format. Required unless `subscriber_id` is given. */
      mobile?: string | undefined;
      /** Country of a number without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** Id of a subscriber, instead of the number. */
      subscriber_id?: number | undefined;
      /** Must be true: an erasure cannot be undone. */
      confirm?: boolean | undefined;
    };
    data: Schemas["Erasure"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Show the progress of an erasure.
   *
   * Needs `svc_setting`.
   */
  getErasure: {
    kind: "data";
    input: {
      /** The `erasure_id` that the deletion returned, era_… */
      id: string;
    };
    data: Schemas["ErasureProgress"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Import subscribers from a file.
   *
   * The body is a CSV file; parameters are in the query. The reply says how the file is read, and a job imports it: its result counts rows, invalid ones, duplicates, and the people who were created, updated, left unchanged, suppressed and unsubscribed. Numbers that opted out stay out. Of two rows with one number the later one counts, unless the earlier one says unsubscribed or left. A column may name groups. Nobody is sent a code, and no `new_subscriber` webhook fires. The encoding, the delimiter and the columns of listmonk, Mailchimp, Twilio and WP SMS are recognized.
   *
   * Needs `svc_subscribers`.
   */
  importSubscribers: {
    kind: "data";
    input: {
      /** What the columns contain, by heading: `phone`, `name`, `first_name`, `last_name`, `locale`, `time_zone`, `state`, `groups` (names or ids of groups, separated by commas), `pending_groups` (the same, where they still have to confirm), `left_groups` (the same, of groups they left), `consent_at`, `consent_ip`, `confirmed_at`, `confirmed_ip`, `consent_source`, `consent_wording`, `attributes` (a JSON object), `field:KEY` (a custom field) or `skip`. Columns that are not named are skipped. Default: what was given for the last file with the same headings, or what the headings say. A mapping that passes over a column of states or opt-outs is not remembered. */
      mapping?: Record<string, string> | undefined;
      /** Whether the first row has the headings. Default: true. Without them the columns are named 1, 2, 3. */
      header?: boolean | undefined;
      /** Country of numbers without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** The groups that everybody joins, besides those of the row. Default: the first group, for rows that name no group. */
      group_id?: number | (readonly number[]) | undefined;
      /** The same as group_id. */
      group_ids?: number | (readonly number[]) | undefined;
      /** For rows without a state of their own. active (default): you have their consent; pending: they get nothing until they confirm; left: they stay out of the groups, or leave them; unsubscribed: their numbers are suppressed. Required if a heading speaks of opt-outs (UNSUB_TIME) and no column has states, unless a mapping is given. */
      state?: "active" | "pending" | "left" | "unsubscribed" | undefined;
      /** skip (default): known people stay as they are. update: they get the names and fields of the file and join the groups, except groups they have left. */
      on_existing?: "skip" | "update" | undefined;
      /** What happens with a name in a column of groups that no group has. error (default): the row is left out. create: the group is created once the whole file is read; at most 100 groups. */
      on_unknown_group?: "error" | "create" | undefined;
      /** Counts what the import would do, and changes nothing. */
      dry_run?: boolean | undefined;
      /** Where the people gave their consent, for rows without a source of their own. Default: import. */
      consent_source?: string | undefined;
      /** What they consented to. */
      consent_wording?: string | undefined;
      /** Default: as the file shows. */
      encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | undefined;
      /** Default: as the file shows. */
      delimiter?: "," | ";" | "\t" | "|" | undefined;
      /** The file. A ReadableStream can be sent only once. */
      file: Schemas["UploadFile"];
    };
    data: Schemas["Import"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Download the rows that an import left out.
   *
   * A CSV file with the row in the imported file, the column and what is wrong; at most 100,000 rows. It has no names and no numbers, so that it is not another copy of the list. Kept for as long as the job.
   *
   * Needs `svc_subscribers`.
   */
  listImportErrors: {
    kind: "file";
    input: {
      /** Id of the import's job, job_… */
      id: string;
    };
    data: ReadableStream<Uint8Array>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Search everything.
   *
   * Numbers, subscribers, messages, outbox entries, threads, groups, segments, templates, schedules, forms, users, gateways and webhooks, as far as the caller's capabilities allow to open them. Requires any one of them.
   */
  search: {
    kind: "data";
    input: {
      /** A number in any format or its beginning, part of a name or of a text, an id (msg_…, sch_…, wh_…) or the number of an outbox entry. */
      q: string;
    };
    data: {
      /** If `q` is a whole number: the number, with what the caller's capabilities allow to say about it. */
      number: {
        phone: string;
        subscriber?: {
          id: number;
          name: string;
        } | null;
        suppressed?: boolean;
        has_thread?: boolean;
        has_entries?: boolean;
      } | null;
      results: Schemas["SearchResult"][];
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * List calls of the API.
   *
   * Newest first: your own calls, or everybody's with svc_setting. An entry appears a second or two after its call. Not recorded are calls that need no credentials and what the console reads; of calls that succeed only as many in a second as the settings say. Nothing of a body, a query or a person is kept.
   */
  listRequests: {
    kind: "page";
    input: {
      /** Only calls with such a status. */
      status?: "2xx" | "4xx" | "5xx" | (readonly ("2xx" | "4xx" | "5xx")[]) | undefined;
      method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
      /** Only calls of this route, as the reference writes it. */
      route?: string | undefined;
      /** Only calls with this error code. */
      code?: string | undefined;
      /** Only calls with this application password, by its `uuid`. */
      application_password_id?: string | undefined;
      /** Only the call whose response had this `X-Request-Id`. */
      request_id?: string | undefined;
      /** true: only calls that got the response to an earlier one with the same Idempotency-Key. */
      replayed?: boolean | undefined;
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["LoggedRequest"][];
      /** Calls of everyone, in the time asked for, that are missing because there were too many. */
      not_recorded: {
        succeeded: number;
        failed: number;
      };
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["LoggedRequest"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Show a call of the API.
   *
   * With what its error code means, and the call whose response it got again. Calls of others need svc_setting.
   */
  getRequest: {
    kind: "data";
    input: {
      /** Id of the entry, call_… */
      id: string;
    };
    data: {
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
      /** Parameters that the error is about. */
      parameters: string[];
      /** What the error code means; null: the call succeeded. */
      error: {
        message: string;
        cause: string;
        remedy: string;
        docs: string;
      } | null;
      /** The call that this one repeated; null: `replayed` is false. */
      original: {
        /** When its response was stored; null: not known. */
        at: string | null;
        /** Its entry; null: it was not recorded, or cannot be named. */
        id: string | null;
      } | null;
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * List jobs.
   *
   * Newest first: your own jobs, or everybody's with svc_setting. A job is kept for 30 days after its end.
   */
  listJobs: {
    kind: "page";
    input: {
      /** Only jobs of this kind. */
      kind?: string | undefined;
      state?: "queued" | "running" | "completed" | "failed" | "canceled" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: {
      items: Schemas["Job"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
      };
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    item: Schemas["Job"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /** Show the progress of a job. */
  getJob: {
    kind: "data";
    input: {
      /** Id of the job, job_… */
      id: string;
    };
    data: Schemas["Job"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Cancel a job.
   *
   * Ends the job after the step that is running. What it has done so far stays done.
   */
  cancelJob: {
    kind: "data";
    input: {
      /** Id of the job, job_… */
      id: string;
    };
    data: Schemas["Job"] & {
      /** Sentences about what is right and may not be meant. Absent where there are none. */
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
};
