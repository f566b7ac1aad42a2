import { DEFAULT_ROUTE, type Route } from "#domain/routing/route";
import { readRouting } from "#gateways/read-routing";

/** The default route. */
export type EffectiveRoute = {
  readonly tree: Route<string>;
  /** The route of the queue by which its messages are accepted. */
  readonly name: string;
};

/**
 * The default route, from the environment's and what is stored: docs/decisions/0054-stored-gateways.md.
 *
 * @param from.members stored gateways of the default route, in their order: also those that cannot send at the moment
 * @param from.expression the stored routing
 */
export function effectiveRoute(from: {
  readonly environment: {
    readonly route: Route<string>;
    /** TIDINGS_GATEWAY is not set. */
    readonly isDefault: boolean;
    /** It has sandboxes only. */
    readonly isSandbox: boolean;
  };
  readonly members: readonly string[];
  readonly expression: string | null;
  /** No stored gateway was ever in the default route. */
  readonly isTrial: boolean;
}): EffectiveRoute {
  const { environment, members } = from;
  const own = environment.route;
  // Messages that wait on the default route were accepted for a real gateway: the implicit sandbox must not take them.
  if (from.expression === null && environment.isDefault && members.length === 0) {
    return from.isTrial && own.kind === "gateway"
      ? { tree: own, name: own.gateway }
      : { tree: NOWHERE, name: DEFAULT_ROUTE };
  }
  return { tree: treeOf(from), name: DEFAULT_ROUTE };
}

function treeOf({ environment, members, expression }: Parameters<typeof effectiveRoute>[0]): Route<string> {
  const stored = expression === null ? null : readRouting(expression, null);
  // The expression was checked when it was stored. If this release cannot read it, nothing may be sent by another
  // route.
  if (stored) return stored.ok ? stored.route : NOWHERE;
  const own = environment.route;
  if (members.length === 0) return own;
  const isEmpty = own.kind !== "gateway" && own.kind !== "by" && own.members.length === 0;
  const added = members.map((gateway): Route<string> => ({ kind: "gateway", gateway }));
  if (isEmpty || environment.isDefault) return failover(added);
  if (environment.isSandbox) return own;
  return failover([...(own.kind === "failover" ? own.members : [own]), ...added]);
}

const NOWHERE: Route<string> = { kind: "failover", members: [] };

function failover(members: readonly Route<string>[]): Route<string> {
  return members.length === 1 ? members[0]! : { kind: "failover", members };
}
