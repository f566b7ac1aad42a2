import type { Category } from "../messages/message.ts";
import { countryOf } from "../recipients/country.ts";
import type { Phone } from "../recipients/phone.ts";
import { formatRoute, type Conditions, type Route, type ResolvedRoute } from "./route.ts";

/** What determines the route of a message, besides health. */
export type Facts = {
  readonly phone: Phone;
  readonly category: Category;
  /** 0 ≤ draw < 1, always the same for the same message: selects among weighted gateways. */
  readonly draw: number;
};

/** The resolved route of one message, and the rules that led to it, as configured. */
export type Reduced = { readonly resolved: ResolvedRoute; readonly rules: readonly string[] };

/** Evaluates the tree for one message. */
export function reduce(route: Route<string>, facts: Facts): Reduced {
  const rules: string[] = [];
  const follow = (part: Route<string>, draw: number): ResolvedRoute => {
    switch (part.kind) {
      case "gateway":
        return part;
      case "by": {
        // The configuration parser ensures that the last rule has no conditions.
        const rule = part.rules.find(({ when }) => fits(when, facts))!;
        rules.push(rule.text);
        return follow(rule.route, draw);
      }
      case "failover":
        return plain(
          "failover",
          part.members.map((member) => follow(member, draw)),
        );
      case "roundrobin": {
        if (part.weights === null)
          return plain(
            "roundrobin",
            part.members.map((member) => follow(member, draw)),
          );
        const { at, within } = pick(part.weights, draw);
        return preferring(
          part.members.map((member) => follow(member, within)),
          at,
        );
      }
    }
  };
  return { resolved: follow(route, facts.draw), rules };
}

/**
 * Every resolved route that a tree can produce, each once, in tree order.
 *
 * @param most maximum number listed
 */
export function resolvedRoutesOf(route: Route<string>, most = Infinity): readonly ResolvedRoute[] {
  const unique = (resolvedRoutes: readonly ResolvedRoute[]): readonly ResolvedRoute[] => [
    ...new Map(resolvedRoutes.map((resolved) => [formatRoute(resolved), resolved])).values(),
  ];
  const list = (part: Route<string>): readonly ResolvedRoute[] => {
    switch (part.kind) {
      case "gateway":
        return [part];
      case "by":
        return unique(part.rules.flatMap((rule) => list(rule.route))).slice(0, most);
      case "failover":
      case "roundrobin": {
        let rows: readonly (readonly ResolvedRoute[])[] = [[]];
        for (const member of part.members) {
          const resolvedRoutes = list(member);
          rows = rows.slice(0, most).flatMap((row) => resolvedRoutes.map((resolved) => [...row, resolved]));
        }
        if (part.kind === "failover" || part.weights === null)
          return unique(rows.map((row) => plain(part.kind, row))).slice(0, most);
        return unique(part.members.flatMap((_, at) => rows.map((row) => preferring(row, at)))).slice(0, most);
      }
    }
  };
  return list(route);
}

/** The possible resolved routes of a category: to these numbers, or to any. */
export function resolvedRoutesFor(
  route: Route<string>,
  category: Category,
  phones: readonly Phone[] | null,
): readonly ResolvedRoute[] {
  const narrowed = narrow(route, category);
  if (phones === null) return resolvedRoutesOf(narrowed);
  const found = new Map<string, ResolvedRoute>();
  for (const phone of phones) {
    for (const resolved of resolvedRoutesOf(narrow(narrowed, category, phone)))
      found.set(formatRoute(resolved), resolved);
  }
  return [...found.values()];
}

/** The same tree without rules that cannot match. */
function narrow(route: Route<string>, category: Category, phone?: Phone): Route<string> {
  if (route.kind === "gateway") return route;
  if (route.kind !== "by") return { ...route, members: route.members.map((member) => narrow(member, category, phone)) };
  const rules = route.rules.filter(({ when }) =>
    phone === undefined ? fitsCategory(when, category) : fits(when, { phone, category }),
  );
  const kept = phone === undefined ? rules : rules.slice(0, 1);
  return { kind: "by", rules: kept.map((rule) => ({ ...rule, route: narrow(rule.route, category, phone) })) };
}

/** Whether a message meets all conditions of a rule. */
function fits(when: Conditions, { phone, category }: Pick<Facts, "phone" | "category">): boolean {
  if (!fitsCategory(when, category)) return false;
  if (when.prefixes && !when.prefixes.some((prefix) => phone.startsWith(prefix))) return false;
  return !when.countries || when.countries.includes(countryOf(phone) ?? "");
}

const fitsCategory = (when: Conditions, category: Category): boolean =>
  !when.categories || when.categories.includes(category);

/**
 * The member chosen, and the draw among its own members: with the same draw, it would always select the same of them.
 */
function pick(weights: readonly number[], draw: number): { at: number; within: number } {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let left = draw * sum;
  for (const [at, weight] of weights.entries()) {
    if (left < weight || at === weights.length - 1) return { at, within: Math.min(left / weight, 1 - Number.EPSILON) };
    left -= weight;
  }
  return { at: 0, within: 0 };
}

/** One member sends the message; while it cannot, all the others do. */
function preferring(members: readonly ResolvedRoute[], at: number): ResolvedRoute {
  const others = members.filter((_, index) => index !== at);
  return others.length === 0 ? members[at]! : plain("failover", [members[at]!, plain("roundrobin", others)]);
}

function plain(kind: "failover" | "roundrobin", members: readonly ResolvedRoute[]): ResolvedRoute {
  return members.length === 1 ? members[0]! : { kind, members };
}
