import { categoriesByPriority } from "#domain/messages/message";
import { isCountry } from "#domain/recipients/phone";
import type { Conditions } from "#domain/routing/route";

export type RuleResult =
  | { readonly ok: true; readonly when: Conditions; readonly text: string; readonly end: number }
  | { readonly ok: false; readonly message: string };

const CONDITION = /(country|prefix|category)=([^\s:;()]*)\s*/y;
const ELSE = /else\s*:/y;
const MAX_VALUES = 250;
const FIELDS = { country: "countries", prefix: "prefixes", category: "categories" } as const;

/**
 * Reads `country=DE,AT category=otp:` or `else:` at a place of the setting.
 *
 * @returns the conditions (none for else), as typed, and where the gateway begins
 */
export function readRule(text: string, at: number): RuleResult {
  ELSE.lastIndex = at;
  if (ELSE.test(text)) return { ok: true, when: {}, text: "else", end: ELSE.lastIndex };
  const when: Record<string, readonly string[]> = {};
  const parts: string[] = [];
  let end = at;
  for (;;) {
    CONDITION.lastIndex = end;
    const match = CONDITION.exec(text);
    if (!match) break;
    end = CONDITION.lastIndex;
    const kind = match[1] as keyof typeof FIELDS;
    const values = match[2]!.split(",").filter((value) => value !== "");
    const issue = errorOf(kind, values);
    if (issue) return { ok: false, message: issue };
    if (when[FIELDS[kind]]) return { ok: false, message: `${kind}= appears twice; separate several values by commas` };
    when[FIELDS[kind]] = values;
    parts.push(`${kind}=${values.join(",")}`);
  }
  if (end === at) return { ok: false, message: "it does not begin with country=, prefix=, category= or else:" };
  if (text[end] !== ":") return { ok: false, message: "there is no colon between conditions and gateway" };
  return { ok: true, when: when as Conditions, text: parts.join(" "), end: end + 1 };
}

function errorOf(kind: keyof typeof FIELDS, values: readonly string[]): string | null {
  if (values.length === 0) return `${kind}= has no value`;
  if (values.length > MAX_VALUES) return `${kind}= has more than ${MAX_VALUES} values`;
  const wrong = values.findIndex((value) =>
    kind === "country"
      ? !/^[A-Z]{2}$/.test(value) || !isCountry(value)
      : kind === "prefix"
        ? !/^\+[1-9]\d{0,14}$/.test(value)
        : !categoriesByPriority.some((category) => category === value),
  );
  if (wrong < 0) return null;
  const rule = {
    country: "is not a country code of two capital letters, such as DE",
    prefix: "is not the beginning of a number with a plus sign, such as +4915",
    category: `is not one of ${categoriesByPriority.join(", ")}`,
  }[kind];
  return `value ${wrong + 1} of ${kind}= ${rule}`;
}
