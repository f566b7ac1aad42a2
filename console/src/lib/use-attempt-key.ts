import { useRef } from "react";

/**
 * Idempotency keys for one button: the same for the same content until `done` is called, so that pressing again after a
 * lost reply does nothing twice. Changed content is another attempt, so use this only for objects that a list shows
 * afterwards. A message to people is sent by `send-once.ts`, which determines the outcome of the first attempt before
 * it makes another.
 */
export function useAttemptKey() {
  const last = useRef<{ readonly content: string; readonly key: string } | null>(null);
  return {
    keyFor: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, key: crypto.randomUUID() };
      return last.current.key;
    },
    done: (): void => {
      last.current = null;
    },
  };
}
