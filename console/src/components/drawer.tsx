import { Drawer as MantineDrawer } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./drawer.module.css";

export type DrawerProps = {
  readonly title: ReactNode;
  /** Rendered only while it is open: put its state into the address, so that it can be shared. */
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Pixels. */
  readonly width?: number;
  /** Buttons that stay in sight at its end. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

const openDialogs = "[role=dialog][aria-modal=true]:not([data-closing] *)";

/** Details beside the list they belong to. Focus returns to the row. */
export function Drawer({ title, opened, onClose, width = 520, actions, children }: DrawerProps) {
  // Escape answers the question above it, and would close both.
  const close = () => {
    if (document.querySelectorAll(openDialogs).length < 2) onClose();
  };
  return (
    <MantineDrawer opened={opened} onClose={close} title={title} size={width} data-closing={!opened || undefined}>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </MantineDrawer>
  );
}
