import { Popover } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

import classes from "./filters.module.css";
import { Icon } from "./icon.tsx";

export type FilterPanelProps = {
  readonly target: ReactElement;
  readonly label: string;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly children: ReactNode;
};

/** Choices and fields below a chip. A menu may have no fields: screen readers would not read them. */
export function FilterPanel({ target, label, opened, onChange, children }: FilterPanelProps) {
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p={4} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

export type FilterChoiceProps = {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
};

/** One choice of a panel; chosen once more, it is taken away. */
export function FilterChoice({ chosen, onChoose, children }: FilterChoiceProps) {
  return (
    <button type="button" className={classes.choice} aria-pressed={chosen} onClick={onChoose}>
      <Icon name="check" size={14} className={chosen ? "" : classes.off} />
      <bdi className={classes.option}>{children}</bdi>
    </button>
  );
}
