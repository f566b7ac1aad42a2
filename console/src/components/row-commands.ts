import { type FocusEvent, useState } from "react";

import { type Command, useCommands } from "../commands/registry.ts";

/**
 * Offers what can be done with the row that has the focus, also in a dialog above it: the palette and the keyboard help
 * list it. Rows have their index as `data-row`; what is returned is for the element around them.
 */
export function useRowCommands<Item>(
  items: readonly Item[],
  commandsOf: ((item: Item) => readonly Command[]) | undefined,
) {
  const [at, setAt] = useState<number | null>(null);
  const item = at === null ? undefined : items[at];
  useCommands(item !== undefined && commandsOf ? commandsOf(item) : []);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
      if (row !== undefined) setAt(Number(row));
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      const isAbove = relatedTarget instanceof HTMLElement && relatedTarget.closest("[role=dialog]") !== null;
      if (!isAbove && !currentTarget.contains(relatedTarget)) setAt(null);
    },
  };
}
