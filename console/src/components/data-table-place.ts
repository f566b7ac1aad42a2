import { windowScroll, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";

type Options = Virtualizer<Window, Element>["options"];

/**
 * The window of a list, read when it is first rendered. By itself the virtualizer renders no rows before it has
 * measured the window, and scrolls to where it is already: a layout of the page and a rendering of the list more, each
 * time a list is opened.
 */
export const inWindow = (): Pick<Options, "initialRect" | "observeElementRect" | "scrollToFn"> => ({
  initialRect: { width: innerWidth, height: innerHeight },
  observeElementRect: (_virtualizer, tell) => {
    const measure = (): void => tell({ width: innerWidth, height: innerHeight });
    addEventListener("resize", measure, { passive: true });
    return () => removeEventListener("resize", measure);
  },
  scrollToFn: (offset, how, virtualizer) => {
    if (offset !== virtualizer.scrollOffset || virtualizer.isScrolling) windowScroll(offset, how, virtualizer);
  },
});

/**
 * Tells how far an element is from the top of the page, whenever something above it may have grown: then one of the
 * elements around it has grown as well. Observed and not asked for in each rendering, which takes a layout of its own.
 */
export function useTopOf(element: RefObject<HTMLElement | null>, tell: (top: number) => void): void {
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const observer = new ResizeObserver(() => tell(Math.round(shown.getBoundingClientRect().top + scrollY)));
    for (let around: Element | null = shown; around; around = around.parentElement) observer.observe(around);
    return () => observer.disconnect();
  });
}
