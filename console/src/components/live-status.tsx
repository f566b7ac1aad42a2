import { useLiveState } from "../api/use-live.ts";
import { duration } from "../lib/format.ts";
import { useNow } from "../lib/use-now.ts";
import classes from "./live-status.module.css";

/** "Live", or how old what the screen shows is. Absent where the service has no stream of events. */
export function LiveStatus() {
  const state = useLiveState();
  const now = useNow();
  if (!state) return null;
  if (state.connected) return <span className={classes.live}>Live</span>;
  const age = Math.max(1, (now.getTime() - state.at) / 1000);
  return <span className={classes.old}>{duration(age)} old</span>;
}
