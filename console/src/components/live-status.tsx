import { useLiveState } from "../api/use-live.ts";
import { duration } from "../lib/format.ts";
import { t } from "../lib/translate.ts";
import { useNow } from "../lib/use-now.ts";
import classes from "./live-status.module.css";

/** "Live", or how old what the screen shows is. Absent where the service has no stream of events. */
export function LiveStatus() {
  const state = useLiveState();
  const now = useNow();
  if (!state) return null;
  const age = (now.getTime() - state.at) / 1000;
  // The service ends a stream from time to time, and it is reopened at once.
  if (state.connected || age < 3) return <span className={classes.live}>{t`Live`}</span>;
  return <span className={classes.old}>{t`${duration(age)} old`}</span>;
}
