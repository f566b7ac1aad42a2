import type { ComponentProps, ReactNode } from "react";

import classes from "./filters.module.css";
import { Icon } from "../icon.tsx";

export type FilterChipProps = ComponentProps<"button"> & {
  readonly label: string;
  /** What it is set to; none: it filters nothing. */
  readonly set?: ReactNode;
};

/** The button of one filter, which opens its choices. */
export function FilterChip({ label, set, ...button }: FilterChipProps) {
  return (
    <button {...button} type="button" className={classes.chip} data-set={set ? true : undefined}>
      {label}
      {set && <strong>{set}</strong>}
      <Icon name="chevron-down" size={12} />
    </button>
  );
}
