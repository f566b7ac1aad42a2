import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useSession } from "../../api/session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Done } from "./use-send.ts";

export type SentProps = Done & { readonly onNew: () => void };

/** What became of it, and where to watch it arrive. */
export function Sent({ sent, people, waits, onNew }: SentProps) {
  const { message_id: message, schedule_id: schedule, next_run: next } = sent;
  const { time_zone: zone } = useSession().site;
  const accepted = sent.recipients.accepted ?? people;
  const again = <Button variant="default" onClick={onNew}>{t`Write another message`}</Button>;
  if (schedule) {
    return (
      <Page title={t`The message is scheduled`} width="form">
        <EmptyState
          icon="schedule"
          title={plural(accepted, "# text is scheduled", "# texts are scheduled")}
          action={
            <div className={classes.after}>
              <Button component={Link} to={`/schedules/${schedule}`}>{t`See the schedule`}</Button>
              {again}
            </div>
          }
        >
          {next
            ? rich`The first leaves on ${<Time at={next} show="exact" zone={zone} />}. Until then it can be changed and canceled.`
            : t`Until it leaves it can be changed and canceled.`}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={waits ? t`The message is accepted` : t`The message is on its way`} width="form">
      <EmptyState
        icon={waits ? "clock" : "check"}
        title={
          waits
            ? plural(accepted, "# text is waiting", "# texts are waiting")
            : plural(accepted, "# text is leaving", "# texts are leaving")
        }
        action={
          <div className={classes.after}>
            {message && (
              <Button component={Link} to={`/messages/${message}`}>
                {plural(accepted, "Watch it arrive", "Watch them arrive")}
              </Button>
            )}
            {again}
          </div>
        }
      >
        {waits && (
          <p>{rich`Quiet hours or the frequency cap hold it back. The first leaves on ${<Time at={waits} show="exact" />}.`}</p>
        )}
        {sent.sandbox
          ? t`The sandbox takes them: no real phone receives anything.`
          : t`They are stored safely: even a restart of the service loses none.`}
      </EmptyState>
    </Page>
  );
}
