import { useEffect, useState } from "react";

import type { SandboxText, TextThread } from "./use-sandbox-texts.ts";

const none: ReadonlyMap<string, number> = new Map();

/**
 * Counts what arrived at a number since the phone was last closed, until its thread is opened.
 *
 * @param since milliseconds since 1970
 * @param number whose thread is open
 */
export function useRead(rows: readonly SandboxText[], since: number, number: string | null) {
  const [read, setRead] = useState(none);
  const newest = number === null ? undefined : rows.find(({ to }) => to === number)?.at;
  useEffect(() => {
    if (number !== null && newest) setRead((before) => new Map(before).set(number, Date.parse(newest)));
  }, [number, newest]);
  return {
    unreadOf: ({ number: of, texts }: TextThread): number => {
      const from = Math.max(since, read.get(of) ?? 0);
      return texts.filter(({ at }) => Date.parse(at) > from).length;
    },
  };
}
