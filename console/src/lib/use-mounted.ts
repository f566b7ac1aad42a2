import { useLayoutEffect, useState } from "react";

/**
 * False in the first rendering of a component, true from the second one on, before anything is painted. What is opened
 * from the start gives the focus back to nothing.
 */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  return mounted;
}
