import { useState } from "react";

const storageKey = "tidings-erasures";
const most = 20;

/** The erasures that were begun in this browser, newest first: their ids, and no number. */
export type KnownErasures = {
  readonly ids: readonly string[];
  readonly add: (id: string) => void;
  readonly remove: (id: string) => void;
};

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function useKnownErasures(): KnownErasures {
  const [ids, setIds] = useState(stored);
  const keep = (next: readonly string[]) => {
    localStorage.setItem(storageKey, JSON.stringify(next));
    setIds(next);
  };
  return {
    ids,
    add: (id) => keep([id, ...ids.filter((other) => other !== id)].slice(0, most)),
    remove: (id) => keep(ids.filter((other) => other !== id)),
  };
}
