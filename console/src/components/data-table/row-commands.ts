import { type FocusEvent, useState } from "react";

import { type Command, useCommands } from "../../commands/registry.ts";

/**
 * Offers what can be done with the row that has the focus, also in a dialog above it: the palette and the keyboard help
 * list it. Rows have their index as `data-row`; the returned properties are for the element around them. A row is
 * remembered by its key: when rows are added or removed above it, another row has its index, and no event reports that
 * a row was removed.
 */
export function useRowCommands<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
  commandsOf: ((item: Item) => readonly Command[]) | undefined,
) {
  const [focused, setFocused] = useState<string | number | null>(null);
  const item = focused === null ? undefined : items.find((one) => keyOf(one) === focused);
  useCommands(item !== undefined && commandsOf ? commandsOf(item) : []);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
      const entered = row === undefined ? undefined : items[Number(row)];
      // A row that got the focus because another one was removed was not chosen by the user: app/shell/keep-focus.ts.
      if ("kept" in target.dataset) setFocused(null);
      else if (entered !== undefined) setFocused(keyOf(entered));
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      const isAbove = relatedTarget instanceof HTMLElement && relatedTarget.closest("[role=dialog]") !== null;
      if (!isAbove && !currentTarget.contains(relatedTarget)) setFocused(null);
    },
  };
}
