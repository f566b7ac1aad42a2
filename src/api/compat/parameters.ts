import { invalid, missing, refused, type CompatReply, type ParameterIssue } from "./replies.ts";

/** Maximum entries that one call may name. */
const MAX_IDS = 1_000;

/** A parameter as WP SMS declares it. Undeclared parameters are accepted unchecked. */
export type Parameter = {
  readonly required?: true;
  readonly type?: "string" | "array" | "boolean" | "integer" | "object";
  readonly oneOf?: readonly string[];
  readonly format?: "date-time";
};

export type Fields = ReadonlyMap<string, unknown>;

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i;

/** The first issue that the framework would report; null: none. Missing parameters come before invalid ones. */
export function judgeParameters(declared: Readonly<Record<string, Parameter>>, fields: Fields): CompatReply | null {
  const absent = Object.keys(declared).filter((name) => declared[name]!.required && fields.get(name) == null);
  if (absent.length > 0) return missing(absent);
  const issues = new Map<string, ParameterIssue>();
  for (const [name, parameter] of Object.entries(declared)) {
    const value = fields.get(name);
    if (value === undefined) continue;
    const issue = judge(name, value, parameter);
    if (issue) issues.set(name, issue);
  }
  return issues.size === 0 ? null : invalid(issues);
}

function judge(name: string, value: unknown, { type, oneOf, format }: Parameter): ParameterIssue | null {
  if (type !== undefined && !isOfType(value, type)) {
    return { code: "rest_invalid_type", message: `${name} is not of type ${type}.`, data: { param: name } };
  }
  if (oneOf && !oneOf.includes(String(value))) {
    return { code: "rest_not_in_enum", message: `${name} is not one of ${oneOf.join(", ")}.`, data: null };
  }
  if (format === "date-time" && !DATE_TIME.test(String(value))) {
    return { code: "rest_invalid_date", message: "Invalid date.", data: null };
  }
  return null;
}

function isOfType(value: unknown, type: NonNullable<Parameter["type"]>): boolean {
  switch (type) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return booleanOf(value) !== null;
    case "integer":
      return typeof value === "number" ? Number.isInteger(value) : typeof value === "string" && /^-?\d+$/.test(value);
    case "array":
      // A single value, or several separated by commas, is also a list.
      return Array.isArray(value) || ["string", "number"].includes(typeof value);
    case "object":
      return typeof value === "object" && value !== null;
  }
}

/** A parameter as a string; "" if it is absent or something else. */
export function textOf(fields: Fields, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A parameter as a list; a single value or several separated by commas are also lists, blanks are left out. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.filter((one) => one !== null && one !== "");
  if (typeof value === "string") {
    return value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  }
  return typeof value === "number" ? [value] : [];
}

/** A boolean in one of the framework's spellings, whose letters may be of either case; null: none. */
export function booleanOf(value: unknown): boolean | null {
  const word = typeof value === "string" ? value.toLowerCase() : value;
  if ([true, 1, "1", "true"].includes(word as string)) return true;
  return [false, 0, "0", "false"].includes(word as string) ? false : null;
}

/** Whether a parameter is true. */
export function isOn(value: unknown): boolean {
  return booleanOf(value) === true;
}

/** The requested page. A sign is ignored; 0 is left for the endpoint to refuse. */
export function pageOf(fields: Fields): { readonly page: number; readonly per_page: number } {
  const whole = (name: string, usual: string): number => Math.abs(Number(textOf(fields, name) || usual));
  return { page: whole("page", "1"), per_page: whole("per_page", "20") };
}

/**
 * The ids that a bulk call names, each once.
 *
 * @param things their name in the refusal: "groups"
 */
export function idsOf(named: readonly unknown[], things: string): readonly number[] | CompatReply {
  const ids = [...new Set(named.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
  return ids.length > 0 && ids.length <= MAX_IDS ? ids : refused(`ids must name 1 to ${MAX_IDS} ${things}.`);
}
