// Generated from openapi.json by `npm run generate`. Do not edit.
export type GatewaysSchemas = {
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
    abilities: GatewaysSchemas["GatewayAbilities"];
    traits: GatewaysSchemas["GatewayTraits"];
    limits: {
      /** Units per second, across all nodes. */
      rate: number | null;
      rate_per: "segment" | "message";
      /** Maximum concurrent calls of all nodes together; null: `window` of each node. */
      max_in_flight: number | null;
      /** Maximum recipients of one call. */
      batch_size: number;
      /** Concurrent calls of one node; with SMPP, messages without a response. */
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
    /** The routes it belongs to. */
    routes: {
      route: string;
      /** The part of the route that it currently gets, from 0 to 1. */
      share: number;
    }[];
  };
  GatewayAbilities: {
    flash: boolean;
    media: boolean;
    /** Maximum media per message; null: the gateway states no limit. */
    max_media: number | null;
    /** null: the gateway states none. */
    media_types: string[] | null;
    /** Maximum bytes of one file; null: the gateway states no limit. */
    max_media_bytes: number | null;
    /** Maximum UTF-16 units of the text; a longer one is refused immediately. null: the gateway states no limit. */
    max_characters: number | null;
    credit: boolean;
    receipts: boolean;
    /** A second request with the same reference is merged into the first. */
    deduplicates: boolean;
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
    abilities: GatewaysSchemas["GatewayAbilities"] | null;
    traits: GatewaysSchemas["GatewayTraits"];
    settings: GatewaysSchemas["GatewaySetting"][];
  };
  GatewayRouting: {
    /** As stored; null: none is. */
    routing: string | null;
    /** The default route in use; empty: there is none. */
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
  GatewayTraits: {
    /** Recipients that a call to this kind of provider may have. */
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
};
