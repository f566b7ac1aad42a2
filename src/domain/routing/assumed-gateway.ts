import type { Category } from "../messages/message.ts";
import { countriesOfPrefix } from "../recipients/country.ts";
import type { Conditions, Route } from "./route.ts";

export type Assumption = {
  readonly category: Category;
  /** What the numbers begin with. Longer prefixes of rules are looked up separately. */
  readonly prefix: string;
  readonly isUsable: (gateway: string) => boolean;
  /** What it charges for a segment to these numbers; 0: unknown. */
  readonly priceAt: (gateway: string) => number;
};

/**
 * The gateway whose price is assumed for numbers of which only the beginning is known: of a failover the first, of a
 * round robin the most expensive, and so where rules distinguish countries that share a calling code. null: there is
 * none.
 */
export function assumedGateway(route: Route<string>, about: Assumption): string | null {
  const assumed = (part: Route<string>): readonly string[] => {
    const gateway = assumedGateway(part, about);
    return gateway === null ? [] : [gateway];
  };
  switch (route.kind) {
    case "gateway":
      return about.isUsable(route.gateway) ? route.gateway : null;
    case "failover":
      return route.members.flatMap(assumed)[0] ?? null;
    case "roundrobin":
      return mostExpensive(route.members.flatMap(assumed), about);
    case "by": {
      const found: string[] = [];
      for (const { when, route: next } of route.rules) {
        const match = matches(when, about);
        if (match !== "never") found.push(...assumed(next));
        if (match === "always") break;
      }
      return mostExpensive(found, about);
    }
  }
}

function mostExpensive(gateways: readonly string[], { priceAt }: Assumption): string | null {
  let most: string | null = null;
  for (const gateway of gateways) if (most === null || priceAt(gateway) > priceAt(most)) most = gateway;
  return most;
}

function matches(when: Conditions, { category, prefix }: Assumption): "always" | "sometimes" | "never" {
  if (when.categories && !when.categories.includes(category)) return "never";
  if (when.prefixes && !when.prefixes.some((start) => prefix.startsWith(start))) return "never";
  if (!when.countries) return "always";
  const countries = countriesOfPrefix(prefix);
  const fitting = countries.filter((country) => when.countries!.includes(country));
  if (fitting.length === 0) return "never";
  return fitting.length === countries.length ? "always" : "sometimes";
}

/** The beginnings of numbers that rules distinguish. */
export function rulePrefixes(route: Route<string>): readonly string[] {
  switch (route.kind) {
    case "gateway":
      return [];
    case "by":
      return route.rules.flatMap((rule) => [...(rule.when.prefixes ?? []), ...rulePrefixes(rule.route)]);
    default:
      return route.members.flatMap(rulePrefixes);
  }
}
