import type { Route } from "../routing/route.ts";
import type { Fitness } from "../routing/serving.ts";
import type { GatewayAbilities, GatewayTraits } from "./gateway.ts";

/** A gateway as it is set up. */
export type GatewayView = {
  readonly name: string;
  /** The scheme of its DSN. */
  readonly kind: string;
  readonly label: string;
  /** Its DSN without secrets. */
  readonly dsn: string;
  readonly abilities: GatewayAbilities;
  readonly traits: GatewayTraits;
  /** Units a second that all nodes may send together; null: as fast as it takes them. */
  readonly rate: number | null;
  readonly ratePer: "segment" | "message";
  /** Calls under way, of all nodes together. */
  readonly maxInFlight: number | null;
  readonly atLeastOnce: boolean;
  /** Where its provider reports on texts and brings replies; null: nobody outside could reach it. */
  readonly receiptAddress: string | null;
  /** Recipients of one call, and calls at once of one node, as it is set up. */
  readonly batchSize: number;
  readonly window: number;
};

/** How a gateway does. `until` and `since` in milliseconds since 1970, database time. */
export type GatewayHealth = {
  /** Why nothing is sent by it, on whatever node; null: it is not paused. */
  readonly pause: {
    readonly code: string;
    readonly reason: string;
    readonly since: number | null;
    readonly until: number;
  } | null;
  /** As this node sees it. */
  readonly fitness: Fitness;
  /** 0 to 1: what part of its load it may have. */
  readonly part: number;
  readonly reason: string | null;
  readonly since: number | null;
};

/** What happened in the last hour, on all nodes. */
export type GatewayTally = {
  readonly sent: number;
  readonly failed: number;
  readonly unknown: number;
  /** Tries that are repeated. */
  readonly retried: number;
  /** Calls of its provider of which nothing could be read. */
  readonly unread: number;
};

export type GatewayRecord = {
  readonly tally: GatewayTally;
  /** Milliseconds since 1970; null: never. */
  readonly lastSuccess: number | null;
};

/** All that there is to know of gateways without asking them. */
export type GatewayBoard = {
  readonly gateways: readonly GatewayView[];
  readonly route: Route<string>;
  health(name: string): GatewayHealth;
  /** The ways of the default route that a gateway is a member of, with the part of each that it is meant to take now. */
  shares(name: string): readonly { readonly route: string; readonly share: number }[];
  /** Gateways without a record have had no text. */
  records(): Promise<ReadonlyMap<string, GatewayRecord>>;
};
