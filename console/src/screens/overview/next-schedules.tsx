import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Panel } from "../../components/panel.tsx";
import { Time } from "../../components/time.tsx";
import { inZone } from "../../lib/time.ts";
import { repeatWords } from "../../lib/repeat-words.ts";
import { shownContent } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { scheduleRule } from "../schedules/schedule-rule.ts";
import classes from "./overview.module.css";

type Next = Operations["getStatus"]["data"]["schedules"];

/** What is sent next, each a link to its schedule; without the texts for users who may not read them. */
export function NextSchedules({ schedules }: { readonly schedules: Next }) {
  const mayRead = useCan()("svc_sendsms");
  const details = useQueries({
    queries: (mayRead ? schedules : []).map(({ schedule_id: id }) => ({
      queryKey: ["schedules", "one", id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => await tidings.getSchedule({ id }, { signal }),
    })),
  });
  if (schedules.length === 0) return null;
  return (
    <Panel title={t`Next schedules`} flush>
      <ul className={classes.list}>
        {schedules.map(({ schedule_id: id, next_run_at: at }, nth) => {
          const schedule = details[nth]?.data;
          const text = schedule ? shownContent(schedule) : t`Next scheduled message`;
          return (
            <li key={id}>
              {mayRead ? (
                <Link to="/schedules/$id" params={{ id }}>
                  <bdi className={classes.text} dir="auto">
                    {text}
                  </bdi>
                  {schedule && (
                    <span className={classes.quiet}>
                      {inZone(repeatWords(scheduleRule(schedule)), schedule.time_zone)}
                    </span>
                  )}
                </Link>
              ) : (
                <span>{text}</span>
              )}
              <span className={classes.when} data-align="end">
                <Time at={at} {...(schedule && { zone: schedule.time_zone })} />
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
