import type { ReactNode } from "react";

import { onDemand } from "../../lib/on-demand.ts";
import classes from "./filters.module.css";
import { Icon } from "../icon.tsx";
import { UnfoldingButton, type UnfoldingButtonProps } from "../unfolding-button.tsx";

const usePanel = onDemand(async () => (await import("../unfolded.tsx")).UnfoldedPanel);

export type FilterPanelProps = Required<Pick<UnfoldingButtonProps<unknown>, "button" | "opened" | "onChange">> & {
  readonly label: string;
  readonly children: ReactNode;
};

/** Choices and fields below a chip. */
export function FilterPanel({ label, children, ...button }: FilterPanelProps) {
  return <UnfoldingButton {...button} popup="dialog" use={usePanel} more={{ label, children }} />;
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
