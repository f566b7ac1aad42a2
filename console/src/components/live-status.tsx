import { useEffect, useState } from "react";

import { useLiveState } from "../api/use-live.ts";
import { duration } from "../lib/format.ts";
import { t } from "../lib/translate.ts";
import { useNow } from "../lib/use-now.ts";
import classes from "./live-status.module.css";

/** The service ends a stream from time to time, and it is reopened at once: not worth a word, in milliseconds. */
const PATIENCE_MS = 3_000;

/** "Live", or that it is not and since when nothing has arrived. Absent where the service has no stream of events. */
export function LiveStatus() {
  const state = useLiveState();
  const [lost, setLost] = useState(false);
  const now = useNow();
  useEffect(() => {
    if (!state || state.connected) return setLost(false);
    const timer = setTimeout(() => setLost(true), state.at + PATIENCE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [state]);
  if (!state) return null;
  if (state.connected || !lost) return <span className={classes.live}>{t`Live`}</span>;
  const age = Math.max(3, (now.getTime() - state.at) / 1000);
  return (
    <span className={classes.old}>
      {t`Reconnecting…`} <span className={classes.age}>{t`${duration(age)} old`}</span>
    </span>
  );
}
