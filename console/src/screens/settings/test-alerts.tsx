import { Button } from "@mantine/core";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Panel } from "../../components/panel.tsx";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import type { Settings } from "./settings-data.ts";
import classes from "./settings.module.css";

type Results = Operations["testAlerts"]["data"]["results"];
type Props = {
  readonly saved: Pick<Settings["alerts"], "emails" | "numbers">;
  /** The form has changes that are not saved: a test would not reach who is in it. */
  readonly dirty: boolean;
};

/** A test to every recipient that is saved, with what became of each. */
export function TestAlerts({ saved, dirty }: Props) {
  const attempt = useAttemptKey();
  const [results, setResults] = useState<Results | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const recipients = saved.emails.length + saved.numbers.length;
  const why = recipients === 0 ? t`Save a recipient first.` : dirty ? t`Save your changes first.` : null;
  const test = async (): Promise<void> => {
    setPending(true);
    setError(null);
    setResults(null);
    try {
      setResults((await tidings.testAlerts({}, { idempotencyKey: attempt.keyFor({}) })).results);
      attempt.done();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPending(false);
    }
  };
  return (
    <Panel title={t`Test`} lead={t`Sends one mail or text to everyone above, and shows what became of it.`}>
      <div className={classes.fields}>
        <div className={classes.test}>
          <Button variant="default" disabled={why !== null} loading={pending} onClick={() => void test()}>
            {recipients === 0
              ? t`Send a test`
              : plural(recipients, "Send a test to # recipient", "Send a test to # recipients")}
          </Button>
          {why && <span className={classes.note}>{why}</span>}
        </div>
        {error !== null && (
          <ErrorView error={error} title={t`The test was not sent`} onRetry={() => void test()} acted />
        )}
        {results && (
          <ul className={classes.results} aria-label={t`Results of the test`}>
            {results.map(({ channel, recipient, ok, text }) => (
              <li key={`${channel} ${recipient}`} data-ok={ok}>
                <Icon name={ok ? "check" : "cross"} size={16} />
                <span>
                  <bdi dir="ltr">{recipient}</bdi>
                  <span className="visually-hidden">: {ok ? t`accepted` : t`failed`}. </span>
                  <span className={classes.note}> {serviceText(text)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
