import { useEffect, useState } from "react";

import { isReplacedNow } from "../lib/replaced-code.ts";
import { t } from "../lib/translate.ts";
import classes from "./load-failed.module.css";
import button from "./text-button.module.css";

/** Shown in place of code that could not be loaded after a press. Unlike a toast, it needs no further code. */
export function LoadFailed() {
  const [replaced, setReplaced] = useState(false);
  useEffect(() => void isReplacedNow().then(setReplaced), []);
  return (
    <span role="alert" className={classes.note}>
      {replaced ? (
        <>
          {t`This could not be loaded. The console may have been updated.`}{" "}
          <button type="button" className={button.textButton} onClick={() => location.reload()}>
            {t`Load the page again`}
          </button>
        </>
      ) : (
        t`This could not be loaded. Check the connection and try it again.`
      )}
    </span>
  );
}
