import type { ColumnType, Generated, GeneratedAlways } from "kysely";

import type { Uuid } from "#lib/ids";

/** Rows as `pg` gives them: bigint as number (ids stay below 2^53), timestamptz as Date, bytea as Buffer. */
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type MaybeStamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

export type MessageState = "scheduled" | "resolving" | "running" | "paused" | "completed" | "canceled" | "failed";
export type DeliveryState =
  | "queued"
  | "held"
  | "sending"
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed"
  | "unknown"
  | "suppressed"
  | "expired"
  | "canceled";

export type ScheduleState = "active" | "paused" | "waiting_license" | "completed" | "canceled";

export type Database = {
  installation: {
    singleton: Generated<boolean>;
    id: Generated<Uuid>;
    key_fingerprint: Buffer | null;
    created_at: Stamp;
  };
  settings: { name: string; value: Json<unknown>; updated_at: Stamp };
  roles: { name: string; label: string; capabilities: string[] };
  users: {
    id: Generated<number>;
    username: string;
    email: string;
    name: string;
    phone: string | null;
    roles: Generated<string[]>;
    locale: Generated<string>;
    password_hash: string | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  application_passwords: {
    uuid: Generated<string>;
    user_id: number;
    app_id: string | null;
    name: string;
    hash: Buffer;
    created_at: Stamp;
    last_used_at: MaybeStamp;
    last_ip: string | null;
  };
  revoked_application_passwords: {
    uuid: string;
    user_id: number;
    app_id: string | null;
    name: string;
    hash: Buffer;
    created_at: Date;
    last_used_at: MaybeStamp;
    last_ip: string | null;
    revoked_at: Stamp;
  };
  sessions: { hash: Buffer; user_id: number; created_at: Stamp; expires_at: Stamp };
  customers: { id: Generated<number>; name: string; phone: string; country: string | null; created_at: Stamp };
  order_notices: {
    status: string;
    reader: string;
    enabled: boolean;
    numbers: string[];
    template: string;
    requires_opt_in: boolean;
    updated_at: Stamp;
  };
  shop_orders: { shop: string; order_id: number; status: string; modified_at: Stamp; told: Generated<string[]> };
  order_notice_decisions: {
    shop: string;
    order_id: number;
    status: string;
    reader: string;
    outcome: string | null;
    message_id: Uuid | null;
    at: Stamp;
    repeats: Generated<number>;
    repeated_at: Date | null;
  };
  order_notice_days: { day: string; reader: string; phone: string; texts: Generated<number> };
  shop_looks: { shop: string; since: Stamp; due: Stamp };
  groups: { id: Generated<number>; name: string; double_opt_in: boolean | null; created_at: Stamp };
  subscribers: {
    id: Generated<number>;
    phone: string;
    name: string;
    custom_fields: Json<Record<string, unknown>>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  memberships: {
    group_id: number;
    subscriber_id: number;
    phone: string;
    state: "pending" | "active" | "left";
    since: Stamp;
  };
  opt_in_codes: {
    subscriber_id: number;
    code_hash: Buffer;
    expires_at: Stamp;
    tries: Generated<number>;
    sent_at: Stamp;
  };
  consents: {
    id: Generated<number>;
    subscriber_id: number;
    group_id: number | null;
    kind: "requested" | "confirmed" | "subscribed" | "left";
    at: Stamp;
    source: string;
    actor: string | null;
    ip: string | null;
    wording: string | null;
  };
  suppressions: { phone: string; reason: string; source: string; at: Stamp };
  messages: {
    id: Uuid;
    state: MessageState;
    category: "otp" | "transactional" | "marketing";
    priority: number;
    route: string;
    sender: string | null;
    body: string;
    flash: Generated<boolean>;
    media: Generated<string[]>;
    encoding: string;
    segments: number;
    valid_until: Stamp;
    at_least_once: Generated<boolean>;
    audience: Json<unknown> | null;
    matched: Generated<number>;
    accepted: Generated<number>;
    duplicates: Generated<number>;
    invalid: Generated<number>;
    suppressed: Generated<number>;
    reason: string | null;
    created_by: string;
    first_sent_at: MaybeStamp;
    finished_at: MaybeStamp;
    rate_per_minute: number | null;
    rolled_up: Generated<boolean>;
    schedule_id: Uuid | null;
  };
  message_deltas: {
    id: Generated<number>;
    message_id: Uuid;
    state: DeliveryState;
    reason: Generated<string>;
    count: number;
  };
  message_totals: { message_id: Uuid; state: DeliveryState; reason: Generated<string>; count: number };
  message_paces: { at: Stamp; message_id: Uuid; count: number };
  opt_in_echoes: { phone_hash: Buffer; at: Stamp };
  erasures: {
    id: Uuid;
    phone: string | null;
    phase: Generated<"inbox" | "schedules" | "log" | "traces" | "done">;
    cursor: string | null;
    counts: Json<Record<string, number>>;
    waiting: Generated<number>;
    due: Stamp;
    token: Generated<number>;
    owner: string | null;
    requested_by: string;
    created_at: Stamp;
    requested_at: Stamp;
    last_entry: Generated<number>;
    finished_at: MaybeStamp;
  };
  cancellations: {
    message_id: Uuid;
    verdict: "canceled" | "expired";
    cursor: string | null;
    due: Stamp;
    token: Generated<number>;
    owner: string | null;
  };
  used_nonces: { nonce: Buffer; used_at: Stamp };
  clock_looks: { one: Generated<boolean>; at: Date };
  write_probes: { id: Generated<number>; at: Generated<Date>; filler: string };
  throttles: { key: string; next: Stamp; start: MaybeStamp; rate: Generated<number> };
  gateway_tallies: {
    gateway: string;
    at: Stamp;
    sent: number;
    failed: number;
    unknown: number;
    retried: number;
    unread: Generated<number>;
  };
  gateway_shares: { gateway: string; owner: string; calls: number; until: Stamp };
  schedules: {
    id: Uuid;
    number: Generated<number>;
    state: Generated<ScheduleState>;
    message: Json<unknown>;
    zone: string;
    start_at: Stamp;
    start_wall: string;
    every: number | null;
    unit: string | null;
    until: MaybeStamp;
    next_run: MaybeStamp;
    due: MaybeStamp;
    if_late: "send" | "skip";
    late_after: number;
    frozen_set: Uuid | null;
    runs: Generated<number>;
    last_run: MaybeStamp;
    last_error: string | null;
    version: Generated<number>;
    created_by: string;
    created_at: Stamp;
    updated_at: Stamp;
  };
  schedule_runs: {
    schedule_id: Uuid;
    run_at: Stamp;
    at: Stamp;
    outcome: "sent" | "skipped" | "failed";
    reason: string | null;
    message_id: Uuid | null;
    missed: Generated<number>;
  };
  schedule_recipients: { set_id: Uuid; phone: string; via_group: boolean };
  deliveries: {
    message_id: Uuid;
    phone: string;
    id: Generated<number>;
    state: Generated<DeliveryState>;
    attempt: Generated<number>;
    chunk_id: number | null;
    token: number | null;
    gateway: string | null;
    segments: number | null;
    marked_at: MaybeStamp;
    sent_at: MaybeStamp;
    delivered_at: MaybeStamp;
    response: string | null;
    failure: string | null;
    bound_to: string | null;
    doubted_at: MaybeStamp;
    channel: string | null;
  };
  chunks: {
    id: Generated<number>;
    message_id: Uuid | null;
    route: string;
    priority: number;
    turn: Generated<number>;
    due: Stamp;
    token: Generated<number>;
    owner: string | null;
    claimable: Generated<boolean>;
    message_ids: Uuid[] | null;
    phones: string[];
    size: GeneratedAlways<number>;
    throttled: Generated<boolean>;
  };
  retries: { message_id: Uuid; phone: string; route: string; priority: number; due: Stamp };
  fanouts: {
    message_id: Uuid;
    progress: Json<{ source?: number; cursor?: string | null; turn?: number }>;
    due: Stamp;
    token: Generated<number>;
    owner: string | null;
    trouble: string | null;
  };
  provider_refs: { at: Stamp; gateway: string; provider_id: string; message_id: Uuid; phone: string };
  receipts: {
    id: Generated<number>;
    gateway: string;
    provider_id: string | null;
    message_id: Uuid | null;
    phone: string | null;
    state: "sent" | "delivered" | "undelivered" | "failed";
    channel: string | null;
    code: string | null;
    detail: string | null;
    received_at: Stamp;
    tries: Generated<number>;
    due: Stamp;
  };
  inbox: {
    id: Generated<number>;
    gateway: string;
    provider_id: string | null;
    sender: string;
    recipient: string;
    body: string;
    media: Generated<string[]>;
    keyword: string | null;
    at: Stamp;
  };
  events: {
    id: Generated<number>;
    at: Stamp;
    kind: string;
    message_id: Uuid | null;
    phone: string | null;
    data: Json<Record<string, unknown>>;
  };
  outbox_deltas: { id: Generated<number>; bucket: Stamp; total: number; success: number; failed: number };
  outbox_totals: { bucket: Stamp; total: number; success: number; failed: number };
  idempotency_keys: {
    key: Buffer;
    fingerprint: Buffer;
    status: number | null;
    body: string | null;
    created_at: Stamp;
  };
  webhooks: {
    id: Generated<string>;
    url: string;
    types: string[];
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_until: MaybeStamp;
    enabled: Generated<boolean>;
    disabled_reason: string | null;
    failing_since: MaybeStamp;
    created_by: string | null;
    created_at: Stamp;
  };
  webhook_deliveries: {
    id: Generated<number>;
    webhook_id: string;
    event_id: number;
    kind: string;
    state: Generated<"pending" | "delivered" | "failed">;
    attempt: Generated<number>;
    due: Stamp;
    token: Generated<number>;
    last_status: number | null;
    last_error: string | null;
    created_at: Stamp;
    delivered_at: MaybeStamp;
  };
  gateway_states: {
    name: string;
    paused_until: MaybeStamp;
    paused_at: MaybeStamp;
    last_success_at: MaybeStamp;
    pause_code: string | null;
    pause_reason: string | null;
    credit: string | null;
    credit_unit: string | null;
    currency: string | null;
    checked_at: MaybeStamp;
  };
};
