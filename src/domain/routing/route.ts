import type { Category } from "../messages/message.ts";

/**
 * How gateways stand together: the tree that `TIDINGS_GATEWAY` says. A leaf holds one DSN or a reference before
 * opening and the gateway's name after.
 */
export type Route<Leaf> =
  | { readonly kind: "gateway"; readonly gateway: Leaf }
  | { readonly kind: "failover"; readonly members: readonly Route<Leaf>[] }
  | {
      readonly kind: "roundrobin";
      readonly members: readonly Route<Leaf>[];
      /** How many parts of the texts each gets; null: as many as it takes. */
      readonly weights: readonly number[] | null;
    }
  | { readonly kind: "by"; readonly rules: readonly Rule<Leaf>[] };

/** The first rule that fits is taken; the last one has no conditions. */
export type Rule<Leaf> = {
  readonly when: Conditions;
  /** The conditions as they are typed: `country=DE,AT category=otp`, or `else`. */
  readonly text: string;
  readonly route: Route<Leaf>;
};

/** Every one that is there must hold. */
export type Conditions = {
  /** ISO 3166, capital letters. */
  readonly countries?: readonly string[];
  /** Beginnings of E.164 numbers, with the plus sign. */
  readonly prefixes?: readonly string[];
  readonly categories?: readonly Category[];
};

/** What is left of a tree once text and person are known: every member may take the text, health says which one does. */
export type ResolvedRoute =
  | { readonly kind: "gateway"; readonly gateway: string }
  | { readonly kind: "failover" | "roundrobin"; readonly members: readonly ResolvedRoute[] };

/** The gateways of a tree from left to right, each once. */
export function gatewaysOf(route: Route<string> | ResolvedRoute): readonly string[] {
  return [...new Set(leavesOf(route))];
}

function leavesOf(route: Route<string> | ResolvedRoute): readonly string[] {
  if (route.kind === "gateway") return [route.gateway];
  if (route.kind === "by") return route.rules.flatMap((rule) => leavesOf(rule.route));
  return route.members.flatMap(leavesOf);
}

/** `failover(a roundrobin(b c))`: a way as it would be typed. */
export function formatRoute(resolved: ResolvedRoute): string {
  return resolved.kind === "gateway"
    ? resolved.gateway
    : `${resolved.kind}(${resolved.members.map(formatRoute).join(" ")})`;
}
