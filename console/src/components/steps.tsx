import type { ReactNode } from "react";

import { Icon, type IconName } from "./icon.tsx";
import classes from "./steps.module.css";

/** What happened, one below the other, along a line. */
export function Steps({ children }: { readonly children: ReactNode }) {
  return <ol className={classes.steps}>{children}</ol>;
}

export type StepProps = {
  readonly icon: IconName;
  /** A state of a delivery: its color. */
  readonly tone: string;
  readonly what: ReactNode;
  /** When, and what belongs to it. */
  readonly at: ReactNode;
  readonly children?: ReactNode;
};

export function Step({ icon, tone, what, at, children }: StepProps) {
  return (
    <li data-tone={tone}>
      <span className={classes.mark}>
        <Icon name={icon} size={12} />
      </span>
      <div className={classes.step}>
        <p>{what}</p>
        <p className={classes.at}>{at}</p>
        {children}
      </div>
    </li>
  );
}
