import { windowScroll, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";

type Options = Virtualizer<Window, Element>["options"];

/**
 * The window of a list, read when it is first rendered. By itself, the virtualizer renders no rows before it has
 * measured the window, and scrolls to the position that it already has: one more layout of the page and rendering of
 * the list each time a list is opened.
 */
export const inWindow = (): Pick<Options, "initialRect" | "observeElementRect" | "scrollToFn"> => ({
  initialRect: { width: innerWidth, height: innerHeight },
  observeElementRect: (_virtualizer, report) => {
    const measure = (): void => report({ width: innerWidth, height: innerHeight });
    addEventListener("resize", measure, { passive: true });
    return () => removeEventListener("resize", measure);
  },
  scrollToFn: (offset, how, virtualizer) => {
    if (offset !== virtualizer.scrollOffset || virtualizer.isScrolling) windowScroll(offset, how, virtualizer);
  },
});

/**
 * Reports the distance of an element from the top of the page, whenever something above it may have grown: then one of
 * the elements around it has grown as well. Observed instead of measured in each rendering, which would take a layout
 * of its own.
 */
export function useTopOf(element: RefObject<HTMLElement | null>, report: (top: number) => void): void {
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const observer = new ResizeObserver(() => report(Math.round(shown.getBoundingClientRect().top + scrollY)));
    for (let around: Element | null = shown; around; around = around.parentElement) observer.observe(around);
    return () => observer.disconnect();
  });
}
