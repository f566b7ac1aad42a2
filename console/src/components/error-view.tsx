import { Button } from "@mantine/core";
import { TidingsError } from "tidings-client";

import { explain, isUnanswered } from "../lib/explain-error.ts";
import { intoSight } from "../lib/into-sight.ts";
import { rich } from "../lib/rich.ts";
import { t } from "../lib/translate.ts";
import classes from "./error-view.module.css";
import { Icon } from "./icon.tsx";

export type ErrorViewProps = {
  readonly error: unknown;
  /** Repeats the failed action. */
  readonly onRetry?: () => void;
  /** In place of a whole screen; without it a box within one. */
  readonly page?: boolean;
  /** What could not be done: "The message was not sent". */
  readonly title?: string;
  /**
   * Shown in place of the title if no response came. Needed for reads, and for actions that can be repeated without
   * doing them twice.
   */
  readonly unsure?: string;
  /** Whether somebody has just done what failed, and must see it. By default, if it cannot be repeated here. */
  readonly acted?: boolean;
};

/** What happened, why, and what to do: the API's sentence, its remedy as a link, the number to quote to support. */
export function ErrorView({ error, onRetry, page = false, title: failure, unsure, acted = !onRetry }: ErrorViewProps) {
  const { what, why, docs, requestId } = explain(error);
  const isLost = isUnanswered(error);
  // What does not exist will not exist at the second attempt.
  const isMissing = error instanceof TidingsError && error.status === 404;
  // Without a response it is unknown whether the service did it.
  const title = failure && isLost ? (unsure ?? t`It is not known whether this was done`) : failure;
  return (
    <div ref={acted ? intoSight : null} role="alert" className={page ? classes.page : classes.box}>
      <Icon name={isLost ? "link" : "alert"} size={20} className={classes.icon} />
      <div className={classes.text}>
        <h2>{title ?? what}</h2>
        <p>{title ? [what, why].filter(Boolean).join(" ") : why}</p>
        <div className={classes.next}>
          {onRetry && !isMissing && (
            <Button
              variant="default"
              size="xs"
              onClick={onRetry}
              leftSection={<Icon name="refresh" size={14} />}
            >{t`Try again`}</Button>
          )}
          {docs && <a href={docs} target="_blank" rel="noreferrer">{t`What to do about it`}</a>}
          {requestId && <span className={classes.request}>{rich`Request ${<code>{requestId}</code>}`}</span>}
        </div>
      </div>
    </div>
  );
}
