import type { z } from "zod";

import type { Detail, DetailCode } from "#domain/error";

/** A schema's issues with a parameter, in our wording. A number that is too big breaks two rules that mean the same. */
export function issuesOf(issues: readonly z.core.$ZodIssue[], name: string, value: unknown): Detail[] {
  const details = issues.flatMap(innermost).map((found) => detailOf(found, name, value));
  const unique = new Map(details.toReversed().map((detail) => [`${detail.code} ${detail.field}`, detail]));
  return [...unique.values()].toReversed();
}

/** Parameters whose values are secrets: passwords, codes, tokens, and the settings of a gateway, written as text. */
const SECRETS = new Set([
  "activation",
  "challenge",
  "code",
  "current",
  "next",
  "password",
  "sealed",
  "settings",
  "token",
]);

/** Values that are never echoed, because clients log the responses they get. A URL may contain a password. */
function isSecret(name: string, code: DetailCode): boolean {
  return SECRETS.has(name) || code === "invalid_url";
}

type Found = { readonly issue: z.core.$ZodIssue; readonly path: readonly PropertyKey[] };

function detailOf({ issue, path }: Found, name: string, value: unknown): Detail {
  const field = path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : `${text}.${String(part)}`),
    name,
  );
  // The value as the schema saw it: a list may have been written as one string.
  const shown = issue.input === undefined && !("input" in issue) ? valueAt(value, path) : issue.input;
  const [code, message] = explain(issue, shown);
  return { field, code, message, ...(isShort(shown) && !isSecret(name, code) && { value: shown }) };
}

/** The branch of a union that got furthest is the most informative; all of its issues are reported. */
function innermost(issue: z.core.$ZodIssue): readonly Found[] {
  const [furthest] = issue.code === "invalid_union" ? issue.errors.toSorted((a, b) => reach(b) - reach(a)) : [];
  if (!furthest || furthest.length === 0 || issue.input === undefined) return [{ issue, path: issue.path }];
  return furthest.flatMap(innermost).map((below) => ({ ...below, path: [...issue.path, ...below.path] }));
}

function reach(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((most, issue) => Math.max(most, issue.path.length * 10 + rank(issue)), -Infinity);
}

function explain(issue: z.core.$ZodIssue, value: unknown): [DetailCode, string] {
  // In a form or a query, a repeated name is a list.
  if (Array.isArray(value) && isOfOneValue(issue)) return ["wrong_type", "accepts one value, not several"];
  switch (issue.code) {
    case "invalid_type":
      return value === undefined || value === null
        ? ["required", "is required"]
        : ["wrong_type", `must be ${typeName(issue.expected)}`];
    case "invalid_value":
      return value === undefined
        ? ["required", "is required"]
        : ["not_in_list", `must be one of ${issue.values.map((one) => String(one)).join(", ")}`];
    case "too_big":
      if (issue.origin === "string") return ["too_long", `must have at most ${issue.maximum} characters`];
      if (issue.origin === "array") return ["too_many", `must have at most ${issue.maximum} entries`];
      return ["too_big", `must be at most ${issue.maximum}`];
    case "too_small":
      if (issue.origin === "string")
        return [
          "too_short",
          issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} characters`,
        ];
      if (issue.origin === "array")
        return ["too_short", issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} entries`];
      return ["too_small", `must be at least ${issue.minimum}`];
    case "invalid_format":
      if (issue.format === "url") return ["invalid_url", "is not a URL"];
      if (issue.format === "email") return ["invalid_format", "is not an e-mail address"];
      return issue.message.startsWith("Invalid")
        ? ["invalid_format", "does not have the required format"]
        : ["invalid_format", issue.message];
    case "invalid_union":
      return value === undefined ? ["required", "is required"] : ["wrong_type", "has the wrong type"];
    case "invalid_key": {
      const [first] = issue.issues;
      const [code, message] = first ? explain(first, first.input) : (["wrong_type", "is invalid"] as const);
      return [code, `is not a valid name: it ${message}`];
    }
    case "custom":
      return [
        issue.params?.["code"] ?? "wrong_type",
        issue.message.startsWith("Invalid") ? "is invalid" : issue.message,
      ];
    default:
      return ["wrong_type", issue.message.startsWith("Invalid") ? "is invalid" : issue.message];
  }
}

function isOfOneValue(issue: z.core.$ZodIssue): boolean {
  if (issue.code === "invalid_type") return !["array", "object", "record"].includes(issue.expected);
  return issue.code === "invalid_value" || issue.code === "invalid_format";
}

function rank(issue: z.core.$ZodIssue): number {
  return issue.code === "invalid_format"
    ? 3
    : issue.code === "too_big" || issue.code === "too_small"
      ? 2
      : issue.code === "invalid_type"
        ? 1
        : 0;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function typeName(expected: string): string {
  return TYPE_NAMES[expected] ?? expected;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    value,
  );
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= 100;
  return typeof value === "number" || typeof value === "boolean";
}
