import { useLayoutEffect, useRef } from "react";

import type { IconName } from "../components/icon.tsx";
import { createStore, useStore } from "../lib/store.ts";

/** Something a person can do from the keyboard and from the palette. */
export type Command = {
  /** Unique, kebab-case. */
  readonly id: string;
  /** Verb and object: "Pause this message". */
  readonly label: string;
  /** `n`, `g o` (one after the other), `mod+k` (Ctrl, or Command on a Mac). Without keys it is in the palette alone. */
  readonly keys?: string;
  readonly icon?: IconName;
  /** In the keyboard help and not in the palette. */
  readonly keyOnly?: true;
  /** Belongs to what a drawer shows: while that is open, only the keys of such commands work. */
  readonly inDrawer?: true;
  /** Runs again while its key is held down. */
  readonly repeats?: true;
  readonly run: () => void;
};

const sets = new Set<() => readonly Command[]>();
const list = createStore<readonly Command[]>([]);

const changed = (): void => list.set(currentCommands());

/** Every command that can be run now, those of the screen last: they win where two have the same keys. */
export function currentCommands(): readonly Command[] {
  return [...sets].flatMap((commands) => commands());
}

export const useCommandList = (): readonly Command[] => useStore(list);

/** Offers commands while the component is in the page: in the palette, by their keys and in the keyboard help. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  // Before the paint: a key that is pressed at what is seen would do nothing, or what the screen before offered.
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const shown = commands.map(({ id, label, keys }) => `${id}\t${label}\t${keys ?? ""}`).join("\n");
  useLayoutEffect(() => {
    const set = () => latest.current;
    sets.add(set);
    changed();
    return () => {
      sets.delete(set);
      changed();
    };
  }, [shown]);
}
