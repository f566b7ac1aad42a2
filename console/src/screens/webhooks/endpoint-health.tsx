import { Time } from "../../components/time.tsx";
import { duration } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import { disabledReasons, type EndpointStatus, type WebhookData } from "./use-webhooks.ts";
import classes from "./webhooks.module.css";

export type EndpointHealthProps = {
  readonly webhook: WebhookData;
  readonly status: EndpointStatus | undefined;
};

/** Why nothing arrives there, what waits, and how long two secrets sign. */
export function EndpointHealth({ webhook, status }: EndpointHealthProps) {
  const { enabled, disabled_reason: reason, failing_since: failing, old_secret_until: old } = webhook;
  const waiting = status?.waiting ?? 0;
  const events = plural(waiting, "# event", "# events");
  const age = duration(status?.oldest_seconds ?? 0);
  const waits = waiting > 0 && (
    <> {waiting === 1 ? t`${events} waits, the oldest for ${age}.` : t`${events} wait, the oldest for ${age}.`}</>
  );
  return (
    <>
      {!enabled && (
        <p className={classes.notice}>
          <strong>{t`Nothing is sent here.`}</strong> {reason && disabledReasons[reason]}
          {waits} {t`Switch it on to go on; what waited is then sent.`}
        </p>
      )}
      {enabled && failing && (
        <p className={classes.notice}>
          <strong>{rich`Every call fails; the first one failed ${<Time at={failing} focusable />}.`}</strong>
          {waits} {t`Calls are repeated for three days. After five days without a success the webhook is switched off.`}
        </p>
      )}
      {enabled && !failing && status?.state === "late" && (
        <p className={classes.notice}>
          <strong>{t`The receiver is slow.`}</strong>
          {waits}
        </p>
      )}
      {old && (
        <p
          className={classes.notice}
        >{rich`Calls are signed with the old secret, too, until ${<Time at={old} show="exact" />}.`}</p>
      )}
    </>
  );
}
