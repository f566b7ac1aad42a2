import type { Operations } from "tidings-client";

import { Time } from "../../components/time.tsx";
import { milliseconds } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import { errorText } from "./error-text.ts";
import classes from "./webhooks.module.css";

type Attempt = Operations["getWebhookDelivery"]["data"]["attempt_log"][number];

type AttemptListProps = {
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  /** What is shown of the newest already. */
  readonly shown: string | null;
};

/** Every request that was made, with what it was answered. */
export function AttemptList({ attempts, shown }: AttemptListProps) {
  return (
    <section>
      <h3>{t`Attempts`}</h3>
      <ol className={classes.attempts}>
        {attempts.map(({ at, status, duration_ms: ms, answer, error }, index) => {
          const label = status === null ? (errorText(error) ?? t`no answer`) : t`HTTP status ${`${status}`}`;
          const text = error ?? answer;
          return (
            <li key={`${at} ${attempts.length - index}`}>
              <span className={classes.attempt}>
                <strong dir="auto">{label}</strong>
                <Time at={at} show="exact" />
                <span className={classes.quiet}>{milliseconds(ms)}</span>
              </span>
              {text && text !== label && !(index === 0 && shown?.startsWith(text)) && (
                <p className={classes.quiet} dir="auto">
                  {text}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
