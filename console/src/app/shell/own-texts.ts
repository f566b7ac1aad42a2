import { ownKey, ownPrefix } from "../../lib/own-storage.ts";

/** What a person would miss of what only this browser has. Their own number and the sandbox phone are not among it. */
const names = ["draft", "answers", "outbox-views"] as const;

export type OwnTexts = (typeof names)[number];

/** What of it there is. */
export function ownTexts(user: number): readonly OwnTexts[] {
  try {
    return names.filter((name) => !["[]", null].includes(localStorage.getItem(ownKey(user, name))));
  } catch {
    return [];
  }
}

/** Removes everything that is kept for a person. */
export function forgetOwn(user: number): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(ownPrefix(user)));
  for (const key of keys) localStorage.removeItem(key);
}
