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

/** Reports unsaved changes of a form to the drawer or page around it, if that asks before it is left. */
export function useUnsaved(dirty: boolean): void {
  const count = useContext(Unsaved);
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    count(1);
    return () => count(-1);
  }, [count, dirty]);
}
