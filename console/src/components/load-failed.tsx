import { t } from "../lib/translate.ts";
import classes from "./load-failed.module.css";

/** Shown in place of code that could not be loaded after a press. Unlike a toast, it needs no further code. */
export function LoadFailed() {
  return (
    <span role="alert" className={classes.note}>
      {t`This could not be loaded. Check the connection and try it again.`}
    </span>
  );
}
