import { nearest } from "#lib/edit-distance";
import type { SettingValues } from "#domain/gateways/stored/stored-gateway";
import type { SettingIssue } from "#domain/gateways/stored/gateway-kinds";

import { commonDescriptions } from "./common-settings.ts";
import type { GatewayDefinition } from "./define.ts";
import { describeSettings, type SettingDescription } from "./describe.ts";
import { checkHost, hasControl, redactDsn } from "./dsn.ts";
import { prepareGateway, type PreparedGateway } from "./open.ts";
import { validate } from "./read-dsn.ts";

export type SettingsReading =
  | {
      readonly ok: true;
      readonly prepared: PreparedGateway;
      /** The URLs that it connects to, as far as its settings name them, with the setting of each. */
      readonly addresses: readonly { readonly setting: string; readonly url: string }[];
    }
  /** `part` is a setting. No message contains a value. */
  | { readonly ok: false; readonly issues: readonly SettingIssue[] };

/** A gateway's own settings and those that every gateway has, without its name, which is not one of them here. */
export function storableSettings(definition: GatewayDefinition): readonly SettingDescription[] {
  return [...describeSettings(definition), ...commonDescriptions].filter(({ key }) => key !== "name");
}

/** Whether a setting decides where a gateway connects, and so who gets its secrets. */
export function leadsElsewhere({ key }: SettingDescription): boolean {
  return key === "plain" || key === "tls" || /(^h|H)ost$|Url$|^tls/.test(key);
}

/** Reads settings that are not a DSN: all their issues, or a gateway. */
export function readStoredSettings(
  definition: GatewayDefinition,
  name: string,
  values: SettingValues,
): SettingsReading {
  const known = new Map(storableSettings(definition).map((setting) => [setting.dsnKey, setting]));
  const given: Record<string, unknown> = {};
  const issues: SettingIssue[] = [];
  for (const [part, value] of Object.entries(values)) {
    const setting = known.get(part);
    if (!setting) {
      const near = nearest(part, [...known.keys()]);
      issues.push({ part, message: near ? `is not a setting: did you mean ${near}` : "is not a setting" });
      continue;
    }
    if ([value].flat().some(hasControl)) issues.push({ part, message: "contains a control character" });
    const { dsnOnly } = setting;
    if (dsnOnly !== undefined && [value].flat().some((one) => one.startsWith(dsnOnly))) {
      issues.push({ part, message: `may begin with ${dsnOnly} in TIDINGS_GATEWAY only` });
    }
    const isDefault = setting.key === definition.dsn.host && value === "default";
    if (/(^h|H)ost$/.test(setting.key) && !isDefault) {
      const found: SettingIssue[] = [];
      checkHost([value].flat().join(","), found);
      issues.push(...found.map(({ message }) => ({ part, message })));
    }
    if (!isDefault) given[setting.key] = setting.kind === "repeated" ? [value].flat() : value;
  }
  const reading = validate(definition, given, issues);
  if (!reading.ok) {
    // Where the DSN has a place of its own for a setting, its issues name that place.
    const nameOf = (part: string): string => {
      const key = part in definition.dsn ? definition.dsn[part as "username"] : undefined;
      return [...known.values()].find((setting) => setting.key === key)?.dsnKey ?? part;
    };
    return { ok: false, issues: reading.issues.map(({ part, message }) => ({ part: nameOf(part), message })) };
  }
  const settings = reading.settings;
  const scheme = settings["plain"] === true ? "http" : "https";
  const addresses = [...known.values()].flatMap((setting) => {
    const value = settings[setting.key];
    if (typeof value !== "string" || value === "") return [];
    if (/(^h|H)ost$/.test(setting.key)) return [{ setting: setting.dsnKey, url: `${scheme}://${value}/` }];
    return /^https?:\/\//.test(value) && setting.key.endsWith("Url") ? [{ setting: setting.dsnKey, url: value }] : [];
  });
  const redactedDsn = shownDsn(definition, values, known);
  return { ok: true, prepared: prepareGateway(reading, { name, redactedDsn }), addresses };
}

/** The settings as a DSN, for people. */
function shownDsn(
  definition: GatewayDefinition,
  values: SettingValues,
  known: ReadonlyMap<string, SettingDescription>,
): string {
  const rest = new Map(Object.entries(values));
  const take = (key: string | undefined): string | undefined => {
    const setting = [...known.values()].find((one) => one.key === key);
    const value = setting && rest.get(setting.dsnKey);
    if (!setting || value === undefined) return undefined;
    rest.delete(setting.dsnKey);
    return setting.secret ? "•••" : encodeURIComponent([value].flat().join(","));
  };
  const { dsn } = definition;
  const isPlain = ["true", "1", "yes", "on"].includes(String(take("plain") ?? ""));
  const schemes = Object.entries(dsn.schemes);
  const scheme = schemes.find(([, fills]) => (fills["plain"] === true) === isPlain)?.[0] ?? definition.id;
  const [user, password] = [take(dsn.username), take(dsn.password)];
  const account = user === undefined ? "" : `${user}${password === undefined ? "" : `:${password}`}@`;
  const host = decodeURIComponent(take(dsn.host) ?? "default");
  const path = decodeURIComponent(take(dsn.path) ?? "");
  const query = [...rest].flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${known.get(name)?.secret ? "•••" : encodeURIComponent(one)}`),
  );
  const text = `${scheme}://${account}${host}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  // Once more by the rules for any DSN: a host or path that was read differently hides everything.
  return redactDsn(text, { username: false, query: (name) => known.get(name)?.secret ?? true });
}
