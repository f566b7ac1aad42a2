import { useRef } from "react";

type Ended = { readonly onSettled: () => void };

/**
 * Begins a mutation only if the last one has ended: the second click of a double one may come before the button is
 * rendered as busy.
 */
export function useOneAtATime(): (begin: (ended: Ended) => void) => void {
  const running = useRef(false);
  return (begin) => {
    if (running.current) return;
    running.current = true;
    begin({
      onSettled: () => {
        running.current = false;
      },
    });
  };
}
