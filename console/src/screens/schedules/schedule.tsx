import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { LicenseNote } from "../../components/license-note.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { SentText } from "../../components/sent-text.tsx";
import { repeatWords } from "../../lib/repeat-words.ts";
import { shownTitle } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { PausedFor } from "./paused-for.tsx";
import { ScheduleActions } from "./schedule-actions.tsx";
import { ScheduleFacts } from "./schedule-facts.tsx";
import { scheduleRule } from "./schedule-rule.ts";
import { ScheduleState } from "./schedule-state.tsx";
import { PastRuns, UpcomingRuns } from "./schedule-runs.tsx";
import classes from "./schedules.module.css";

const breadcrumbs = [{ label: t`Schedules`, to: "/schedules" }];

/** One schedule: what it sends and to whom, when it runs next, and what became of the runs before. */
export function Schedule() {
  const { id } = useRouteParams("id");
  const query = useQuery({
    queryKey: ["schedules", "one", id],
    queryFn: async ({ signal }) => await tidings.getSchedule({ id }, { signal }),
  });
  const { data: schedule } = query;
  if (!schedule) {
    return (
      <Page title={t`Schedule`} breadcrumbs={breadcrumbs}>
        <Loading query={query} height={420} />
      </Page>
    );
  }
  const { state, repeat } = schedule;
  const over = state === "completed" || state === "canceled";
  return (
    <Page
      title={shownTitle(schedule)}
      breadcrumbs={breadcrumbs}
      beside={<ScheduleState schedule={schedule} />}
      lead={`${repeatWords(scheduleRule(schedule))} (${schedule.time_zone}).`}
      actions={<ScheduleActions schedule={schedule} />}
    >
      <div className={classes.stack}>
        {!over && <LicenseNote feature={repeat ? "recurring" : "scheduling"}>{t`Until then it waits.`}</LicenseNote>}
        <PausedFor schedule={schedule} />
        <div className={classes.columns}>
          <div>
            <Panel title={t`Text and people`}>
              <SentText text={schedule.message} media={schedule.media} />
              <ScheduleFacts schedule={schedule} />
            </Panel>
            <PastRuns schedule={schedule} />
          </div>
          {!over && <UpcomingRuns schedule={schedule} />}
        </div>
      </div>
    </Page>
  );
}
