import type { Route } from "#domain/routing/route";
import { readRouting } from "#gateways/read-routing";

/**
 * The default route, from the environment's and what is stored: docs/decisions/0054-stored-gateways.md.
 *
 * @param from.members stored gateways of the default route, in their order
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
}): Route<string> {
  const { environment, members } = from;
  const stored = from.expression === null ? null : readRouting(from.expression, null);
  // It was checked when it was stored. One that this release cannot read must not send by another way.
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
