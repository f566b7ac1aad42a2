import type { Category } from "../messages/message.ts";
import type { GatewayBoard } from "./gateway-board.ts";
import { countryOf } from "../recipients/country.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { gatewaysOf, formatRoute, type ResolvedRoute } from "../routing/route.ts";
import { sharesOf, type HealthStatus } from "../routing/serving.ts";
import { reduce } from "../routing/resolve.ts";

export type Candidate = {
  readonly gateway: string;
  /** 0 to 1: the probability that it is chosen. */
  readonly share: number;
  readonly status: HealthStatus;
};

/** Which gateway would send a message now, and why. */
export type Forecast = {
  readonly gateway: string;
  readonly country: Country | null;
  /** The rules that match, as configured. */
  readonly rules: readonly string[];
  /** The possible routes with the probability of each: a single one if there are no weights. */
  readonly routes: readonly { readonly route: string; readonly chance: number }[];
  readonly candidates: readonly Candidate[];
  /** The reason, in one sentence. */
  readonly reason: string;
};

/** Evenly spread samples, enough for a weight of one in a hundred to be visible. */
const DRAWS = 1_000;

/** @param board at least one gateway */
export function forecastRoute(
  board: Pick<GatewayBoard, "route" | "health">,
  phone: Phone,
  category: Category,
): Forecast {
  const chances = new Map<string, { resolved: ResolvedRoute; draws: number }>();
  let rules: readonly string[] = [];
  for (let index = 0; index < DRAWS; index += 1) {
    const reduced = reduce(board.route, { phone, category, draw: (index + 0.5) / DRAWS });
    const text = formatRoute(reduced.resolved);
    const known = chances.get(text);
    if (known) known.draws += 1;
    else chances.set(text, { resolved: reduced.resolved, draws: 1 });
    if (index === 0) rules = reduced.rules;
  }
  const routes = [...chances.values()].map(({ resolved, draws }) => ({ resolved, chance: draws / DRAWS }));
  const shares = new Map<string, number>();
  for (const { resolved, chance } of routes) {
    for (const name of gatewaysOf(resolved)) shares.set(name, shares.get(name) ?? 0);
    for (const [name, share] of sharesOf(resolved, board.health))
      shares.set(name, (shares.get(name) ?? 0) + share * chance);
  }
  const candidates = [...shares].map(([gateway, share]) => ({
    gateway,
    share,
    status: board.health(gateway).status,
  }));
  const taker = candidates.reduce((best, one) => (one.share > best.share ? one : best));
  return {
    gateway: taker.gateway,
    country: countryOf(phone),
    rules,
    routes: routes.map(({ resolved, chance }) => ({ route: formatRoute(resolved), chance })),
    candidates,
    reason: sentence(taker, candidates, rules, board),
  };
}

function sentence(
  taker: Candidate,
  candidates: readonly Candidate[],
  rules: readonly string[],
  board: Pick<GatewayBoard, "health">,
): string {
  const rule = rules.length > 0 ? `By the rule ${rules.join(", then ")} ` : "";
  const words = (text: string): string => (rule === "" ? text : text.charAt(0).toLowerCase() + text.slice(1));
  if (taker.status === "down") {
    const { pause } = board.health(taker.gateway);
    return `${rule}${taker.gateway} sends it once its pause ends: ${pause?.reason || "no other gateway can send it"}.`.replace(
      "..",
      ".",
    );
  }
  if (candidates.length === 1) return `${rule}${taker.gateway} sends it: there is no other.`;
  const before = candidates.slice(0, candidates.indexOf(taker)).filter(({ share }) => share === 0);
  if (before.length > 0) {
    const names = before.map(({ gateway, status }) => `${gateway} is ${status}`).join(", ");
    return `${rule}${taker.gateway} sends it: ${names}.`;
  }
  const others = candidates.filter((one) => one !== taker && one.share > 0);
  if (others.length === 0) return `${rule}${taker.gateway} sends it: it comes first and is up.`;
  return `${rule}${words("It is shared out:")} ${[taker, ...others].map(({ gateway, share }) => `${gateway} ${Math.round(share * 100)} %`).join(", ")}.`;
}
