/**
 * How the gateways of a run are combined; they are names of one stub, so that it sees every message twice that leaves
 * by two.
 */
export const ROUTES = {
  one: (dsn) => dsn(""),
  failover: (dsn) => `failover(${dsn("&name=a")} ${dsn("&name=b")})`,
  roundrobin: (dsn) => `roundrobin(3*${dsn("&name=a")} ${dsn("&name=b")} ${dsn("&name=c")})`,
  by: (dsn) =>
    `by(prefix=+491510000: failover(${dsn("&name=a")} ${dsn("&name=b")}); else: roundrobin(2*b ${dsn("&name=c")}))`,
} as const satisfies Record<string, (dsn: (more: string) => string) => string>;

export type RouteName = keyof typeof ROUTES;

export const routeOption = {
  route: ["one", `the gateways of the stub: ${Object.keys(ROUTES).join(", ")}`],
} as const satisfies Record<string, readonly [string, string]>;

/** @throws Error if there is no such setting */
export function routeNamed(name: string): RouteName {
  if (!Object.hasOwn(ROUTES, name)) throw new Error(`there is no route ${name}`);
  return name as RouteName;
}
