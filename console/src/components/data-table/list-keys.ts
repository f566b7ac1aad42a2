import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect } from "react";

import { useCommands } from "../../commands/registry.ts";
import { t } from "../../lib/translate.ts";

type Step = 1 | -1;
type KeyedList = { readonly element: () => HTMLElement | null; readonly move: (step: Step) => void };

const lists = new Set<KeyedList>();
/** What a row can have the focus on. */
const TARGETS = "a[href], button:enabled";

/** In the list that has the focus, or else in the first one of the screen that has rows: others are still read. */
function moveInList(step: Step): void {
  const shown = [...lists].flatMap(({ element, move }) => {
    const root = element();
    return root?.querySelector(TARGETS) ? [{ root, move }] : [];
  });
  const [first] = shown.toSorted(({ root: one }, { root: other }) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const list = shown.find(({ root }) => root.contains(document.activeElement)) ?? first;
  list?.move(step);
}

export type ListKeysOptions = {
  readonly labels?: { readonly next: string; readonly previous: string };
};

/**
 * The keys of a list: j and k from anywhere on its screen, arrows while it has the focus. What is returned is for the
 * element around its rows. Enter opens what has the focus.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  move: (step: Step) => void,
  { labels = { next: t`Next row`, previous: t`Previous row` } }: ListKeysOptions = {},
) {
  const moveNow = useEffectEvent(move);
  // Before the paint: whoever sees the rows can press a key.
  useLayoutEffect(() => {
    const keyed: KeyedList = { element: () => list.current, move: (step) => moveNow(step) };
    lists.add(keyed);
    return () => void lists.delete(keyed);
  }, [list]);
  const command = { keyOnly: true, repeats: true } as const;
  useCommands([
    { id: "next-row", label: labels.next, keys: "j", ...command, run: () => moveInList(1) },
    { id: "previous-row", label: labels.previous, keys: "k", ...command, run: () => moveInList(-1) },
  ]);
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as Step | undefined;
      const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
      if (!step || isTaken || (event.target as Element).matches("input:not([type=checkbox]), textarea, select")) return;
      event.preventDefault();
      move(step);
    },
  };
}

/** The row's link, or else its first button. */
function focusRow(row: Element | null | undefined): void {
  const target = row?.querySelector<HTMLElement>("a[href]") ?? row?.querySelector<HTMLElement>("button:enabled");
  target?.focus();
}

/**
 * Scrolls to a row, which has its index as `data-row`, and focuses it: at once if it is in the page, because the next
 * key may be pressed before the next frame and is for this row.
 */
export function stepToRow(
  list: RefObject<HTMLElement | null>,
  index: number,
  scrollToIndex: (index: number) => void,
): void {
  const rowInPage = () => list.current?.querySelector(`[data-row="${index}"]`);
  const visibleRow = rowInPage();
  scrollToIndex(index);
  if (visibleRow) focusRow(visibleRow);
  else requestAnimationFrame(() => focusRow(rowInPage()));
}

/** The keys of a list that is in the page as a whole. Rows with nothing to press are skipped. */
export function useRowKeys(list: RefObject<HTMLElement | null>, rows = "li") {
  return useListKeys(list, (step) => {
    const all = [...(list.current?.querySelectorAll(rows) ?? [])].filter((row) => row.querySelector("a[href], button"));
    const at = all.findIndex((row) => row.contains(document.activeElement));
    focusRow(all[Math.max(0, Math.min(all.length - 1, at + step))]);
  });
}
