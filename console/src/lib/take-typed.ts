import { flushSync } from "react-dom";

/**
 * An incomplete entry in a field with several values becomes a value when the focus leaves the field, but not by a key.
 */
export function takeTyped(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  flushSync(() => field.blur());
  field.focus({ preventScroll: true });
}
