/** A dialog and a menu give the focus back by themselves, first of all to what opened them. */
const OVERLAYS = "[role=dialog], [role=menu], [role=listbox]";
const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled)";
/** Until then, a closing dialog has given the focus back if it can. */
const PATIENCE_MS = 120;

type Place = {
  readonly element: Element;
  readonly list: Element;
  readonly index: number;
  readonly path: string;
};

/**
 * Whoever deletes what they are at stays in its list: the focus goes to what follows, else to what is before, else to the
 * heading of the screen. Without it the browser begins again at the top of the page.
 */
export function keepFocus(): void {
  let place: Place | null = null;
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && !target.closest(OVERLAYS)) place = placeOf(target);
  });
  const isLost = (): boolean => place?.element.isConnected === false && document.activeElement === document.body;
  new MutationObserver(() => {
    if (!isLost()) return;
    setTimeout(() => {
      if (isLost() && place && place.path === location.pathname) nextTo(place)?.focus();
    }, PATIENCE_MS);
  }).observe(document.body, { childList: true, subtree: true });
}

function placeOf(element: Element): Place | null {
  const item = element.closest<HTMLElement>("[data-row], li");
  const list = item?.parentElement;
  if (!item || !list) return null;
  // Of a long list only the rows in sight are in the page.
  const index = Number(item.dataset["row"] ?? [...list.children].indexOf(item));
  return { element, list, index, path: location.pathname };
}

function nextTo({ list, index }: Place): HTMLElement | null {
  if (!list.isConnected || list.childElementCount === 0) return document.querySelector("#screen h1");
  const at = (nth: number): Element | null =>
    list.querySelector(":scope > [data-row]")
      ? list.querySelector(`[data-row="${nth}"]`)
      : (list.children[nth] ?? null);
  // Neither is there: the row was not deleted, the list was scrolled.
  return (at(index) ?? at(index - 1))?.querySelector<HTMLElement>(FOCUSABLE) ?? null;
}
