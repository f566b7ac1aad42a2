import { Button } from "@mantine/core";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { openAlerts } from "../../api/open-alerts.ts";
import { statusQuery } from "../../api/status.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Outdated } from "../../components/outdated.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import { Alerts } from "./alerts.tsx";
import { Figures } from "./figures.tsx";
import { Gateways } from "./gateways.tsx";
import classes from "./overview.module.css";
import { NextSchedules } from "./next-schedules.tsx";
import { Problems } from "./problems.tsx";
import { Running } from "./running.tsx";
import { SentChart } from "./sent-chart.tsx";

const statsQuery = (interval: "hour" | "day") =>
  queryOptions({
    queryKey: ["outbox", "stats", interval],
    queryFn: ({ signal }) => tidings.getStats({ interval, group_by: "gateway" }, { signal }),
    refetchInterval: 30_000,
  });

export const firstReads = (queries: QueryClient) =>
  Promise.all([
    queries.prefetchQuery(statsQuery("hour")),
    queries.prefetchQuery(statusQuery),
    queries.prefetchQuery(openAlerts),
  ]);

/** What matters today: problems first, then figures, then what runs. */
export function Overview() {
  const [values, change] = useFilterState();
  const interval = values["range"] === "30d" ? "day" : "hour";
  const stats = useQuery(statsQuery(interval));
  const status = useQuery(statusQuery);
  const alerts = useQuery(openAlerts);
  const ranges = [
    { value: undefined, label: t`24 hours`, on: interval === "hour" },
    { value: "30d", label: t`30 days`, on: interval === "day" },
  ];
  return (
    <Page
      title={t`Overview`}
      actions={
        <Button.Group>
          {ranges.map(({ value, label, on }) => (
            <Button
              key={label}
              size="xs"
              variant={on ? "filled" : "default"}
              aria-pressed={on}
              onClick={() => change({ range: value })}
            >
              {label}
            </Button>
          ))}
        </Button.Group>
      }
    >
      <div className={classes.stack}>
        <Alerts />
        <Failure of={t`The state of the service could not be read`} query={status} />
        <Failure of={t`The figures could not be read`} query={stats} />
        {status.data && <Problems status={status.data} alerts={alerts.data?.items ?? []} />}
        {(stats.data || !stats.error) && (
          <>
            <Figures stats={stats.data} status={status.data} statusMissing={Boolean(status.error)} />
            <Panel>
              <SentChart stats={stats.data} interval={interval} />
            </Panel>
          </>
        )}
        <div className={classes.two}>
          <Running />
          <div className={classes.stack}>
            {(status.data || !status.error) && <Gateways status={status.data} stats={stats.data} />}
            {status.data && <NextSchedules schedules={status.data.schedules} />}
          </div>
        </div>
      </div>
    </Page>
  );
}

type Read = { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };

/** Silence would look like health. */
function Failure({ of, query }: { readonly of: string; readonly query: Read }) {
  if (!query.error) return null;
  const retry = () => void query.refetch();
  if (query.data) return <Outdated error={query.error} onRetry={retry} />;
  return <ErrorView error={query.error} title={of} unsure={of} onRetry={retry} />;
}
