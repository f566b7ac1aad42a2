/** Settings of a gateway by their names in a DSN. Values are texts, as in a DSN; a repeated setting has several. */
export type SettingValues = Readonly<Record<string, string | readonly string[]>>;

/** A gateway that is configured at run time. */
export type StoredGateway = {
  readonly name: string;
  /** The adapter. */
  readonly kind: string;
  /** Without secrets. */
  readonly settings: SettingValues;
  /** The secrets, as one sealed JSON object; null: none is set. */
  readonly sealed: Buffer | null;
  /** Names of the secrets that are set. */
  readonly secrets: readonly string[];
  /** Otherwise nothing is sent through it. */
  readonly enabled: boolean;
  /** A member of the default route while no routing is stored. */
  readonly inDefaultRoute: boolean;
  /** Its place among the stored gateways, from 0. */
  readonly position: number;
  /** Incremented by each change. */
  readonly version: number;
  /** When it may have got another account at its provider, milliseconds since 1970, database time. */
  readonly accountSince: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
  readonly updatedBy: string;
};

/** The expression of the default route; null: it follows from the gateways. */
export type StoredRouting = {
  readonly expression: string | null;
  readonly version: number;
  /** Milliseconds since 1970; null: it was never changed. */
  readonly updatedAt: number | null;
  readonly updatedBy: string | null;
};

/** All that is configured at run time, as of one moment. */
export type GatewaySetup = {
  /** Incremented by each change. */
  readonly revision: number;
  /** In their order. */
  readonly gateways: readonly StoredGateway[];
  /** Deleted lately: their receipts are still received. */
  readonly removed: readonly StoredGateway[];
  readonly routing: StoredRouting;
  /** No stored gateway was ever in the default route. */
  readonly isTrial: boolean;
};

/** What a change writes; the store adds version and times. */
export type GatewayWrite = Pick<
  StoredGateway,
  "name" | "kind" | "settings" | "sealed" | "secrets" | "enabled" | "inDefaultRoute"
>;

/** A change of a stored gateway. */
export type GatewayRewrite = GatewayWrite & {
  /** It may have another account at its provider from now on. */
  readonly newAccount: boolean;
};

/** Every write raises the revision. To be called in a transaction that holds `lock`, except `load` and `revision`. */
export type GatewaySetupStore = {
  load(): Promise<GatewaySetup>;
  revision(): Promise<number>;
  /** The same as `load`; until the transaction ends, no other call can change anything. */
  lock(): Promise<GatewaySetup>;
  /** Adds a gateway at the end; one that was deleted and had the name is replaced. */
  add(gateway: GatewayWrite, by: string): Promise<void>;
  change(gateway: GatewayRewrite, by: string): Promise<void>;
  /** Stores the order of all gateways. */
  order(names: readonly string[]): Promise<void>;
  remove(name: string, by: string): Promise<void>;
  route(expression: string | null, by: string): Promise<void>;
  /** Records who changed what. Without secrets. */
  record(change: { readonly by: string; readonly before: object; readonly after: object }): Promise<void>;
};

/** The sealing context of a gateway's secrets: they can be opened for no other gateway. */
export function gatewaySecretContext(name: string): string {
  return `gateway:${name}`;
}
