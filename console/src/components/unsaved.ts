import { createContext, useContext, useLayoutEffect } from "react";

/** Counts the changed forms of a drawer, which asks before it closes over them. */
export const Unsaved = createContext<(more: 1 | -1) => void>(() => {});

/** Tells the drawer around a form, if there is one, that something in it is not saved. */
export function useUnsaved(dirty: boolean): void {
  const count = useContext(Unsaved);
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    count(1);
    return () => count(-1);
  }, [count, dirty]);
}
