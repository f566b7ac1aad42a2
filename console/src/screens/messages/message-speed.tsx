import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import { departurePoints } from "./departure-points.ts";
import { limitOf } from "./limit.ts";
import classes from "./messages.module.css";
import { isOver, type MessageDetail } from "./use-message.ts";

const series = [{ key: "rate", label: t`a minute`, color: "var(--state-sent)" }];
const height = 180;

/** How fast it left from its beginning on, and how fast it may. Read again while it leaves. */
export function MessageSpeed({ message }: { readonly message: MessageDetail }) {
  const over = isOver(message.state);
  const stats = useQuery({
    queryKey: ["messages", "stats", message.message_id, message.state],
    queryFn: ({ signal }) => tidings.getMessageStats({ id: message.message_id }, { signal }),
    // Chart or table, and what is focused in it, stay when it ends.
    placeholderData: keepPreviousData,
    refetchInterval: message.state === "running" ? 10_000 : false,
  });
  // Of one person or two there is nothing to see.
  if (message.recipients.accepted < 3) return null;
  const points = stats.data && departurePoints(stats.data.departures, over);
  const limit = over ? null : limitOf(message).limit;
  return (
    <Panel title={t`Speed`}>
      {stats.error && !stats.data && <ErrorView error={stats.error} onRetry={() => void stats.refetch()} />}
      {stats.isPending && <Skeleton height={height + 34} />}
      {points?.length === 0 && <p className={classes.quiet}>{over ? t`No text has left.` : t`No figure yet.`}</p>}
      {points && points.length > 0 && (
        <Chart
          title={t`Texts a minute`}
          kind="area"
          points={points}
          series={series}
          height={height}
          {...(limit !== null && { line: { value: limit, label: t`the limit` } })}
        />
      )}
    </Panel>
  );
}
