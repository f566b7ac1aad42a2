import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";

import { t } from "../lib/translate.ts";
import { confirm } from "./overlays/confirm.ts";

const isToBeDiscarded = (): Promise<boolean> =>
  confirm({
    title: t`What you changed is not saved`,
    body: t`If you leave now, the changes are lost.`,
    action: t`Leave anyway`,
    keep: t`Go on editing`,
    danger: true,
  });

/**
 * Asks before the user leaves a page or a drawer with unsaved changes, by a link, the palette or the browser's buttons.
 * A form of `useApiForm` is clean before its `onDone`; other code that continues after saving navigates with
 * `ignoreBlocker`.
 *
 * @returns resolves to whether an overlay may close without a change of the address; asks if necessary
 */
export function useLeaveGuard(dirty: boolean): () => Promise<boolean> {
  // Discarded changes are often followed by a navigation, which must not ask again.
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
