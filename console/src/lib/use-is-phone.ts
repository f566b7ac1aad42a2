import { useSyncExternalStore } from "react";

const narrow = matchMedia("(width < 768px)");

/** As {@link useIsPhone}, at this moment. */
export const isPhone = (): boolean => narrow.matches;

/** Whether the window is as narrow as a phone: the same limit as in the style sheets. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener("change", listener);
      return () => narrow.removeEventListener("change", listener);
    },
    () => narrow.matches,
  );
}
