import type { ResolvedRoute } from "./route.ts";

/**
 * How a gateway does, from best to worst: `up`; `recovering` takes few texts, and more as they go well; `degraded` gets
 * nothing while another can take it; `down` gets nothing.
 */
export type Fitness = "up" | "recovering" | "degraded" | "down";

export type Health = {
  readonly fitness: Fitness;
  /** While it recovers: what part of its full load it may have, 0 to 1. */
  readonly part: number;
};

export type HealthOf = (gateway: string) => Health;

const RANK: Readonly<Record<Fitness, number>> = { up: 0, recovering: 1, degraded: 2, down: 3 };

/**
 * The gateways whose turn it is now. Of a failover the first that is up, with those before it that recover; of a round
 * robin all that are well. Where none is well those that are only degraded, and where all are down the first: their texts
 * wait for it.
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
 * What part of a way's texts each gateway is meant to take now: for people to look at. Members of a round robin without
 * weights count alike; in truth each takes as many as it can.
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
  return Math.max(...leaves(resolved).map((name) => (health(name).fitness === "up" ? 1 : health(name).part)));
}

function bestOf(resolved: ResolvedRoute, health: HealthOf): number {
  return Math.min(...leaves(resolved).map((name) => RANK[health(name).fitness]));
}

function leaves(resolved: ResolvedRoute): readonly string[] {
  return resolved.kind === "gateway" ? [resolved.gateway] : resolved.members.flatMap(leaves);
}
