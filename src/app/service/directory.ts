import type { Host } from "#domain/access/host";
import type { People } from "#domain/users/people";
import { nonceQueries } from "#store/queries/platform/nonces";

import { allowedOutbound } from "../config/addresses.ts";
import { openCommerce, type OpenCommerce } from "./open-commerce.ts";
import { openPeople } from "./open-people.ts";
import { openPlatform } from "./open-platform.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import type { Node } from "./node.ts";
import type { Storage } from "./storage.ts";

export type Directory = {
  /** The gate through which all requests to addresses from callers go. */
  readonly outbound: Outbound;
  readonly outboundAllow: readonly string[];
  readonly host: Host;
  readonly people: People;
  readonly shop: OpenCommerce;
  close(): Promise<void>;
};

/** The users, and the customers of the shop: stored by the service itself, or queried from other platforms. */
export async function openDirectory(node: Node, { db, key }: Storage): Promise<Directory> {
  const { config, log, clock, random, bus } = node;
  const outboundAllow = allowedOutbound(config);
  const outbound = createOutbound({ allow: outboundAllow });
  const builtin = await openPeople(db, key, { clock, log, webhooks: () => bus.publish("webhooks") });
  const { people } = builtin;
  const { host, forget } = openPlatform(config, {
    builtin: builtin.host,
    sessionOf: people.sessionOf,
    outbound,
    clock,
    time: db,
    nonces: nonceQueries(db),
    log,
    revoked: () => bus.broadcast("principals"),
  });
  bus.subscribe("principals", forget);
  // Calls that the platform proxies find the names of its roles cached.
  if (host.managedBy && node.answers && !node.beside) void host.roles([]).catch(() => undefined);
  return {
    outbound,
    outboundAllow,
    host,
    people,
    shop: openCommerce(config, builtin, { fetch: outbound.trustedFetch, random, now: clock.now }),
    async close() {
      await builtin.host.settled();
      await outbound.close();
    },
  };
}
