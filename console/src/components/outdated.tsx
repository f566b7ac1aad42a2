import { explain } from "../lib/explain-error.ts";
import { t } from "../lib/translate.ts";
import classes from "./outdated.module.css";
import button from "./text-button.module.css";

export type OutdatedProps = {
  /** Why it could not be read again. */
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** Shown above data that was read earlier and could not be read again: old figures look like new ones. */
export function Outdated({ error, onRetry }: OutdatedProps) {
  const { what, why } = explain(error);
  return (
    <p role="status" className={classes.outdated}>
      <strong>{t`Not up to date.`}</strong> {what} {why}{" "}
      <button type="button" className={button.textButton} onClick={onRetry}>{t`Read it again`}</button>
    </p>
  );
}
