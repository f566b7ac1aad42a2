import type { Way } from "./route.ts";

/**
 * How a gateway does, from best to worst: `up`; `recovering` takes few texts, and more as they go well; `doubted` gets
 * nothing while another can take it; `down` gets nothing.
 */
export type Fitness = "up" | "recovering" | "doubted" | "down";

export type Health = {
  readonly fitness: Fitness;
  /** While it recovers: what part of its full load it may have, 0 to 1. */
  readonly part: number;
};

export type HealthOf = (gateway: string) => Health;

const RANK: Readonly<Record<Fitness, number>> = { up: 0, recovering: 1, doubted: 2, down: 3 };

/**
 * The gateways whose turn it is now. Of a failover the first that is up, with those before it that recover; of a round
 * robin all that are well. Where none is well those that are only doubted, and where all are down the first: their texts
 * wait for it.
 */
export function serving(way: Way, health: HealthOf): readonly string[] {
  if (way.kind === "gateway") return [way.gateway];
  const best = bestOf(way, health);
  if (best >= RANK.doubted) {
    const alike = way.members.filter((member) => bestOf(member, health) === best);
    return (way.kind === "failover" ? alike.slice(0, 1) : alike).flatMap((member) => serving(member, health));
  }
  const names: string[] = [];
  for (const member of way.members) {
    const rank = bestOf(member, health);
    if (rank >= RANK.doubted) continue;
    names.push(...serving(member, health));
    if (way.kind === "failover" && rank === RANK.up) break;
  }
  return [...new Set(names)];
}

/**
 * What part of a way's texts each gateway is meant to take now: for people to look at. Members of a round robin without
 * weights count alike; in truth each takes as many as it can.
 */
export function sharesOf(way: Way, health: HealthOf): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const give = (part: Way, amount: number): void => {
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
  give(way, 1);
  return shares;
}

function partOf(way: Way, health: HealthOf): number {
  return Math.max(...leaves(way).map((name) => (health(name).fitness === "up" ? 1 : health(name).part)));
}

function bestOf(way: Way, health: HealthOf): number {
  return Math.min(...leaves(way).map((name) => RANK[health(name).fitness]));
}

function leaves(way: Way): readonly string[] {
  return way.kind === "gateway" ? [way.gateway] : way.members.flatMap(leaves);
}
