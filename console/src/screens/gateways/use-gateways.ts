import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Operations, Schemas } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { loadServiceTexts } from "../../lib/load-service-texts.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plainText } from "./plain-text.ts";

export type GatewayData = Schemas["Gateway"];
export type GatewaysData = Operations["listGateways"]["data"];
export type Kind = Schemas["GatewayKind"];
export type Setting = Schemas["GatewaySetting"];
export type Status = Operations["getStatus"]["data"];

export const gatewaysKey = ["gateways", "list"] as const;

/** There are at most 50 of each place, so they are one page. */
export const gatewaysQuery = queryOptions({
  queryKey: gatewaysKey,
  queryFn: async ({ signal }) => {
    const [list] = await Promise.all([
      tidings.listGateways({ per_page: 100 }, { signal }),
      loadServiceTexts("gateways"),
    ]);
    return { ...list, items: list.items.map((one) => ({ ...one, label: serviceText(one.label) })) };
  },
});

export const useGateways = () => useQuery(gatewaysQuery);

/** The adapters, in the reader's language: they change with the release alone. */
export function useKinds() {
  return useQuery({
    queryKey: ["gateway-kinds"],
    queryFn: async ({ signal }) => {
      const [{ items }] = await Promise.all([
        tidings.listGatewayKinds({ per_page: 100 }, { signal }),
        loadServiceTexts("gateways"),
      ]);
      return { items: items.map(translated) };
    },
    staleTime: Infinity,
  });
}

function translated(kind: Kind): Kind {
  const settings = kind.settings.map((setting) => ({ ...setting, label: serviceText(setting.label) }));
  return {
    ...kind,
    label: serviceText(kind.label),
    about: kind.about && plainText(serviceText(kind.about), settings),
    settings: settings.map((setting) => ({
      ...setting,
      help: setting.help && plainText(serviceText(setting.help), settings),
    })),
  };
}

/** After another gateway may send: the session says which there are. */
export async function readGatewaysAgain(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ["gateways"] });
  await queries.invalidateQueries({ queryKey: ["session"] });
}

/** The last 24 hours, by gateway. */
export function useTraffic() {
  return useQuery({
    queryKey: ["outbox", "stats", "by-gateway"],
    queryFn: ({ signal }) => tidings.getStats({ interval: "hour", group_by: "gateway" }, { signal }),
    refetchInterval: 60_000,
  });
}

export type Traffic = NonNullable<ReturnType<typeof useTraffic>["data"]>;

/** The counts of a gateway in each of the hours, oldest first; zeros where there was nothing. */
export function hoursOf({ groups, from, to }: Traffic, name: string) {
  const series = groups.find(({ part }) => part === name)?.series ?? [];
  const known = new Map(series.map((point) => [Date.parse(point.starts_at), point.counts]));
  const hours = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += 3_600_000) {
    const { sent = 0, delivered = 0, failed = 0, undelivered = 0, unknown = 0 } = known.get(at) ?? {};
    hours.push({ at, sent, delivered, failed: failed + undelivered, unknown });
  }
  return hours;
}

/** Of everything that was sent, 0 to 1; null while nothing was. */
export function shareOf({ groups }: Traffic, name: string): number | null {
  const all = groups.reduce((sum, { totals }) => sum + totals.counts.sent, 0);
  if (all === 0) return null;
  return (groups.find(({ part }) => part === name)?.totals.counts.sent ?? 0) / all;
}
