import { leavesOf, type ResolvedRoute } from "./route.ts";

/**
 * The health of a gateway, from best to worst: `up`; `recovering` gets few messages, and more as they succeed;
 * `degraded` gets nothing while another can send it; `down` gets nothing.
 */
export type HealthStatus = "up" | "recovering" | "degraded" | "down";

export type Health = {
  readonly status: HealthStatus;
  /** While it recovers: the part of its full load that it may get, 0 to 1. */
  readonly part: number;
};

export type HealthOf = (gateway: string) => Health;

const RANK: Readonly<Record<HealthStatus, number>> = { up: 0, recovering: 1, degraded: 2, down: 3 };

/**
 * The gateways in use now. In a failover, the first that is up, with those before it that are recovering; in a round
 * robin, all healthy ones. If none is healthy, those that are only degraded; if all are down, the first, for which
 * messages then wait.
 */
export function serving(resolved: ResolvedRoute, health: HealthOf): readonly string[] {
  if (resolved.kind === "gateway") return [resolved.gateway];
  const best = bestOf(resolved, health);
  if (best >= RANK.degraded) {
    const alike = resolved.members.filter((member) => bestOf(member, health) === best);
    return (resolved.kind === "failover" ? alike.slice(0, 1) : alike).flatMap((member) => serving(member, health));
  }
  const names: string[] = [];
  for (const member of resolved.members) {
    const rank = bestOf(member, health);
    if (rank >= RANK.degraded) continue;
    names.push(...serving(member, health));
    if (resolved.kind === "failover" && rank === RANK.up) break;
  }
  return [...new Set(names)];
}

/**
 * The intended share of each gateway in a resolved route: for display. Members of a round robin without weights count
 * equally; in practice each sends as many as it can.
 */
export function sharesOf(resolved: ResolvedRoute, health: HealthOf): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const give = (part: ResolvedRoute, amount: number): void => {
    if (part.kind === "gateway") {
      shares.set(part.gateway, (shares.get(part.gateway) ?? 0) + amount);
      return;
    }
    const turn = new Set(serving(part, health));
    const members = part.members.filter((member) => serving(member, health).some((name) => turn.has(name)));
    if (part.kind === "roundrobin") {
      for (const member of members) give(member, amount / members.length);
      return;
    }
    let left = amount;
    for (const [index, member] of members.entries()) {
      const last = index === members.length - 1;
      const taken = last ? left : left * partOf(member, health);
      give(member, taken);
      left -= taken;
    }
  };
  give(resolved, 1);
  return shares;
}

function partOf(resolved: ResolvedRoute, health: HealthOf): number {
  return Math.max(...leavesOf(resolved).map((name) => (health(name).status === "up" ? 1 : health(name).part)));
}

function bestOf(resolved: ResolvedRoute, health: HealthOf): number {
  return Math.min(...leavesOf(resolved).map((name) => RANK[health(name).status]));
}
