import { Drawer } from "@mantine/core";

import { useMounted } from "../lib/use-mounted.ts";
import type { DrawerProps } from "./drawer.tsx";
import classes from "./drawer.module.css";

const openDialogs = "[role=dialog][aria-modal=true]:not([data-closing] *)";

export function DrawerSheet({ title, opened, onClose, width = 520, actions, children }: DrawerProps) {
  const mounted = useMounted();
  // Escape answers the question above it, and would close both.
  const close = () => {
    if (document.querySelectorAll(openDialogs).length < 2) onClose();
  };
  return (
    <Drawer opened={opened && mounted} onClose={close} title={title} size={width} data-closing={!opened || undefined}>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </Drawer>
  );
}
