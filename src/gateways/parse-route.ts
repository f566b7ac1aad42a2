import type { Route, Rule } from "#domain/routing/route";
import { resolvedRoutesOf } from "#domain/routing/resolve";

import { readRule } from "./read-rule.ts";

export type RouteResult =
  | { readonly ok: true; readonly route: Route<string> }
  | { readonly ok: false; readonly message: string };

const MAX_LEAVES = 200;
const MAX_RULES = 100;
const MAX_RESOLVED_ROUTES = 64;
const DEEPEST = 8;
const SPACE = /\s*/y;
const OPENING = /(failover|roundrobin|by)\(/y;
const WEIGHT = /(\d{1,9})\*/y;
const WORD = /[^\s()]+/y;
const DSN = /^[a-z][a-z0-9+.-]*:\/\//;

/**
 * Reads `twilio://…`, `failover(a b)`, `roundrobin(3*a b)`, `by(country=DE,AT: a; category=otp: failover(b a); else:
 * c)`. Members are separated by white space, rules by a semicolon. Brackets inside a DSN are literal if they are
 * balanced (`encodeURIComponent` leaves them), else written as %28 or %29; a semicolon at its end is %3B. A leaf is a
 * DSN, or the name of one of the DSNs. Issues identify places by count, never by content.
 */
export function parseRoute(text: string): RouteResult {
  const reader = routeReader(text);
  try {
    const route = reader.whole();
    if (resolvedRoutesOf(route, MAX_RESOLVED_ROUTES + 1).length > MAX_RESOLVED_ROUTES)
      throw new RouteIssue(`leads to more than ${MAX_RESOLVED_ROUTES} routes`);
    return { ok: true, route };
  } catch (error) {
    if (error instanceof RouteIssue) return { ok: false, message: error.message };
    throw error;
  }
}

class RouteIssue extends Error {
  override readonly name = "RouteIssue";
}

function routeReader(text: string) {
  let at = 0;
  let leafCount = 0;
  let groups = 0;

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  }

  /** A name or a DSN; brackets belong to a DSN as long as they are balanced. */
  function takeLeaf(): string {
    let leaf = take(WORD)?.[0] ?? "";
    while (DSN.test(leaf) && isAt("(")) {
      const end = closingOf(text, at);
      if (end === null) break;
      leaf += text.slice(at, end);
      at = end;
      leaf += take(WORD)?.[0] ?? "";
    }
    return leaf;
  }

  const fail = (message: string): never => {
    throw new RouteIssue(message);
  };
  const skip = (): unknown => take(SPACE);
  const isAt = (sign: string): boolean => text.startsWith(sign, at);
  const atEnd = (): boolean => at >= text.length;

  /** @param inRule a semicolon at the end of a leaf ends the rule and is not part of it */
  function item(depth: number, inRule: boolean): Route<string> {
    const open = take(OPENING);
    if (open) return group(open[1] as "failover" | "roundrobin" | "by", depth);
    if (atEnd()) fail("ends too early: a gateway or a closing bracket is missing");
    if (isAt(")")) fail(`has a closing bracket too many before gateway ${leafCount + 1}`);
    const leaf = takeLeaf();
    if (leaf === "" || isAt("("))
      fail("has a bracket that is neither failover( nor roundrobin( nor by(: inside a DSN write %28 or %29");
    leafCount += 1;
    if (leafCount > MAX_LEAVES) fail(`names more than ${MAX_LEAVES} gateways`);
    if (!inRule || !leaf.endsWith(";")) return { kind: "gateway", gateway: leaf };
    at -= 1;
    return { kind: "gateway", gateway: leaf.slice(0, -1) };
  }

  function group(kind: "failover" | "roundrobin" | "by", depth: number): Route<string> {
    if (depth >= DEEPEST) fail(`is nested deeper than ${DEEPEST}`);
    groups += 1;
    return kind === "by" ? by(depth, groups) : list(kind, depth);
  }

  function list(kind: "failover" | "roundrobin", depth: number): Route<string> {
    const members: Route<string>[] = [];
    const weights: (number | null)[] = [];
    for (skip(); !isAt(")"); skip()) {
      const weight = take(WEIGHT);
      if (weight && kind === "failover") fail(`has a weight in a failover(), before gateway ${leafCount + 1}`);
      const parts = weight ? Number(weight[1]) : null;
      if (parts !== null && (parts < 1 || parts > 100))
        fail(`has a weight outside 1-100, before gateway ${leafCount + 1}`);
      weights.push(parts);
      members.push(item(depth + 1, false));
    }
    at += 1;
    if (members.length === 0) fail(`has an empty ${kind}()`);
    if (kind === "failover") return { kind, members };
    const weighted = weights.some((weight) => weight !== null);
    return { kind, members, weights: weighted ? weights.map((weight) => weight ?? 1) : null };
  }

  function by(depth: number, nth: number): Route<string> {
    const rules: Rule<string>[] = [];
    let complete = false;
    for (skip(); !isAt(")"); skip()) {
      const place = `rule ${rules.length + 1} of by( number ${nth}`;
      if (atEnd()) fail("ends too early: a gateway or a closing bracket is missing");
      if (complete) fail(`has a rule behind else in by( number ${nth}`);
      if (rules.length >= MAX_RULES) fail(`has more than ${MAX_RULES} rules in by( number ${nth}`);
      const rule = conditions(place);
      skip();
      rules.push({ ...rule, route: item(depth + 1, true) });
      complete = Object.keys(rule.when).length === 0;
      skip();
      if (isAt(";")) at += 1;
      else if (!isAt(")") && !atEnd())
        fail(`has more than one gateway in ${place}: wrap them, or write ; before the next`);
    }
    at += 1;
    if (!complete) fail(`has no else: at the end of by( number ${nth}`);
    return { kind: "by", rules };
  }

  function conditions(place: string): Omit<Rule<string>, "route"> {
    const read = readRule(text, at);
    if (!read.ok) return fail(`has an error in ${place}: ${read.message}`);
    at = read.end;
    return { when: read.when, text: read.text };
  }

  return {
    whole(): Route<string> {
      skip();
      if (atEnd()) fail("is empty");
      const route = item(0, false);
      skip();
      if (!atEnd()) fail("names several gateways: wrap them in failover(…) or roundrobin(…)");
      return route;
    },
  };
}

/** The place after the bracket that closes the one at `start`; null if white space or the end comes first. */
function closingOf(text: string, start: number): number | null {
  let open = 0;
  for (let i = start; i < text.length && !/\s/.test(text[i]!); i += 1) {
    if (text[i] === "(") open += 1;
    if (text[i] === ")") open -= 1;
    if (open === 0) return i + 1;
  }
  return null;
}
