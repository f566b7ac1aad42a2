import type { QueryClient } from "@tanstack/react-query";

/** Interval between two checks whether the screen has read its data, in milliseconds. */
const PAUSE = 300;

/**
 * Runs something once the screen has read its data: otherwise a slow phone would do it before it shows anything.
 *
 * @returns ends it, for a React effect
 */
export function afterReads(queries: QueryClient, run: () => void): () => void {
  const check = (): void => {
    if (queries.isFetching() > 0) timer = setTimeout(check, PAUSE);
    else run();
  };
  let timer = setTimeout(check, PAUSE);
  return () => clearTimeout(timer);
}
