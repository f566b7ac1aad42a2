/**
 * How gateways stand together. `failover` tries its members in order, `roundrobin` takes turns; both may hold
 * each other. A leaf holds one DSN before opening and the gateway's name after.
 */
export type Route<Leaf> =
  | { readonly kind: "gateway"; readonly gateway: Leaf }
  | { readonly kind: "failover" | "roundrobin"; readonly members: readonly Route<Leaf>[] };

export type RouteResult =
  | { readonly ok: true; readonly route: Route<string> }
  | { readonly ok: false; readonly message: string };

const MOST_GATEWAYS = 50;
const DEEPEST = 8;
const TOKEN = /\s+|(failover|roundrobin)\(|\)|[^\s()]+/gy;

/**
 * Reads `twilio://…`, `failover(a b)`, `roundrobin(failover(a b) c)`. Members are separated by white space; a
 * bracket inside a DSN is written %28 or %29. Faults name places by count, never by content.
 */
export function parseRoute(text: string): RouteResult {
  const tokens: string[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    if (match[0].trim()) tokens.push(match[0]);
  }
  if (end !== text.length)
    return fail("has a bracket that is neither failover( nor roundrobin(: inside a DSN write %28");
  let at = 0;
  let gateways = 0;

  const read = (depth: number): Route<string> | string => {
    const token = tokens[at++];
    if (token === undefined) return "ends too early: a gateway or a closing bracket is missing";
    if (token === ")") return `has a closing bracket too many before gateway ${gateways + 1}`;
    if (!token.endsWith("(")) {
      gateways += 1;
      return gateways > MOST_GATEWAYS
        ? `names more than ${MOST_GATEWAYS} gateways`
        : { kind: "gateway", gateway: token };
    }
    if (depth >= DEEPEST) return `is nested deeper than ${DEEPEST}`;
    const kind = token === "failover(" ? "failover" : "roundrobin";
    const members: Route<string>[] = [];
    while (tokens[at] !== ")") {
      const member = read(depth + 1);
      if (typeof member === "string") return member;
      members.push(member);
    }
    at += 1;
    return members.length === 0 ? `has an empty ${kind}()` : { kind, members };
  };

  if (tokens.length === 0) return fail("is empty");
  const route = read(0);
  if (typeof route === "string") return fail(route);
  if (at < tokens.length) return fail("names several gateways: wrap them in failover(…) or roundrobin(…)");
  return { ok: true, route };
}

/** The leaves from left to right. */
export function leaves<Leaf>(route: Route<Leaf>): readonly Leaf[] {
  return route.kind === "gateway" ? [route.gateway] : route.members.flatMap(leaves);
}

/** The same tree with other leaves; `change` is called from left to right. */
export function mapRoute<From, To>(route: Route<From>, change: (leaf: From) => To): Route<To> {
  if (route.kind === "gateway") return { kind: "gateway", gateway: change(route.gateway) };
  return { kind: route.kind, members: route.members.map((member) => mapRoute(member, change)) };
}

const fail = (message: string): RouteResult => ({ ok: false, message });
