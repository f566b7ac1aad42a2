import { useState } from "react";

type Keys = ReadonlySet<string | number>;

export type PeopleSelection = {
  readonly selected: Keys;
  /** Everybody who matches, also those who are not listed yet. */
  readonly all: boolean;
  readonly choose: (selected: Keys) => void;
  readonly chooseAll: (listed: Keys) => void;
  readonly clear: () => void;
};

const none: Keys = new Set();

/** Who is selected in a list. Another filter begins with nobody. */
export function useSelection(filter: string): PeopleSelection {
  const [state, setState] = useState({ filter, selected: none, all: false });
  const current = state.filter === filter ? state : { filter, selected: none, all: false };
  return {
    selected: current.selected,
    all: current.all,
    choose: (selected) => setState({ filter, selected, all: false }),
    chooseAll: (listed) => setState({ filter, selected: listed, all: true }),
    clear: () => setState({ filter, selected: none, all: false }),
  };
}
