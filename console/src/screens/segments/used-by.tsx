import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Panel } from "../../components/panel.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./segments.module.css";

/** The schedules that send to a segment, of the newest hundred. */
export function UsedBy({ id }: { readonly id: number }) {
  const can = useCan();
  const schedules = useQuery({
    queryKey: ["schedules", "segment", id],
    queryFn: async ({ signal }) => (await tidings.listSchedules({ per_page: 100 }, { signal })).items,
    enabled: can("svc_sendsms"),
  });
  const own = schedules.data?.filter(({ recipients, state }) => recipients.segment_ids.includes(id) && isOpen(state));
  if (!own || own.length === 0) return null;
  return (
    <Panel
      title={t`Schedules that send to it`}
      lead={t`A change of the conditions counts from their next run on.`}
      flush
    >
      <ul className={classes.uses}>
        {own.map(({ schedule_id: key, message, state, next_run: next }) => (
          <li key={key}>
            <bdi dir="auto">{message}</bdi>
            {next && <Time at={next} />}
            <StateBadge of="schedule" state={state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const isOpen = (state: string): boolean => state !== "completed" && state !== "canceled";
