import { categoryNames } from "../../../lib/categories.ts";
import { list } from "../../../lib/format.ts";
import { locale } from "../../../lib/locale.ts";
import { t } from "../../../lib/translate.ts";

/** What a rule leads to. */
export type Target = {
  /** `failover`: the first that works. `roundrobin`: all share. */
  readonly how: "failover" | "roundrobin";
  /** `weight` is empty where all get as much as they can take. */
  readonly members: readonly { readonly gateway: string; readonly weight: string }[];
};

/** Lists are empty where they do not matter. */
export type Rule = {
  readonly countries: readonly string[];
  readonly prefixes: readonly string[];
  readonly categories: readonly string[];
  readonly target: Target;
};

/** The rules in their order, and what takes the rest. */
export type Rules = { readonly rules: readonly Rule[]; readonly otherwise: Target };

const member = /^(?:(\d{1,3})\*)?([a-z0-9][a-z0-9_-]{0,39})$/;

/**
 * Reads a routing as the API shows it in `effective`. null: it is nested deeper than a table of rules can show, so it
 * is edited as text.
 */
export function readRules(expression: string): Rules | null {
  const text = expression.trim();
  const whole = readTarget(text);
  if (whole) return { rules: [], otherwise: whole };
  const inner = /^by\(([\s\S]*)\)$/.exec(text)?.[1];
  if (inner === undefined || inner.includes("by(")) return null;
  const parts = inner.split(";").map((part) => part.trim());
  const last = parts.at(-1) === "" ? parts.at(-2) : parts.at(-1);
  const otherwise = last === undefined ? null : readTarget(/^else:\s*(.+)$/s.exec(last)?.[1] ?? "");
  if (!otherwise) return null;
  const rules = parts.slice(0, parts.lastIndexOf(last!)).map(readRule);
  return rules.every((rule) => rule !== null) ? { rules, otherwise } : null;
}

function readRule(text: string): Rule | null {
  const colon = text.indexOf(":");
  const target = readTarget(text.slice(colon + 1).trim());
  const rule: Record<string, readonly string[]> = { country: [], prefix: [], category: [] };
  for (const condition of text.slice(0, colon).trim().split(/\s+/)) {
    const [name = "", values] = condition.split("=");
    if (!(name in rule) || !values) return null;
    rule[name] = values.split(",");
  }
  const { country: countries = [], prefix: prefixes = [], category: categories = [] } = rule;
  return target && { countries, prefixes, categories, target };
}

function readTarget(text: string): Target | null {
  const group = /^(failover|roundrobin)\(([^()]*)\)$/.exec(text);
  const words = (group?.[2] ?? text).trim().split(/\s+/);
  if (!group && words.length !== 1) return null;
  const members = words.map((word) => member.exec(word));
  if (members.some((one) => one === null)) return null;
  return {
    how: (group?.[1] as Target["how"] | undefined) ?? "failover",
    members: members.map((one) => ({ gateway: one?.[2] ?? "", weight: one?.[1] ?? "" })),
  };
}

/** The rules in the API's syntax. */
export function writeRules({ rules, otherwise }: Rules): string {
  if (rules.length === 0) return writeTarget(otherwise);
  return `by(${rules.map((rule) => `${conditionsOf(rule)}: ${writeTarget(rule.target)}`).join("; ")}; else: ${writeTarget(otherwise)})`;
}

function conditionsOf({ countries, prefixes, categories }: Rule): string {
  const named = { country: countries, prefix: prefixes, category: categories };
  return Object.entries(named)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}=${values.join(",")}`)
    .join(" ");
}

function writeTarget({ how, members }: Target): string {
  const [only] = members;
  if (only && members.length === 1) return only.gateway;
  const weighted = how === "roundrobin" && members.some(({ weight }) => weight !== "");
  return `${how}(${members.map(({ gateway, weight }) => (weighted ? `${weight || 1}*${gateway}` : gateway)).join(" ")})`;
}

/** `Germany`, or the code where the browser has no name for it. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** When a rule applies, in words. */
export function whenOf({ countries, prefixes, categories }: Rule): string {
  const parts = [
    ...(countries.length > 0 ? [t`to ${list(countries.map(countryName), "disjunction")}`] : []),
    ...(prefixes.length > 0 ? [t`numbers beginning with ${list(prefixes, "disjunction")}`] : []),
    ...(categories.length > 0
      ? [
          list(
            categories.map((one) => categoryNames[one as keyof typeof categoryNames] ?? one),
            "disjunction",
          ),
        ]
      : []),
  ];
  const text = list(parts, "unit");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A rule that decided, in words. @param condition as `rules` of the API names it */
export function ruleName(condition: string): string {
  if (condition === "else") return t`Everything else`;
  const rule = readRule(`${condition}: any`);
  return rule ? whenOf(rule) : condition;
}

/** Who sends, in words. */
export function targetOf({ how, members }: Target): string {
  const names = members.map(({ gateway }) => gateway);
  const [first = "", ...others] = names;
  if (others.length === 0) return first;
  if (how === "failover") {
    return t`${first}; if it fails ${others.reduce((before, next) => t`${before}, then ${next}`)}`;
  }
  const all = members.reduce((sum, { weight }) => sum + Number(weight || 1), 0);
  if (members.every(({ weight }) => weight === "")) return t`${list(names)}, each as much as it can take`;
  const shares = members.map(({ gateway, weight }) => t`${gateway} ${Math.round((100 * Number(weight || 1)) / all)} %`);
  return list(shares, "unit");
}
