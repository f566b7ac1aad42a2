import { useEffect, useEffectEvent, useRef, useState } from "react";

import { useLiveState } from "../api/use-live.ts";
import { ErrorView } from "../components/error-view.tsx";
import { isMissingCode, reloadFor, reloadIfThere } from "../lib/replaced-code.ts";

type ScreenFailedProps = { readonly error: unknown; readonly reset: () => void };

/**
 * In place of a screen that cannot be shown. If a newer release has replaced its code, the page is loaded again; if there
 * was no connection, once there is one.
 */
export function ScreenFailed({ error, reset }: ScreenFailedProps) {
  const missing = isMissingCode(error);
  const [shown, setShown] = useState(!missing);
  const connected = useLiveState()?.connected;
  const wasLost = useRef(false);
  const retry = () => (missing ? void reloadIfThere() : reset());
  const connectedAgain = useEffectEvent(retry);
  useEffect(() => {
    if (missing) void reloadFor(error).then((reloads) => setShown(!reloads));
  }, [error, missing]);
  useEffect(() => {
    // Only after it was lost: where the code stays missing, the page would be loaded again and again.
    if (connected && wasLost.current) connectedAgain();
    wasLost.current = connected === false;
  }, [connected]);
  return shown && <ErrorView error={error} onRetry={retry} page />;
}
