/** What the keys of everything that is kept for a person begin with. */
export const ownPrefix = (user: number): string => `tidings:${user}:`;

/** The key in the browser's storage under which something is kept for a person. */
export const ownKey = (user: number, name: string): string => `${ownPrefix(user)}${name}`;

/** What found no room in the browser's storage, by its key: it lives as long as the page. */
const unstored = new Map<string, string>();

/** What is kept under a key of {@link ownKey}. */
export function readOwn(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, null: none. @returns whether the browser's storage has it now */
export function keepOwn(key: string, text: string | null): boolean {
  unstored.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== null) unstored.set(key, text);
    return false;
  }
}

const personKey = "tidings-person";

/** Who is signed in; null: nobody; "left": nobody, because they signed out. */
type SignedIn = number | null | "left";

/** Informs the other tabs of this browser who is signed in now. */
export function notifyOtherTabs(user: SignedIn): void {
  try {
    localStorage.setItem(personKey, String(user));
  } catch {
    // Without storage, the other tabs notice it at their next call.
  }
}

/** The user who was last known to be signed in in this browser; null: nobody. */
export function lastPerson(): number | null {
  try {
    return personIn(localStorage.getItem(personKey));
  } catch {
    return null;
  }
}

/** Calls `handle` when another tab reports who is signed in. */
export function onOtherTabNotification(handle: (user: SignedIn) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === personKey) handle(newValue === "left" ? "left" : personIn(newValue));
  });
}

function personIn(text: string | null): number | null {
  return text === null || text === "null" || text === "left" ? null : Number(text);
}
