import { keepOwn, ownKey, ownPrefix, readOwn } from "../../lib/own-storage.ts";

/** What a person would miss of what only this browser has. Their own number and the sandbox phone are not among it. */
const names = ["draft", "answers", "outbox-views"] as const;

export type OwnTexts = (typeof names)[number];

/** What of it there is, in the browser's storage or only in this page. */
export const ownTexts = (user: number): readonly OwnTexts[] =>
  names.filter((name) => !["[]", null].includes(readOwn(ownKey(user, name))));

/** Whether the browser's storage has these texts, once it was tried again to put there what found no room. */
export const areStored = (user: number, texts: readonly OwnTexts[]): boolean =>
  texts.every((name) => keepOwn(ownKey(user, name), readOwn(ownKey(user, name))));

/** Removes everything that is kept for a person. */
export function forgetOwn(user: number): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(ownPrefix(user)));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage nothing is kept.
  }
}
