import { useRef } from "react";

import { type Attempt, sendOnce } from "./send-once.ts";

/** Sends something once, for as long as the screen is shown: a press after a lost reply does not send it twice. */
export function useSendOnce<Input, Result>(
  send: (input: Input, key: string) => PromiseLike<Result>,
): (input: Input) => Promise<{ readonly result: Result; readonly input: Input }> {
  const open = useRef<Attempt<Input> | null>(null);
  const keep = (attempt: Attempt<Input> | null): void => {
    open.current = attempt;
  };
  return (input) => sendOnce({ input, open: open.current, send, keep });
}
