import { regionName } from "../../lib/countries.ts";
import { list } from "../../lib/format.ts";
import { languageName } from "../../lib/languages.ts";
import { t, term } from "../../lib/translate.ts";
import { type Hours, hoursText } from "../safety/hours.ts";
import { choiceWords } from "../settings/choice-words.ts";
import { settingLabels } from "../settings/setting-labels.ts";

export type Difference = {
  readonly label: string;
  /** What it is within the setting: a language, a country. */
  readonly part?: string;
  /** null: there was, or is, nothing. */
  readonly before: string | null;
  readonly after: string | null;
};

/** What is stored of a gateway, by the names that its page has for it. */
const gatewayLabels: Readonly<Record<string, string>> = {
  "gateways.name": t`Name`,
  "gateways.kind": t`Provider`,
  "gateways.enabled": t`Switched on`,
  "gateways.in_default_route": t`Use it for every message`,
  "gateways.settings": t`Settings`,
  "gateways.secrets": t`Secrets`,
  "gateways.changed": t`Changed settings`,
  "gateways.order": t`Order of the gateways`,
  "gateways.routing": t`Rules`,
};

type Fields = Readonly<Record<string, unknown>>;

/** What a change of a section did, one entry for each value that is another now. */
export function differences(section: string, before: Fields, after: Fields): readonly Difference[] {
  const labels: Readonly<Record<string, string>> = { ...settingLabels, ...gatewayLabels };
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const all = fields.flatMap((field): Difference[] => {
    const [old, now] = [before[field], after[field]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const label = labels[`${section}.${field}`] ?? field.replaceAll("_", " ");
    if (!isFields(old) || !isFields(now)) {
      const inWords = (value: unknown) => wordsOf(`${section}.${field}`, value) ?? shown(value);
      return [{ label, before: inWords(old), after: inWords(now) }];
    }
    const parts = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return parts
      .filter((part) => JSON.stringify(old[part]) !== JSON.stringify(now[part]))
      .map((part) => ({ label, part: partName(part), before: shown(old[part]), after: shown(now[part]) }));
  });
  // An empty list in place of nothing.
  return all.filter((one) => one.before !== null || one.after !== null);
}

function wordsOf(setting: string, value: unknown): string | undefined {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = choiceWords;
  return typeof value === "string" ? words[setting]?.[value] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function partName(part: string): string {
  if (part === "default") return t`all other languages`;
  if (/^[A-Z]{2}(-.{2})?$/.test(part)) return regionName(part);
  return /^[a-z]{2,3}(-\w+)?$/.test(part) ? languageName(part) : part.replaceAll("_", " ");
}

/** A value as a reader knows it from the form. */
function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? term("on", "setting") : term("off", "setting");
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    const entries = value.map((one) => shown(one) ?? "");
    return value.some(isFields) ? entries.join("\n") : list(entries, "unit");
  }
  if (isFields(value)) {
    if ("weekdays" in value) return hoursText(value as Hours);
    if ("prefix" in value) return `${shown(value["prefix"])} … ${shown(value["price"])}`;
    return list(
      Object.entries(value).map(
        ([name, one]) => `${name.replaceAll("_", " ")}: ${shown(one) ?? term("none", "value")}`,
      ),
      "unit",
    );
  }
  if (typeof value === "string" && /^[A-Z]{2}$/.test(value)) return regionName(value);
  return typeof value === "string" || typeof value === "number" ? `${value}` : JSON.stringify(value);
}
