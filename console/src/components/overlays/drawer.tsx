import type { ReactNode } from "react";

import { openedOnDemand } from "../../lib/on-demand.ts";

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

/** Details beside the list they belong to. Focus returns to the row. */
export const Drawer = openedOnDemand<DrawerProps>(async () => (await import("./drawer-sheet.tsx")).DrawerSheet);
