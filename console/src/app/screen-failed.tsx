import { useEffect, useState } from "react";

import { ErrorView } from "../components/error-view.tsx";
import { isMissingCode, reloadFor, reloadIfThere } from "../lib/replaced-code.ts";

type ScreenFailedProps = { readonly error: unknown; readonly reset: () => void };

/** In place of a screen that cannot be shown. If a newer release has replaced its code, the page is loaded again. */
export function ScreenFailed({ error, reset }: ScreenFailedProps) {
  const missing = isMissingCode(error);
  const [shown, setShown] = useState(!missing);
  useEffect(() => {
    if (missing) void reloadFor(error).then((reloads) => setShown(!reloads));
  }, [error, missing]);
  return shown && <ErrorView error={error} onRetry={missing ? () => void reloadIfThere() : reset} page />;
}
