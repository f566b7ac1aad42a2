import { useBlocker } from "@tanstack/react-router";

import { t } from "../lib/translate.ts";
import { confirm } from "./confirm.ts";

/** Asks before a page is left on which something is not saved. What leaves it after saving navigates with `ignoreBlocker`. */
export function useLeaveGuard(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async () =>
      !(await confirm({
        title: t`What you changed is not saved`,
        body: t`If you leave this page, the changes are lost.`,
        action: t`Leave anyway`,
        keep: t`Stay on this page`,
        danger: true,
      })),
  });
}
