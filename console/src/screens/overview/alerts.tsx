import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { announce } from "../../components/announce.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Time } from "../../components/time.tsx";
import { rich } from "../../lib/rich.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./alerts.module.css";
import { type Alert, type OpenAlerts, openAlerts } from "../../api/open-alerts.ts";
import { useSession } from "../../api/session.ts";
import { useOptimistic } from "../../api/use-optimistic.ts";

/**
 * What needs attention now, above everything: what it means, the next step, and who knows of it. Absent if nothing
 * does.
 */
export function Alerts() {
  const open = useQuery(openAlerts);
  const { principal } = useSession().user;
  // Here and not at the alert: acknowledged, it is in another list.
  const acknowledge = useOptimistic({
    queryKey: openAlerts.queryKey,
    update: (shown: OpenAlerts, id: Alert["id"]) => ({
      ...shown,
      items: shown.items.map((alert) =>
        alert.id === id ? { ...alert, acknowledged_at: new Date().toISOString(), acknowledged_by: principal } : alert,
      ),
    }),
    send: (id) => tidings.acknowledgeAlert({ id }),
    onSuccess: () => announce(t`The alert is acknowledged.`),
  });
  if (open.error && !open.data) {
    const failed = t`The alerts could not be read`;
    return <ErrorView error={open.error} title={failed} unsure={failed} onRetry={() => void open.refetch()} />;
  }
  const items = open.data?.items ?? [];
  if (items.length === 0) return null;
  const news = items.filter(({ acknowledged_at: at }) => at === null);
  const known = items.filter(({ acknowledged_at: at }) => at !== null);
  return (
    <section className={classes.alerts} aria-labelledby="alerts-title">
      {news.length > 0 ? (
        <h2 id="alerts-title">{plural(news.length, "# alert needs you", "# alerts need you")}</h2>
      ) : (
        <h2 id="alerts-title" className="visually-hidden">{t`Alerts`}</h2>
      )}
      {news.length > 0 && (
        <ul>
          {news.map((alert) => (
            <li key={alert.id}>
              <OpenAlert
                alert={alert}
                error={acknowledge.input === alert.id ? acknowledge.error : null}
                onAcknowledge={() => acknowledge.mutate(alert.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {known.length > 0 && <Known alerts={known} />}
    </section>
  );
}

type OpenAlertProps = { readonly alert: Alert; readonly error: unknown; readonly onAcknowledge: () => void };

function OpenAlert({ alert, error, onAcknowledge }: OpenAlertProps) {
  return (
    <article className={classes.alert}>
      <Icon name="alert" size={20} className={classes.icon} />
      <div className={classes.words}>
        <h3>
          <bdi>{serviceText(alert.title)}</bdi>
        </h3>
        <p className={classes.since}>
          {rich`Began ${<Time at={alert.opened_at} focusable />}.`} <Notified alert={alert} />
        </p>
        <p dir="auto">{serviceText(alert.meaning)}</p>
        <p dir="auto">
          <b>{t`What to do:`}</b> {serviceText(alert.next_step)}
        </p>
        {error !== null && (
          <ErrorView error={error} title={t`The alert was not acknowledged`} onRetry={onAcknowledge} acted />
        )}
      </div>
      <div className={classes.actions}>
        {alert.screen !== "/overview" && (
          <Button
            component={Link}
            to={pathOf(alert.screen)}
            search={searchOf(alert.screen) as never}
            variant="default"
            size="xs"
            aria-label={`${labels[alert.kind]}: ${serviceText(alert.title)}`}
          >
            {labels[alert.kind]}
          </Button>
        )}
        <Button
          variant="subtle"
          size="xs"
          onClick={onAcknowledge}
          aria-label={t`Acknowledge: ${alert.title}`}
        >{t`Acknowledge`}</Button>
      </div>
    </article>
  );
}

/** They stay open until what they are about ends. */
function Known({ alerts }: { readonly alerts: readonly Alert[] }) {
  return (
    <details className={classes.known}>
      <summary>{plural(alerts.length, "# acknowledged alert is open", "# acknowledged alerts are open")}</summary>
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <Link to={pathOf(alert.screen)} search={searchOf(alert.screen)}>
              <bdi>{serviceText(alert.title)}</bdi>
            </Link>{" "}
            <span className={classes.since}>
              {rich`began ${<Time at={alert.opened_at} />}, acknowledged by ${<PersonName principal={alert.acknowledged_by} />}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const labels: Readonly<Record<Alert["kind"], string>> = {
  gateway_stopped: t`Look at the gateway`,
  gateway_idle: t`Look at the gateway`,
  credit_low: t`Look at the gateway`,
  webhook_disabled: t`Look at the webhook`,
  license_ending: t`Look at the license`,
  codes_unverified: t`Look at the limits`,
  queue_late: t`See what waits`,
  spend_cap_reached: t`Look at the cap`,
  run_failed: t`See what failed`,
  schedule_paused: t`See what is paused`,
  role_gone: t`Look at the schedules`,
  gateway_refuses: t`Look at the gateway`,
};

/** Whether anybody was notified. */
function Notified({ alert }: { readonly alert: Alert }) {
  const opened = alert.notifications.filter(({ event }) => event === "opened");
  if (opened.length === 0) {
    return (
      <>
        {t`Nobody was notified.`} <Link to="/settings" search={{ part: "alerts" }}>{t`Choose recipients`}</Link>
      </>
    );
  }
  const sent = opened.filter(({ state }) => state === "sent").length;
  if (sent === opened.length) return <>{plural(sent, "# recipient was notified.", "# recipients were notified.")}</>;
  if (opened.length === 1) return <>{t`0 of 1 recipient was notified.`}</>;
  return <>{t`${sent} of ${opened.length} recipients were notified.`}</>;
}

/** The API names a screen as a path with its query. */
const pathOf = (screen: string): string => screen.split("?")[0]!;
const searchOf = (screen: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(screen.split("?")[1] ?? ""));
