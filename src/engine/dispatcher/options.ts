import type { Gateway, GatewayAbilities } from "#domain/gateways/gateway";
import type { MessageContent } from "#domain/messages/content";
import type { Queue } from "#domain/deliveries/queue";
import type { RateUnit, Throttles } from "#domain/deliveries/throttle";
import type { Clock } from "#lib/time";
import type { AwakeClock } from "#lib/awake-clock";

import type { Circuit } from "../circuit.ts";
import type { LoopDeps } from "../worker-loop.ts";

/** A named gateway, as the dispatcher sees it. */
export type NamedGateway = {
  readonly name: string;
  readonly gateway: Gateway;
  readonly abilities: GatewayAbilities;
  /** Units per second that may leave, from all nodes together; null: as fast as the gateway accepts them. */
  readonly rate: number | null;
  /** What the provider counts. */
  readonly ratePer: RateUnit;
  /** Concurrent calls of all nodes together; null: each node has a window of its own. */
  readonly maxInFlight: number | null;
  /** Since when it has its account at the provider, milliseconds since 1970, database time. Absent: always. */
  readonly accountSince?: number;
};

export type DispatcherDeps = LoopDeps & {
  readonly via: NamedGateway;
  readonly queue: Queue;
  readonly throttles: Throttles;
  readonly owner: string;
  /** Database time. */
  readonly clock: Clock;
  /** Measures how old a mark is. */
  readonly awake: AwakeClock;
  /** Routes this gateway serves now: its own name, and the default route when it is its turn. */
  readonly routes: () => readonly string[];
  /** Those that no other healthy gateway serves; its own name if absent. */
  readonly alone?: () => readonly string[];
  /** Another gateway of a route that has the abilities that a content needs; null or absent: there is none. */
  readonly otherFor?: (route: string, content: MessageContent) => string | null;
  /** Whether the gateway is paused now. */
  readonly paused: () => boolean;
  /** The account is in trouble: pause the gateway. Resolves when every node will see it. */
  readonly pause: (code: string, reason: string, pauseMs: number) => Promise<void>;
  /** This node's judgment of the gateway. */
  readonly circuit: Circuit;
  /** Gateways where a delivery in doubt may be sent again. */
  readonly repeatable: () => readonly string[];
  /** Those that must send the repeat themselves, because they merge only what they have seen themselves. */
  readonly bound?: () => readonly string[];
  readonly receiptUrl: (gateway: string, reference: string) => string | undefined;
  /** There is work that this node may not send now: other nodes should poll. */
  readonly notifyOthers?: () => void;
  readonly times?: Partial<DispatcherTimes>;
};

/** The options with their defaults. */
export type LeasingDeps = DispatcherDeps & Pick<DispatcherTimes, "leaseMs">;

export type DispatcherTimes = {
  /** How long a chunk is held without renewal. */
  readonly leaseMs: number;
  /** How long a stop waits for a gateway's answers. */
  readonly drainMs: number;
};
