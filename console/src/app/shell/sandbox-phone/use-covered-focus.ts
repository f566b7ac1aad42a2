import { type RefObject, useEffect, useEffectEvent } from "react";

import { isCovering } from "./use-crowded.ts";

/** The largest part of what has the focus that may be covered: a row that ends below the phone can still be read. */
const MOST = 0.5;

/**
 * Calls `onCovered` when the focus moves to something below a panel, where nobody sees it (WCAG 2.4.11); and where the
 * panel stands on the screen, when the screen is pressed.
 */
export function useCoveredFocus(panel: RefObject<HTMLElement | null>, onCovered: () => void): void {
  const check = useEffectEvent((target: EventTarget | null) => {
    const box = panel.current;
    if (!box || !(target instanceof HTMLElement) || target !== document.activeElement) return;
    // What is laid over the page is above the panel, too.
    if (box.contains(target) || target.closest("[role=dialog], [role=menu]")) return;
    if (coveredPart(target.getBoundingClientRect(), box.getBoundingClientRect()) > MOST) onCovered();
  });
  const leave = useEffectEvent((target: EventTarget | null) => {
    if (isCovering() && target instanceof Element && target.closest("#screen")) onCovered();
  });
  useEffect(() => {
    // The browser scrolls it into view first.
    const look = ({ target }: FocusEvent) => requestAnimationFrame(() => check(target));
    const press = ({ target }: Event) => leave(target);
    document.addEventListener("focusin", look);
    document.addEventListener("pointerdown", press);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("pointerdown", press);
    };
  }, []);
}

function coveredPart(one: DOMRect, above: DOMRect): number {
  const width = Math.min(one.right, above.right) - Math.max(one.left, above.left);
  const height = Math.min(one.bottom, above.bottom) - Math.max(one.top, above.top);
  const area = one.width * one.height;
  return area === 0 ? 0 : (Math.max(0, width) * Math.max(0, height)) / area;
}
