import type { ReactNode } from "react";

import classes from "./empty-state.module.css";
import { Icon, type IconName } from "./icon.tsx";

export type EmptyStateProps = {
  readonly icon: IconName;
  /** The present state: "No replies yet". */
  readonly title: string;
  /** One sentence on when something will be here. */
  readonly children?: ReactNode;
  /** The next step: one button, or none if the next step is to wait. */
  readonly action?: ReactNode;
  /** In place of a whole screen: its title is that of the page. */
  readonly page?: boolean;
};

/**
 * Shown in place of a list without rows. After a filter, say so and offer to clear it; otherwise offer the first step.
 */
export function EmptyState({ icon, title, children, action, page = false }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <Icon name={icon} size={22} />
      </span>
      {page ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
