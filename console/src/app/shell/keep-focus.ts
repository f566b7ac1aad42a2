const OVERLAYS = "[role=dialog], [role=menu]";
const ROWS = "li, tr, [role=row]";
const FOCUSABLE = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled";
const HEADINGS = "h1, h2, h3";

/** What had the focus last in the page, or in a dialog or a menu above it. */
type Place = {
  readonly layer: Element;
  readonly at: HTMLElement;
  /** It got the focus in place of something that was removed: the user did not choose it. */
  readonly substitute: boolean;
};

/** From below to above. */
let places: readonly Place[] = [];

const layerOf = (element: Element): Element => element.closest(OVERLAYS) ?? document.body;

/**
 * The focus never falls back to the top of the page. When the element that has it is removed, it moves to the next row
 * of the list, else to the previous row, else to the heading of the list; when a dialog is removed, to the element that
 * opened it or, if that was removed as well, to the one after it. A button that was disabled during its action gets it
 * back.
 */
export function keepFocus(): void {
  if (places.length > 0) return;
  remember(document.activeElement);
  document.addEventListener("focusin", ({ target }) => remember(target));
  document.addEventListener("pointerdown", ({ target }) => {
    // A click on the background takes the focus away on purpose.
    if (!(target instanceof Element) || target.closest(`${FOCUSABLE}, label, summary, [tabindex]`)) return;
    places = places.filter(({ layer }) => layer !== layerOf(target));
  });
  document.addEventListener("keydown", ({ key, target }) => {
    // A field that was left with Escape was left on purpose. It would take the next key, a command, as text.
    const place = places.at(-1);
    if (key === "Escape" && place?.at === target && place.at.isConnected && isLost()) places = places.slice(0, -1);
  });
  new MutationObserver((records) => {
    places = places
      .filter(({ layer }) => layer.isConnected)
      .map((place) => (place.at.isConnected ? place : { ...place, at: successor(place, records), substitute: true }));
    // After the element that opened a dialog has got the focus back.
    if (isLost()) requestAnimationFrame(() => setTimeout(giveBack));
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

function remember(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  const layer = layerOf(target);
  places = [
    ...places.filter((place) => place.layer !== layer),
    { layer, at: target, substitute: "kept" in target.dataset },
  ];
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function giveBack(): void {
  const place = places.at(-1);
  const dialog = [...document.querySelectorAll("[role=dialog][aria-modal=true]")].at(-1);
  // What is below a dialog must not take the focus from it.
  if (!isLost() || !place || (dialog && !dialog.contains(place.layer))) return;
  const { at, substitute } = place;
  if (!at.isConnected || at.matches(":disabled")) return;
  if (substitute) {
    at.dataset["kept"] = "";
    at.addEventListener("blur", () => delete at.dataset["kept"], { once: true });
  }
  if (at.matches(HEADINGS) && !at.hasAttribute("tabindex")) at.tabIndex = -1;
  at.focus({ preventScroll: true });
}

/** The element that replaces something that these changes removed. */
function successor({ at, layer }: Place, records: readonly MutationRecord[]): HTMLElement {
  let gone: Node = at;
  for (;;) {
    const { record, removed } = removalOf(gone, records);
    if (!record) return headingAt(layer, null, layer);
    if (removed instanceof Element && removed.matches(ROWS)) {
      const row = rowBeside(record, "nextSibling", records) ?? rowBeside(record, "previousSibling", records);
      if (row) return row;
    }
    const { target, nextSibling } = record;
    if (!target.isConnected || !(target instanceof Element)) {
      gone = target;
      continue;
    }
    const inRow = firstIn(target.closest(ROWS));
    if (inRow) return inRow;
    return headingAt(target, nextSibling?.isConnected ? nextSibling : null, layer);
  }
}

type Removal =
  | { readonly record: MutationRecord; readonly removed: Node }
  | { readonly record?: undefined; readonly removed?: undefined };

function removalOf(gone: Node, records: readonly MutationRecord[]): Removal {
  for (const record of records.toReversed()) {
    for (const removed of record.removedNodes) if (removed.contains(gone)) return { record, removed };
  }
  return {};
}

type Side = "nextSibling" | "previousSibling";

function rowBeside(from: MutationRecord, side: Side, records: readonly MutationRecord[]): HTMLElement | undefined {
  let node = from[side];
  while (node) {
    const found = node.isConnected && node instanceof Element && node.matches(ROWS) ? firstIn(node) : undefined;
    if (found) return found;
    // A row that went at the same time.
    node = node.isConnected ? node[side] : (removalOf(node, records).record?.[side] ?? null);
  }
  return undefined;
}

/** The row's link, or else its first button. */
function firstIn(row: Element | null): HTMLElement | undefined {
  return (row?.querySelector<HTMLElement>("a[href]") ?? row?.querySelector<HTMLElement>(FOCUSABLE)) || undefined;
}

/** The heading above a node (by default the end of `from`), in the smallest part around it that has one. */
function headingAt(from: Element, below: Node | null, layer: Element): HTMLElement {
  const isAbove = (heading: Element): boolean => {
    const isAfter = (node: Node) => (node.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    return below ? !isAfter(below) : from.contains(heading) || !isAfter(from);
  };
  for (let part: Element | null = from; part && part !== layer && part.id !== "screen"; part = part.parentElement) {
    const above = [...part.querySelectorAll<HTMLElement>(HEADINGS)].findLast(isAbove);
    if (above) return above;
  }
  const whole = layer === document.body ? document.querySelector<HTMLElement>("#screen") : (layer as HTMLElement);
  return whole?.querySelector<HTMLElement>(HEADINGS) ?? whole ?? document.body;
}
