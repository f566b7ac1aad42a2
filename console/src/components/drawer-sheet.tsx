import { Drawer } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";

import { t } from "../lib/translate.ts";
import { useMounted } from "../lib/use-mounted.ts";
import { confirm } from "./confirm.ts";
import type { DrawerProps } from "./drawer.tsx";
import classes from "./drawer.module.css";
import { Unsaved } from "./unsaved.ts";

const openDialogs = "[role=dialog][aria-modal=true]:not([data-closing] *)";

const isToBeClosed = (): Promise<boolean> =>
  confirm({
    title: t`What you changed is not saved`,
    body: t`If you close this, the changes are lost.`,
    action: t`Close anyway`,
    keep: t`Go on editing`,
    danger: true,
  });

export function DrawerSheet({ title, opened, onClose, width = 520, actions, children }: DrawerProps) {
  const mounted = useMounted();
  const [unsaved, setUnsaved] = useState(0);
  const count = useCallback((more: number) => setUnsaved((before) => before + more), []);
  const dirty = opened && unsaved > 0;
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    // What closes it after saving goes on to an address; only the browser's own buttons go back.
    shouldBlockFn: async ({ action }) => action !== "PUSH" && action !== "REPLACE" && !(await isToBeClosed()),
  });
  const close = async (): Promise<void> => {
    // Escape answers the question above it, and would close both.
    if (document.querySelectorAll(openDialogs).length > 1) return;
    if (!dirty || (await isToBeClosed())) onClose();
  };
  return (
    <Drawer
      opened={opened && mounted}
      onClose={() => void close()}
      title={title}
      size={width}
      data-closing={!opened || undefined}
    >
      <Unsaved value={count}>{children}</Unsaved>
      {actions && <div className={classes.actions}>{actions}</div>}
    </Drawer>
  );
}
