import type { SecretBox } from "#lib/secret-box";

import type { OutboundGate } from "../../access/outbound.ts";
import { DomainError, type Detail } from "../../error.ts";
import type { UnitOfWork } from "../../unit-of-work.ts";
import type { GatewayStates } from "../gateway-states.ts";
import type { GatewayKind, GatewayKinds } from "./gateway-kinds.ts";
import {
  addressDetails,
  mergeSettings,
  openSettings,
  sealSettings,
  secretsAtRisk,
  settingDetails,
  type GivenSettings,
} from "./setting-values.ts";
import type { GatewayRewrite, GatewaySetup, GatewaySetupStore, GatewayWrite, StoredGateway } from "./stored-gateway.ts";

export type ConfigureDeps = {
  readonly gatewaySetup: GatewaySetupStore;
  readonly unitOfWork: UnitOfWork;
  readonly kinds: GatewayKinds;
  readonly gatewayBox: SecretBox;
  readonly gate: OutboundGate;
  readonly states: Pick<GatewayStates, "liftAutomatic">;
  /** Names of the gateways of TIDINGS_GATEWAY. */
  readonly environmentNames: readonly string[];
  /** All nodes read the stored setup once it is committed. */
  readonly setupChanged: () => void;
  /** Resolves when this node uses the committed setup. */
  readonly setupCurrent: () => Promise<void>;
};

export type NewGateway = {
  readonly name: string;
  readonly kind: string;
  readonly settings: GivenSettings;
  readonly enabled: boolean;
  readonly inDefaultRoute: boolean;
  /** Its place in the order; null: at the end. */
  readonly position: number | null;
};

export type GatewayChange = {
  readonly settings?: GivenSettings | undefined;
  readonly enabled?: boolean | undefined;
  readonly inDefaultRoute?: boolean | undefined;
  readonly position?: number | undefined;
  /** The version that the change is based on; absent: any. */
  readonly version?: number | undefined;
};

/** Recently removed gateways count, because every node still keeps them open for their receipts. */
const MOST = 100;

/** @throws DomainError invalid_parameter, conflict */
export async function createGateway(ports: ConfigureDeps, created: NewGateway, by: string): Promise<StoredGateway> {
  const { name, settings, enabled, inDefaultRoute } = created;
  const kind = kindOf(ports.kinds, created.kind);
  const values = mergeSettings({}, settings);
  refuse(settingDetails(ports.kinds, kind.kind, name, values));
  refuse(await addressDetails(ports.kinds, ports.gate, kind.kind, name, values));
  const stored = await ports.unitOfWork.transaction(async () => {
    const setup = await ports.gatewaySetup.lock();
    if (ports.environmentNames.includes(name) || setup.gateways.some((one) => one.name === name)) {
      throw new DomainError("conflict", `There is a gateway ${name} already.`);
    }
    const others = setup.removed.filter((one) => one.name !== name).length;
    if (setup.gateways.length + others >= MOST) {
      throw new DomainError(
        "conflict",
        `There are ${MOST} stored gateways already, with those removed in the last week.`,
      );
    }
    const write = {
      name,
      kind: kind.kind,
      enabled,
      inDefaultRoute,
      ...sealSettings(kind, name, values, ports.gatewayBox),
    };
    await ports.gatewaySetup.add(write, by);
    if (created.position !== null) await place(ports, setup, name, created.position);
    await ports.gatewaySetup.record({ by, before: {}, after: shown(write) });
    return find(ports, await ports.gatewaySetup.load(), name);
  });
  ports.setupChanged();
  return stored;
}

