import { Drawer } from "@mantine/core";

import { useMounted } from "../../lib/use-mounted.ts";
import type { DrawerProps } from "./drawer.tsx";
import classes from "./drawer.module.css";
import { useLeaveGuard } from "../leave-guard.ts";
import { Unsaved, useUnsavedCount } from "../unsaved.ts";

const openDialogs = "[role=dialog][aria-modal=true]:not([data-closing] *)";

export function DrawerSheet({ title, opened, onClose, width = 520, actions, children }: DrawerProps) {
  const mounted = useMounted();
  const [unsaved, count] = useUnsavedCount();
  const mayClose = useLeaveGuard(opened && unsaved > 0);
  const close = async (): Promise<void> => {
    // Escape answers the question above the drawer, and would otherwise close both.
    if (document.querySelectorAll(openDialogs).length > 1) return;
    if (await mayClose()) onClose();
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
