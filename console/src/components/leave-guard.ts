import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";

import { t } from "../lib/translate.ts";
import { confirm } from "./confirm.ts";

const isToBeDiscarded = (): Promise<boolean> =>
  confirm({
    title: t`What you changed is not saved`,
    body: t`If you leave now, the changes are lost.`,
    action: t`Leave anyway`,
    keep: t`Go on editing`,
    danger: true,
  });

/**
 * Asks before a page or a drawer is left in which something is not saved, whichever way: a link, the palette, the
 * browser's buttons. A form of `useApiForm` is clean before its `onDone`; whatever else goes on after saving navigates
 * with `ignoreBlocker`.
 *
 * @returns resolves to whether what is open may close without a change of the address; asks if need be
 */
export function useLeaveGuard(dirty: boolean): () => Promise<boolean> {
  // What was given up is often left by a navigation, which does not ask again.
  const discarded = useRef(false);
  if (!dirty) discarded.current = false;
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async () => !discarded.current && !(await isToBeDiscarded()),
  });
  return async () => {
    if (dirty && !discarded.current) discarded.current = await isToBeDiscarded();
    return !dirty || discarded.current;
  };
}