/** @throws DomainError invalid_parameter, conflict, not_found, not_in_this_state if the environment manages it */
export async function updateGateway(
  ports: ConfigureDeps,
  name: string,
  change: GatewayChange,
  by: string,
): Promise<StoredGateway> {
  const given = change.settings ?? {};
  const compute = (setup: GatewaySetup) => {
    const stored = find(ports, setup, name);
    if (change.version !== undefined && change.version !== stored.version) throw changedMeanwhile(stored);
    const kind = kindOf(ports.kinds, stored.kind);
    const before = openSettings(stored, ports.gatewayBox);
    const after = mergeSettings(before, given);
    refuse(settingDetails(ports.kinds, stored.kind, name, after));
    refuse(secretsAtRisk(ports.kinds, kind, { before, after, given }));
    return { stored, kind, before, after };
  };
  const { stored: seen, after: proposed } = compute(await ports.gatewaySetup.load());
  if (change.settings) refuse(await addressDetails(ports.kinds, ports.gate, seen.kind, name, proposed));
  const changed = await ports.unitOfWork.transaction(async () => {
    const setup = await ports.gatewaySetup.lock();
    const { stored, kind, before, after } = compute(setup);
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    const names = Object.keys({ ...before, ...after }).filter(
      (setting) => JSON.stringify(before[setting]) !== JSON.stringify(after[setting]),
    );
    const write: GatewayRewrite = {
      name,
      kind: stored.kind,
      enabled: change.enabled ?? stored.enabled,
      inDefaultRoute: change.inDefaultRoute ?? stored.inDefaultRoute,
      // Sealing the same secrets again would yield other bytes, and every node would replace the gateway.
      ...(isSame
        ? { settings: stored.settings, sealed: stored.sealed, secrets: stored.secrets }
        : sealSettings(kind, name, after, ports.gatewayBox)),
      // A changed secret may belong to another account.
      newAccount: !names.every((setting) => ports.kinds.keepsAccount(setting)),
    };
    await ports.gatewaySetup.change(write, by);
    const order = change.position === undefined ? null : await place(ports, setup, name, change.position);
    await ports.gatewaySetup.record({
      by,
      before: { ...shown(stored), ...(order && { order: order.before }) },
      after: { ...shown(write), changed: names, ...(order && { order: order.after }) },
    });
    if (!isSame) await ports.states.liftAutomatic(name);
    // Read here: it may be removed as soon as this is committed.
    return find(ports, await ports.gatewaySetup.load(), name);
  });
  ports.setupChanged();
  return changed;
}

/** @throws DomainError not_found, conflict, not_in_this_state if the environment manages it */
export async function removeGateway(
  ports: ConfigureDeps,
  name: string,
  version: number | undefined,
  by: string,
): Promise<void> {
  await ports.unitOfWork.transaction(async () => {
    const setup = await ports.gatewaySetup.lock();
    const stored = find(ports, setup, name);
    if (version !== undefined && version !== stored.version) throw changedMeanwhile(stored);
    const { expression } = setup.routing;
    if (expression !== null && isNamed(expression, name)) {
      throw new DomainError("conflict", `The routing names ${name}: change it first.`);
    }
    await ports.gatewaySetup.remove(name, by);
    await ports.gatewaySetup.record({ by, before: shown(stored), after: {} });
  });
  ports.setupChanged();
}

/** The error for a change that was based on an older state. */
export function changedMeanwhile({
  version,
  updatedBy,
}: {
  readonly version: number;
  readonly updatedBy: string | null;
}) {
  return new DomainError(
    "conflict",
    `It was changed meanwhile, by ${updatedBy ?? "nobody known"}: read it again.`,
    [],
    {
      version,
    },
  );
}

/** @throws DomainError invalid_parameter naming the kinds */
export function kindOf(kinds: GatewayKinds, kind: string): GatewayKind {
  const found = kinds.list.find((one) => one.kind === kind);
  if (found) return found;
  const message = `must be one of ${kinds.list.map((one) => one.kind).join(", ")}`;
  throw new DomainError("invalid_parameter", "There is no gateway of this kind.", [
    { field: "kind", code: "not_in_list", message },
  ]);
}

/** @throws DomainError invalid_parameter if there are issues */
export function refuse(details: readonly Detail[]): void {
  if (details.length > 0)
    throw new DomainError("invalid_parameter", "The settings of the gateway are not usable.", details);
}

/** @throws DomainError not_found, not_in_this_state */
export function find(
  { environmentNames }: Pick<ConfigureDeps, "environmentNames">,
  setup: GatewaySetup,
  name: string,
): StoredGateway {
  if (environmentNames.includes(name)) {
    throw new DomainError(
      "not_in_this_state",
      `${name} is configured by TIDINGS_GATEWAY: change it there and restart.`,
    );
  }
  const stored = setup.gateways.find((one) => one.name === name);
  if (!stored) throw new DomainError("not_found", `There is no stored gateway ${name.slice(0, 40)}.`);
  return stored;
}

/** @returns the names of all stored gateways in their order */
async function place(
  ports: ConfigureDeps,
  setup: GatewaySetup,
  name: string,
  position: number,
): Promise<{ readonly before: readonly string[]; readonly after: readonly string[] }> {
  const before = setup.gateways.map((one) => one.name);
  const after = before.filter((one) => one !== name);
  after.splice(position, 0, name);
  await ports.gatewaySetup.order(after);
  return { before, after };
}

/**
 * A value in a condition may happen to equal a gateway's name. The removal is then refused unnecessarily, which is
 * harmless.
 */
function isNamed(expression: string, name: string): boolean {
  return expression.split(/[\s()*:;]+/).includes(name);
}

/** A gateway in the list of changes: which secrets are set, but not their values. */
function shown({ name, kind, settings, secrets, enabled, inDefaultRoute }: GatewayWrite): object {
  return { name, kind, settings, secrets, enabled, inDefaultRoute };
}
