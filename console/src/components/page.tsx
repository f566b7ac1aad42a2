import { Link } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";

import { t } from "../lib/translate.ts";
import { Icon } from "./icon.tsx";
import classes from "./page.module.css";

export type PageProps = {
  /** Also the title of the browser's tab. */
  readonly title: string;
  /** What stands beside the title: a state, a count. */
  readonly beside?: ReactNode;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons at the end of the title's line; one of them primary. */
  readonly actions?: ReactNode;
  /** The way back: the screens above this one, outermost first. */
  readonly breadcrumbs?: readonly { readonly label: string; readonly to: string }[];
  /** `form` keeps lines at a readable length; `wide` (default) gives tables the width. */
  readonly width?: "wide" | "form";
  readonly children?: ReactNode;
};

/** The frame of a screen: breadcrumbs, title, actions, content. */
export function Page({ title, beside, lead, actions, breadcrumbs = [], width = "wide", children }: PageProps) {
  // Each time: another address with the same title has been given the general one.
  useEffect(() => {
    document.title = `${title} · Tidings`;
  });
  return (
    <div className={classes.page} data-width={width}>
      {breadcrumbs.length > 0 && (
        <nav aria-label={t`Breadcrumbs`} className={classes.breadcrumbs}>
          {breadcrumbs.map(({ label, to }) => (
            <span key={to}>
              <Link to={to}>
                <bdi>{label}</bdi>
              </Link>
              <Icon name="chevron-right" size={12} mirror />
            </span>
          ))}
        </nav>
      )}
      <header className={classes.head}>
        <div className={classes.title}>
          <h1 tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {beside}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
        {lead && <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
