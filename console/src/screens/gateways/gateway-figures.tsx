import { useQuery } from "@tanstack/react-query";

import { statusQuery } from "../../api/status.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Stat, StatRow } from "../../components/stat.tsx";
import { creditWords } from "../../lib/credit-words.ts";
import { count, duration, percent } from "../../lib/format.ts";
import { clockTime, readerZone } from "../../lib/time.ts";
import { plural, t } from "../../lib/translate.ts";
import { type GatewayData, hoursOf, shareOf, useTraffic } from "./use-gateways.ts";

const series = [
  { key: "sent", label: t`sent`, color: "var(--state-sent)" },
  { key: "failed", label: t`did not arrive`, color: "var(--state-failed)" },
];

/** Credit, the last hour, times, and the last day as a graph. */
export function GatewayFigures({ gateway }: { readonly gateway: GatewayData }) {
  const { name, health, abilities } = gateway;
  const status = useQuery(statusQuery);
  const traffic = useTraffic();
  const now = status.data?.gateways.find((one) => one.name === name);
  const loading = status.isPending;
  const { sent, failed, unknown, retried } = health.counters;
  const credit = now?.credit;
  const search = { gateway: name };
  const points = traffic.data
    ? hoursOf(traffic.data, name).map(({ at, sent: all, failed: bad }) => ({
        label: clockTime(new Date(at), readerZone()),
        values: { sent: all, failed: bad },
      }))
    : [];
  const share = traffic.data ? shareOf(traffic.data, name) : null;
  return (
    <>
      <StatRow>
        <Stat
          label={t`Credit`}
          value={loading ? undefined : credit ? creditWords(credit) : "–"}
          note={
            credit
              ? credit.days_left === null
                ? t`as the provider tells it`
                : plural(credit.days_left, "lasts about # day", "lasts about # days")
              : abilities.credit
                ? t`not read yet: a test reads it`
                : t`the provider does not tell it`
          }
          tone={credit?.days_left !== null && credit && credit.days_left < 3 ? "warn" : "plain"}
        />
        <Stat
          label={t`Sent in the last hour`}
          value={count(sent)}
          to="/outbox"
          search={search}
          note={retried > 0 ? plural(retried, "# attempt is repeated", "# attempts are repeated") : undefined}
        />
        <Stat
          label={t`Failed in the last hour`}
          value={count(failed)}
          tone={failed > 0 ? "bad" : "plain"}
          note={failed > 0 ? t`refused for good` : t`none refused`}
          to="/outbox"
          search={{ ...search, status: "failed" }}
        />
        <Stat
          label={t`Uncertain`}
          value={count(unknown)}
          tone={unknown > 0 ? "warn" : "plain"}
          note={unknown > 0 ? t`no answer came in time` : t`every answer came`}
          to="/outbox"
          search={{ ...search, state: "unknown" }}
        />
        <Stat
          label={t`In flight`}
          value={loading ? undefined : now ? count(now.in_flight) : "–"}
          note={
            now?.p95_ms === null || now?.p95_ms === undefined
              ? t`sent, not answered yet`
              : t`95% leave within ${duration(now.p95_ms / 1000)}`
          }
        />
        <Stat
          label={t`Share of traffic`}
          value={traffic.isPending ? undefined : share === null ? "–" : percent(share, 0)}
          note={t`of the last 24 hours`}
        />
      </StatRow>
      <Panel>
        {traffic.isPending ? (
          <Skeleton height={214} />
        ) : (
          <Chart title={t`Texts per hour through this gateway`} kind="bars" points={points} series={series} />
        )}
      </Panel>
    </>
  );
}
