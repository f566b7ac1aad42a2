import type { GatewayData, Setting } from "./use-gateways.ts";

/** null: what is stored is removed. Lists are separated by commas, repeated values by line breaks. */
export type SettingValue = string | boolean | null;
/** By the names that the API's issues have: `settings.from`. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

export type Given = Record<string, string | boolean | string[] | null>;

export const fieldOf = (setting: Pick<Setting, "name">): string => `settings.${setting.name}`;

/** The fields of a form: what is stored, and the defaults of what is not. Secrets are empty: they are never read. */
export function initialSettings(
  settings: readonly Setting[],
  stored: GatewayData["settings"] = null,
): Record<string, SettingValue> {
  return Object.fromEntries(settings.map((setting) => [fieldOf(setting), initialOf(setting, stored?.[setting.name])]));
}

function initialOf(setting: Setting, stored: string | readonly string[] | undefined): SettingValue {
  if (setting.type === "flag") {
    if (stored === undefined) return setting.default === true;
    return ["true", "1", "yes", "on"].includes(String(stored).toLowerCase());
  }
  if (stored === undefined) return "";
  return [stored].flat().join(setting.type === "repeated" ? "\n" : ",");
}

/** What differs from the initial fields, for the API. */
export function givenSettings(settings: readonly Setting[], initial: SettingValues, values: SettingValues): Given {
  const given: Given = {};
  for (const setting of settings) {
    const value = values[fieldOf(setting)] ?? null;
    if (value === initial[fieldOf(setting)]) continue;
    given[setting.name] = apiValue(setting, value);
  }
  return given;
}

function apiValue({ type, secret }: Setting, value: SettingValue): string | boolean | string[] | null {
  if (typeof value !== "string") return value;
  // A pasted key often has white space around it; inside a secret it may be significant.
  const text = secret && value.trim() !== "" ? value.replaceAll(/^\s+|\s+$/g, "") : value.trim();
  if (text === "") return null;
  if (type !== "repeated") return text;
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** What every provider is asked for first; the rest is folded away. */
const first = ["from", "username", "password", "auth", "path", "id", "region", "messaging_service", "tls"];
/** What the service itself does with a gateway, whatever the adapter. */
const common = ["rate", "rate_per", "max_in_flight", "at_least_once"];

export function grouped(settings: readonly Setting[]) {
  const isCommon = ({ name }: Setting) => common.includes(name);
  const isFirst = (setting: Setting) => !isCommon(setting) && (setting.required || first.includes(setting.name));
  return {
    main: settings.filter(isFirst),
    more: settings.filter((setting) => !isFirst(setting) && !isCommon(setting)),
    common: settings.filter(isCommon),
  };
}
