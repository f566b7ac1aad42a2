import type { SecretBox } from "#lib/secret-box";

import type { Detail } from "../../error.ts";
import type { OutboundGate } from "../../access/outbound.ts";
import type { GatewayKind, GatewayKinds } from "./gateway-kinds.ts";
import { gatewaySecretContext, type SettingValues, type StoredGateway } from "./stored-gateway.ts";

/** Settings as a caller writes them. null: the setting gets its default. */
export type GivenSettings = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** Complete settings, with their secrets. Never to be logged. */
export function openSettings(
  stored: Pick<StoredGateway, "name" | "settings" | "sealed">,
  box: SecretBox,
): SettingValues {
  if (stored.sealed === null) return stored.settings;
  const secrets = JSON.parse(box.open(stored.sealed, gatewaySecretContext(stored.name))) as SettingValues;
  return { ...stored.settings, ...secrets };
}

/** The two parts in which settings are stored. */
export function sealSettings(kind: GatewayKind, name: string, values: SettingValues, box: SecretBox) {
  const isSecret = new Set(kind.settings.filter(({ secret }) => secret).map(({ dsnKey }) => dsnKey));
  const pick = (secret: boolean): SettingValues =>
    Object.fromEntries(Object.entries(values).filter(([setting]) => isSecret.has(setting) === secret));
  const hidden = pick(true);
  const secrets = Object.keys(hidden).toSorted();
  return {
    settings: pick(false),
    sealed: secrets.length === 0 ? null : box.seal(JSON.stringify(hidden), gatewaySecretContext(name)),
    secrets,
  };
}

/** The present settings with the given ones applied; null removes a setting. */
export function mergeSettings(before: SettingValues, given: GivenSettings): SettingValues {
  const after: Record<string, string | readonly string[]> = { ...before };
  for (const [setting, value] of Object.entries(given)) {
    if (value === null || value === "") delete after[setting];
    else after[setting] = typeof value === "object" ? value.map(String) : String(value);
  }
  return after;
}

/**
 * The secrets that must be given again because a change would send them to a different host: a caller who may not read
 * a secret must not be able to have it sent to a host of their own.
 */
export function secretsAtRisk(
  kinds: GatewayKinds,
  kind: GatewayKind,
  {
    before,
    after,
    given,
  }: { readonly before: SettingValues; readonly after: SettingValues; readonly given: GivenSettings },
): Detail[] {
  const moved = kind.settings.some(
    ({ dsnKey }) =>
      kinds.leadsElsewhere(kind.kind, dsnKey) && JSON.stringify(before[dsnKey]) !== JSON.stringify(after[dsnKey]),
  );
  if (!moved) return [];
  return kind.settings.flatMap(({ dsnKey, secret }): Detail[] => {
    if (!secret || after[dsnKey] === undefined || (given[dsnKey] ?? null) !== null) return [];
    const message = "must be given again: the gateway connects to another place";
    return [{ field: `settings.${dsnKey}`, code: "required", message }];
  });
}

/** The issues of complete settings, for the caller. */
export function settingDetails(kinds: GatewayKinds, kind: string, name: string, values: SettingValues): Detail[] {
  const checked = kinds.check(kind, name, values);
  if (checked.ok) return [];
  return checked.issues.map(({ part, message }) => ({
    field: `settings.${part}`,
    code:
      message === "is missing"
        ? "required"
        : message.startsWith("is not a setting")
          ? "unknown_parameter"
          : "invalid_format",
    message,
  }));
}

/** Settings that lead to an address that may not be called. Names are resolved. */
export async function addressDetails(
  kinds: GatewayKinds,
  gate: OutboundGate,
  kind: string,
  name: string,
  values: SettingValues,
): Promise<Detail[]> {
  const checked = kinds.check(kind, name, values);
  if (!checked.ok) return [];
  const found = await Promise.all(
    checked.addresses.map(async ({ setting, url }): Promise<Detail[]> => {
      const code = await gate.check(url);
      if (code === null) return [];
      const message =
        code === "private_address"
          ? "resolves to an address in a private network: see TIDINGS_OUTBOUND_ALLOW"
          : "must be reached by https: see TIDINGS_OUTBOUND_ALLOW";
      return [{ field: `settings.${setting}`, code, message }];
    }),
  );
  return found.flat();
}
