import { pressedKey } from "../lib/pressed-key.ts";
import { currentCommands } from "./registry.ts";

const storageKey = "tidings-single-keys";
/** How long the second key of `g o` is waited for. */
const patience = 1_200;
/** How long a late second key is still taken for one: alone it may mean something else. */
const latest = 5_000;

/** Single keys can be switched off, because speech input and tremor press them unintentionally (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? "on" : "off");
}

/** A menu, or the panel of a filter. Letters choose in it, wherever the focus is. */
const popover = "[role=menu], [role=dialog]:not([aria-modal=true])";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}

/** Runs commands by their keys. Returns a function that stops listening. */
export function listenToKeys(): () => void {
  let prefix = "";
  let pressedAt = 0;
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    const key = pressedKey(event);
    if (mod) {
      // If there is nothing to save, the browser would save the page as a file.
      if (!run(`mod+${key}`, event) && key === "s" && !event.shiftKey) event.preventDefault();
      return;
    }
    if (isTyping(event.target) || document.querySelector(popover) || !singleKeysOn()) return;
    const [dialog, ...others] = document.querySelectorAll("[role=dialog][aria-modal=true]");
    if (dialog) {
      // A question above a drawer gets all keys, and an overlay that is closing gets none.
      if (others.length === 0 && !dialog.closest("[data-closing]")) run(key, event, true);
      return;
    }
    // A held key does not count as the second key of a pair.
    if (event.repeat && prefix) return;
    const since = event.timeStamp - pressedAt;
    const pair = prefix && since < latest ? `${prefix} ${key}` : "";
    pressedAt = event.timeStamp;
    prefix = "";
    if (pair && since >= patience && currentCommands().some((command) => command.keys === pair)) return;
    if (run(since < patience && pair ? pair : key, event)) return;
    if (currentCommands().some((command) => command.keys?.startsWith(`${key} `))) prefix = key;
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

function run(keys: string, event: KeyboardEvent, inDrawer = false): boolean {
  const command = currentCommands().findLast((each) => each.keys === keys && (!inDrawer || each.inDrawer));
  if (!command) return false;
  event.preventDefault();
  if (!event.repeat || command.repeats) command.run();
  return true;
}
