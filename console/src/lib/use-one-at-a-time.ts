import { useRef } from "react";

/**
 * Begins a mutation only if the last one has ended: the second click of a double one may come before the button is
 * rendered as busy. It takes the promise of `mutateAsync`, because callbacks of `mutate` are not called while the screen
 * is hidden behind a sign-in. How the mutation ended is shown by whoever renders its state.
 */
export function useOneAtATime(): (begin: () => Promise<unknown>) => void {
  const running = useRef(false);
  return (begin) => {
    if (running.current) return;
    running.current = true;
    const end = (): void => {
      running.current = false;
    };
    void begin().then(end, end);
  };
}
