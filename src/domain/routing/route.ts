import type { Category } from "../messages/message.ts";

/**
 * How gateways are combined: the tree in `TIDINGS_GATEWAY`. A leaf is a DSN or a reference before opening, and the
 * gateway's name after.
 */
export type Route<Leaf> =
  | { readonly kind: "gateway"; readonly gateway: Leaf }
  | { readonly kind: "failover"; readonly members: readonly Route<Leaf>[] }
  | {
      readonly kind: "roundrobin";
      readonly members: readonly Route<Leaf>[];
      /** The relative share of messages for each; null: as many as it accepts. */
      readonly weights: readonly number[] | null;
    }
  | { readonly kind: "by"; readonly rules: readonly Rule<Leaf>[] };

/** The first rule that matches applies; the last one has no conditions. */
export type Rule<Leaf> = {
  readonly when: Conditions;
  /** The conditions as configured: `country=DE,AT category=otp`, or `else`. */
  readonly text: string;
  readonly route: Route<Leaf>;
};

/** The queue's name for work of the default route, whichever gateway that leads to. */
export const DEFAULT_ROUTE = "default";

/** All conditions present must be met. */
export type Conditions = {
  /** ISO 3166, capital letters. */
  readonly countries?: readonly string[];
  /** Beginnings of E.164 numbers, with the plus sign. */
  readonly prefixes?: readonly string[];
  readonly categories?: readonly Category[];
};

/**
 * What remains of a tree once message and recipient are known: every member may send it; health decides which one does.
 */
export type ResolvedRoute =
  | { readonly kind: "gateway"; readonly gateway: string }
  | { readonly kind: "failover" | "roundrobin"; readonly members: readonly ResolvedRoute[] };

/** What a route and a resolved route have in common. */
type Tree<Leaf> =
  | { readonly kind: "gateway"; readonly gateway: Leaf }
  | { readonly kind: "failover" | "roundrobin"; readonly members: readonly Tree<Leaf>[] }
  | { readonly kind: "by"; readonly rules: readonly { readonly route: Tree<Leaf> }[] };

/** The gateways of a tree from left to right, each once. */
export function gatewaysOf(route: Tree<string>): readonly string[] {
  return [...new Set(leavesOf(route))];
}

/** The leaves from left to right, with repetitions. */
export function leavesOf<Leaf>(route: Tree<Leaf>): readonly Leaf[] {
  if (route.kind === "gateway") return [route.gateway];
  if (route.kind === "by") return route.rules.flatMap((rule) => leavesOf(rule.route));
  return route.members.flatMap((member) => leavesOf(member));
}

/** The same tree with other leaves; `change` is called from left to right. */
export function mapRoute<From, To>(route: Route<From>, change: (leaf: From) => To): Route<To> {
  switch (route.kind) {
    case "gateway":
      return { kind: "gateway", gateway: change(route.gateway) };
    case "by":
      return {
        kind: "by",
        rules: route.rules.map((rule) => ({ ...rule, route: mapRoute(rule.route, change) })),
      };
    default:
      return { ...route, members: route.members.map((member) => mapRoute(member, change)) };
  }
}

/** `failover(a roundrobin(b c))`: a resolved route in configuration syntax. */
export function formatRoute(resolved: ResolvedRoute): string {
  return resolved.kind === "gateway"
    ? resolved.gateway
    : `${resolved.kind}(${resolved.members.map(formatRoute).join(" ")})`;
}

/** A tree in configuration syntax; empty if it has no member. */
export function formatTree(route: Route<string>): string {
  switch (route.kind) {
    case "gateway":
      return route.gateway;
    case "by":
      return `by(${route.rules.map((rule) => `${rule.text}: ${formatTree(rule.route)}`).join("; ")})`;
    default: {
      if (route.members.length === 0) return "";
      const weights = route.kind === "roundrobin" ? route.weights : null;
      return `${route.kind}(${route.members.map((member, at) => `${weights ? `${weights[at]}*` : ""}${formatTree(member)}`).join(" ")})`;
    }
  }
}
