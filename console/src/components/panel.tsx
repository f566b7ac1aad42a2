import type { ReactNode } from "react";

import classes from "./panel.module.css";

export type PanelProps = {
  readonly title?: string;
  /** To which an address of the page leads. */
  readonly id?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding: for a table or a list that reaches the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

/** A sheet with a heading: one part of a screen. */
export function Panel({ title, id, lead, actions, flush = false, children }: PanelProps) {
  return (
    <section id={id} className={classes.panel} aria-label={title}>
      {(title || actions) && (
        <header className={classes.head}>
          {title && <h2>{title}</h2>}
          {actions && <div className={classes.actions}>{actions}</div>}
          {lead && <p>{lead}</p>}
        </header>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
