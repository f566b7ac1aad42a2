import { type RefCallback, useCallback, useState } from "react";

/** The width of an element in whole pixels, kept up to date; 600 before it is measured. */
export function useWidth(): readonly [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(600);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
