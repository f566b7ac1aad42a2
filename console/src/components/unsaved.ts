import { createContext, useCallback, useContext, useLayoutEffect, useState } from "react";

type Count = (more: 1 | -1) => void;

/** Counts the changed forms within a drawer or a page, which asks before it is left. */
export const Unsaved = createContext<Count>(() => {});

/** How many there are, and the value of `Unsaved` around them. */
export function useUnsavedCount(): readonly [unsaved: number, count: Count] {
  const [unsaved, setUnsaved] = useState(0);
  const count = useCallback<Count>((more) => setUnsaved((before) => before + more), []);
  return [unsaved, count];
}

/** Tells what is around a form, if it asks, that something in it is not saved. */
export function useUnsaved(dirty: boolean): void {
  const count = useContext(Unsaved);
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    count(1);
    return () => count(-1);
  }, [count, dirty]);
}
