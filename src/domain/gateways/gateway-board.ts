import type { RateUnit } from "../deliveries/throttle.ts";
import type { Route } from "../routing/route.ts";
import type { StoredGateway } from "./stored/stored-gateway.ts";
import type { HealthStatus } from "../routing/serving.ts";
import type { GatewayAbilities, GatewayTraits } from "./gateway.ts";

/** A gateway as configured. */
export type GatewayView = {
  readonly name: string;
  /** The scheme of its DSN. */
  readonly kind: string;
  readonly label: string;
  /** Its DSN without secrets. */
  readonly dsn: string;
  readonly abilities: GatewayAbilities;
  readonly traits: GatewayTraits;
  /** Units per second across all nodes; null: as fast as it accepts them. */
  readonly rate: number | null;
  readonly ratePer: RateUnit;
  /** Maximum concurrent calls across all nodes. */
  readonly maxInFlight: number | null;
  readonly atLeastOnce: boolean;
  /** Where its provider sends receipts and inbound messages; null: not reachable from outside. */
  readonly receiptAddress: string | null;
  /** Recipients per call, and concurrent calls of one node, as configured. */
  readonly batchSize: number;
  readonly window: number;
  /** null: it comes from TIDINGS_GATEWAY. */
  readonly stored: StoredGateway | null;
};

/** The health of a gateway. `until` and `since` in milliseconds since 1970, database time. */
export type GatewayHealth = {
  /** Why nothing is sent through it on any node; null: it is not paused. */
  readonly pause: {
    readonly code: string;
    readonly reason: string;
    readonly since: number | null;
    readonly until: number;
  } | null;
  /** As this node sees it. */
  readonly status: HealthStatus;
  /** 0 to 1: the part of its full load that it may get. */
  readonly part: number;
  readonly reason: string | null;
  readonly since: number | null;
};

/** What happened in the last hour, on all nodes. */
export type GatewayTally = {
  readonly sent: number;
  readonly failed: number;
  readonly unknown: number;
  /** Attempts that are retried. */
  readonly retried: number;
  /** Calls of its provider that could not be parsed. */
  readonly unread: number;
};

export type GatewayRecord = {
  readonly tally: GatewayTally;
  /** Milliseconds since 1970; null: never. */
  readonly lastSuccess: number | null;
};

/** A resolved route that a gateway is a member of, and the share of it that it should take. */
export type RouteShare = { readonly route: string; readonly share: number };

/** Everything known about gateways without contacting them, at this moment. */
export type GatewayBoard = {
  /** Those that send, in their order. */
  readonly gateways: readonly GatewayView[];
  /** Stored gateways that are disabled. */
  readonly disabled: readonly GatewayView[];
  /** Stored gateways that this node cannot use, with the reason. */
  readonly unusable: readonly { readonly name: string; readonly reason: string }[];
  /** The route of TIDINGS_GATEWAY. */
  readonly environmentRoute: Route<string>;
  readonly route: Route<string>;
  /** The routes that some gateway of this node serves. */
  readonly served: readonly string[];
  health(name: string): GatewayHealth;
  /** The resolved routes of the default route that a gateway belongs to, with its intended share of each. */
  shares(name: string): readonly RouteShare[];
  /** Gateways without a record have sent nothing yet. */
  records(): Promise<ReadonlyMap<string, GatewayRecord>>;
};
