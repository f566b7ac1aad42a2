import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import classes from "./stat.module.css";
import { Skeleton } from "./skeleton.tsx";

export type StatProps = {
  readonly label: string;
  /** Formatted; undefined while it is on its way. */
  readonly value: ReactNode | undefined;
  /** What it is measured against: "of 1% line", "yesterday 17,990". */
  readonly note?: ReactNode;
  /** `bad` and `warn` also say why in the note: color is not alone. */
  readonly tone?: "plain" | "good" | "warn" | "bad";
  /** The list whose length the figure is. */
  readonly to?: string;
  readonly search?: Record<string, unknown>;
};

/** One figure with its name; a link to what it counts. */
export function Stat({ label, value, note, tone = "plain", to, search }: StatProps) {
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value === undefined ? <Skeleton width={96} height={32} /> : value}</span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </>
  );
  if (!to) {
    return (
      <div className={classes.stat} data-tone={tone}>
        {content}
      </div>
    );
  }
  return (
    <Link to={to} {...(search ? { search } : {})} className={classes.stat} data-tone={tone}>
      {content}
    </Link>
  );
}

/** Figures in a row that wraps; one sheet, hairlines between them. */
export function StatRow({ children }: { readonly children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
