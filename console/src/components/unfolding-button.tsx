import { type ComponentType, createElement, type ReactNode, type Ref, useId, useState } from "react";

import type { UnfoldedProps } from "./unfolded.tsx";

/** Properties for the button, whatever it looks like. */
type ButtonProps = {
  readonly ref: Ref<HTMLButtonElement>;
  readonly id: string;
  readonly "aria-haspopup": "menu" | "dialog";
  readonly "aria-expanded": boolean;
  readonly "aria-controls": string | undefined;
  readonly onClick: () => void;
};

export type UnfoldingButtonProps<More> = {
  readonly popup: ButtonProps["aria-haspopup"];
  /** What it opens, of `onDemand`: an `UnfoldedMenu` or an `UnfoldedPanel`. */
  readonly use: (wanted: boolean, close: () => void) => ComponentType<UnfoldedProps & More> | null;
  readonly more: More;
  readonly button: (props: ButtonProps) => ReactNode;
  /** Without it the button knows by itself whether it is open. */
  readonly opened?: boolean;
  readonly onChange?: (opened: boolean) => void;
};

/**
 * A button with a menu or a panel below it. Only the button is rendered until it is pressed: with the positioning code
 * around each of them, a row of filters took longer to render than the list below it.
 */
export function UnfoldingButton<More>(props: UnfoldingButtonProps<More>) {
  const { popup, use: useUnfolded, more, button } = props;
  const id = useId();
  const [own, setOwn] = useState(false);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const opened = props.opened ?? own;
  const change = props.onChange ?? setOwn;
  const Unfolded = useUnfolded(opened, () => change(false));
  return (
    <>
      {button({
        ref: setElement,
        id,
        "aria-haspopup": popup,
        "aria-expanded": opened,
        "aria-controls": opened ? `${id}-dropdown` : undefined,
        onClick: () => change(!opened),
      })}
      {Unfolded && createElement(Unfolded, { ...more, id, button: element, opened, onChange: change })}
    </>
  );
}
