import { useEffect, useState } from "react";

import { t } from "../lib/translate.ts";
import classes from "./still-reading.module.css";

/** What takes longer says so: a service that is restarting or busy is asked again for twenty seconds. */
const PATIENCE_MS = 2_000;

/** Below what was asked for stand the rows of the question before, until those of this one are here. */
export function StillReading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    late && (
      <p
        role="status"
        className={classes.reading}
      >{t`Still reading: below are the rows from before. The service takes long to answer.`}</p>
    )
  );
}
