import { parseJson } from "../../shared/json.ts";
import { parseXml } from "../../shared/xml.ts";
import { TemplateError } from "./template.ts";

/** A provider's response as finders see it. */
export type Answered = { readonly text: string; readonly json: unknown };
export type Finder = (answer: Answered) => readonly string[];

/** Characters of a response that a regular expression sees: a bound on the cost of a slow one. */
const MAX_TEXT = 8_192;

/**
 * Finds a value in a response, JSON or XML: a JSON Pointer such as `/messages/0/id`, in which a step `*` means every
 * item, or `~REGULAR-EXPRESSION`, whose first group counts, or else the whole match.
 *
 * @throws TemplateError
 */
export function compileFinder(text: string): Finder {
  if (text.startsWith("/")) return ({ json }) => point(json, steps(text));
  if (!text.startsWith("~"))
    throw new TemplateError("is neither a pointer like /messages/0/id nor ~ and a regular expression");
  let pattern: RegExp;
  try {
    pattern = new RegExp(text.slice(1), "g");
  } catch {
    throw new TemplateError("is not a regular expression");
  }
  return (answer) => [...answer.text.slice(0, MAX_TEXT).matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

/** Parses a response body once for all finders: JSON, or XML as if it were. */
export function answered(body: string | null): Answered {
  const json = parseJson(body);
  return { text: body ?? "", json: json === undefined ? parseXml(body ?? "") : json };
}

/** One entry of a list in a response, as if it were the whole response. */
export const entryOf = (json: unknown): Answered => ({
  text: typeof json === "string" ? json : (JSON.stringify(json) ?? ""),
  json,
});

// RFC 6901 §4: ~1 is a slash, ~0 a tilde.
const unescape = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** The steps of a pointer; `/` alone is the whole. */
export const steps = (pointer: string): string[] => (pointer === "/" ? [] : pointer.slice(1).split("/").map(unescape));

/** Every string, number or boolean at a path. */
export function point(value: unknown, path: readonly string[]): readonly string[] {
  return nodes(value, path).flatMap((node) =>
    ["string", "number", "boolean"].includes(typeof node) ? [String(node)] : [],
  );
}

/** Everything at a path, of any type; inherited properties do not count. */
export function nodes(value: unknown, path: readonly string[]): readonly unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (step === "*") return Object.values(value).flatMap((item) => nodes(item, rest));
  return Object.hasOwn(value, step) ? nodes((value as Record<string, unknown>)[step], rest) : [];
}
