import { t } from "../lib/translate.ts";
import classes from "./load-failed.module.css";

/** In the place of code that could not be loaded after a press. It needs no further code, as a toast does. */
export function LoadFailed() {
  return (
    <span role="alert" className={classes.note}>
      {t`This could not be loaded. Check the connection and try it again.`}
    </span>
  );
}
