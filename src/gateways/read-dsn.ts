import type { z } from "zod";

import { nearest } from "#lib/edit-distance";
import type { SettingIssue } from "#domain/gateways/stored/gateway-kinds";

import { commonDescriptions, commonSettings } from "./common-settings.ts";
import type { GatewayDefinition } from "./define.ts";
import { describeSettings } from "./describe.ts";
import { parseDsn, quotable, type DsnParts } from "./dsn.ts";
import { loggableText } from "./shared/loggable-text.ts";

export type DsnReading =
  | {
      readonly ok: true;
      readonly definition: GatewayDefinition;
      readonly common: z.infer<typeof commonSettings>;
      readonly settings: Record<string, unknown>;
    }
  | { readonly ok: false; readonly id?: string; readonly issues: readonly SettingIssue[] };

/** Reads one DSN against the declarations: all its issues, or validated settings. */
export function readDsn(text: string, definitions: readonly GatewayDefinition[]): DsnReading {
  const parsed = parseDsn(text);
  if (!parsed.ok) return parsed;
  const { parts } = parsed;
  const definition = findDefinition(parts.scheme, definitions);
  if (!definition) {
    const known = definitions.flatMap(schemesOf);
    const near = nearest(parts.scheme, known);
    const hint = near ? `did you mean ${near}` : `known are ${known.join(", ")}`;
    return { ok: false, issues: [{ part: "scheme", message: `is not known: ${hint}` }] };
  }
  const { given, issues } = gather(parts, definition);
  return validate(definition, given, issues);
}

/**
 * Validates settings by their keys.
 *
 * @param issues those already found: a setting that has one gets no other
 */
export function validate(
  definition: GatewayDefinition,
  given: Readonly<Record<string, unknown>>,
  issues: SettingIssue[],
): DsnReading {
  const common = commonSettings.safeParse(given);
  const settings = definition.settings.safeParse(given);
  // Issues that are already reported (a missing part, say) come from zod a second time under the same name.
  const named = new Set(issues.map(({ part }) => part));
  for (const result of [common, settings]) {
    if (result.success) continue;
    for (const issue of result.error.issues) {
      const part = partName(issue.path[0], definition);
      if (named.has(part)) continue;
      const missing = issue.path.length > 0 && given[String(issue.path[0])] === undefined;
      // A setting's own check may build its message from the value: remove the values.
      const message =
        missing && issue.code !== "custom"
          ? "is missing"
          : loggableText(issue.message, Object.values(given).flat().map(String));
      issues.push({ part, message });
    }
  }
  if (issues.length > 0 || !common.success || !settings.success) return { ok: false, id: definition.id, issues };
  return { ok: true, definition, common: common.data, settings: settings.data };
}

/** Assigns the parts of a DSN to the settings, and reports what belongs to none. */
function gather(parts: DsnParts, definition: GatewayDefinition) {
  const issues: SettingIssue[] = [];
  const fixed = definition.dsn;
  const given: Record<string, unknown> = { ...fixed.schemes[parts.scheme] };
  for (const part of ["username", "password", "host", "path"] as const) {
    const value = part === "host" && parts.host === "default" ? undefined : parts[part];
    if (value === undefined || value === "") continue;
    const key = fixed[part];
    if (key !== undefined) given[key] = value;
    else if (part === "host") issues.push({ part, message: "must be `default`" });
    else issues.push({ part, message: "is not used here" });
  }
  // A value given by a part or a scheme is not repeated in the query.
  const inParts = new Set([...Object.values(fixed), ...Object.values(fixed.schemes).flatMap(Object.keys)]);
  const own = describeSettings(definition).filter(({ key }) => !inParts.has(key));
  const known = new Map([...own, ...commonDescriptions].map((setting) => [setting.dsnKey, setting]));
  for (const [index, [name, value]] of parts.query.entries()) {
    const setting = known.get(name);
    if (!setting) {
      const near = nearest(name, [...known.keys()]);
      const part = quotable(name) ? name : `query key ${index + 1}`;
      issues.push({ part, message: near ? `is not a setting: did you mean ${near}` : "is not a setting" });
    } else if (setting.kind === "repeated") given[setting.key] = [...((given[setting.key] as string[]) ?? []), value];
    else if (setting.key in given) issues.push({ part: name, message: "is given twice" });
    else given[setting.key] = value;
  }
  return { given, issues };
}

/** The operator's name for a setting: `password` rather than `token`, `messaging_service` for a query key. */
function partName(key: PropertyKey | undefined, definition: GatewayDefinition): string {
  if (key === undefined) return "dsn";
  for (const part of ["username", "password", "host", "path"] as const) {
    if (definition.dsn[part] === key) return part;
  }
  const all = [...describeSettings(definition), ...commonDescriptions];
  return all.find((setting) => setting.key === key)?.dsnKey ?? String(key);
}

/** The gateway of a scheme. */
export function findDefinition(
  scheme: string,
  definitions: readonly GatewayDefinition[],
): GatewayDefinition | undefined {
  return definitions.find((definition) => schemesOf(definition).includes(scheme));
}

/** Every scheme that means this gateway. */
export function schemesOf(definition: GatewayDefinition): string[] {
  return Object.keys(definition.dsn.schemes);
}
