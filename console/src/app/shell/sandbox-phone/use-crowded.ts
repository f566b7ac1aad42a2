import { useEffect, useEffectEvent } from "react";

/** Beside the open phone, a screen has the width of a tablet only if the sidebar shows icons alone. */
const crowded = matchMedia("(1200px <= width < 1600px)");
/** It stands on the screen instead of beside it. */
const covering = matchMedia("(width < 1200px)");

/** As {@link useCrowded} reports it for an open phone, for narrower windows. */
export const isCovering = (): boolean => covering.matches;

/** Reports whether an open phone and the sidebar together leave a screen too little. */
export function useCrowded(open: boolean, report: (crowded: boolean) => void): void {
  const reportNow = useEffectEvent(() => report(open && crowded.matches));
  const end = useEffectEvent(() => report(false));
  useEffect(() => {
    reportNow();
    if (!open) return undefined;
    crowded.addEventListener("change", reportNow);
    return () => crowded.removeEventListener("change", reportNow);
  }, [open]);
  // The last sandbox was switched off.
  useEffect(() => () => end(), []);
}
