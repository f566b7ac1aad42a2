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
  /** In place of a list that shares its screen with others, below the list's own heading. */
  readonly part?: boolean;
};

/**
 * Shown in place of a list without rows. After a filter, say so and offer to clear it; otherwise offer the first step.
 */
export function EmptyState({ icon, title, children, action, page = false, part }: EmptyStateProps) {
  const Title = part ? "h3" : "h2";
  return (
    <div className={classes.empty} data-part={part}>
      <span className={classes.icon}>
        <Icon name={icon} size={22} />
      </span>
      {page ? <h1 tabIndex={-1}>{title}</h1> : <Title>{title}</Title>}
      {children && <p>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
