import { createHash } from "node:crypto";

import type { GatewaySetup, StoredGateway } from "#domain/gateways/stored/stored-gateway";
import { openSettings } from "#domain/gateways/stored/setting-values";
import { definitions } from "#gateways/index";
import type { PreparedGateway } from "#gateways/open";
import { readStoredSettings } from "#gateways/stored-settings";
import { errorText } from "#lib/error-text";
import type { SecretBox } from "#lib/secret-box";

/** A stored gateway, ready to be opened. */
export type UsableGateway = {
  readonly stored: StoredGateway;
  readonly prepared: PreparedGateway;
  /** It was deleted, and only receives. */
  readonly isRemoved: boolean;
  /** Differs between two settings of the gateway. */
  readonly fingerprint: string;
};

/** A stored gateway that this node cannot use, with the reason as a sentence without values. */
export type UnusableGateway = { readonly name: string; readonly reason: string; readonly stored: StoredGateway };

/** The gateways configured at run time, as far as this node can use them. */
export type StoredSetup = {
  readonly revision: number;
  readonly usable: readonly UsableGateway[];
  readonly unusable: readonly UnusableGateway[];
  /**
   * Names of the default route, in their order: also of gateways that are disabled or that this node cannot use.
   * Deliveries that wait for them must not be sent through others.
   */
  readonly members: readonly string[];
  /** The stored routing. */
  readonly expression: string | null;
  /** As `GatewaySetup.isTrial`. */
  readonly isTrial: boolean;
};

/** @param taken names of the environment's gateways, which take precedence */
export function readSetup(setup: GatewaySetup, box: SecretBox, taken: readonly string[]): StoredSetup {
  const usable: UsableGateway[] = [];
  const unusable: UnusableGateway[] = [];
  const read = (stored: StoredGateway, isRemoved: boolean): void => {
    const result = prepare(stored, box, taken);
    if (typeof result !== "string")
      usable.push({ stored, prepared: result, isRemoved, fingerprint: fingerprintOf(stored) });
    else if (!isRemoved) unusable.push({ name: stored.name, reason: result, stored });
  };
  for (const stored of setup.gateways) read(stored, false);
  for (const stored of setup.removed) read(stored, true);
  const members = setup.gateways
    // The environment's gateway of the same name is in the default route by itself, or not.
    .filter(({ name, inDefaultRoute }) => inDefaultRoute && !taken.includes(name))
    .map(({ name }) => name);
  const { revision, isTrial, routing } = setup;
  return { revision, usable, unusable, members, expression: routing.expression, isTrial };
}

/** The gateway, or why it cannot be used. */
function prepare(stored: StoredGateway, box: SecretBox, taken: readonly string[]): PreparedGateway | string {
  if (taken.includes(stored.name)) return "TIDINGS_GATEWAY has a gateway of this name.";
  const definition = definitions.find(({ id }) => id === stored.kind);
  if (!definition) return `There is no adapter ${stored.kind} in this release.`;
  try {
    const reading = readStoredSettings(definition, stored.name, openSettings(stored, box));
    if (reading.ok) return reading.prepared;
    return `Its settings cannot be used: ${reading.issues.map(({ part, message }) => `${part} ${message}`).join("; ")}.`;
  } catch (error) {
    return `Its secrets cannot be opened: ${errorText(error)}.`;
  }
}

/** Sealed secrets are never the same bytes twice, so a new secret shows without being opened. */
function fingerprintOf({ kind, settings, sealed }: StoredGateway): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, settings, sealed?.toString("base64") ?? null]))
    .digest("base64url");
}
