import { Menu, type MenuProps, Popover } from "@mantine/core";
import { type ReactNode, type Ref, useLayoutEffect } from "react";

import { useMounted } from "../lib/use-mounted.ts";

export type UnfoldedProps = {
  /** Of the button, whose text is the name. */
  readonly id: string;
  readonly button: HTMLElement | null;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
};

type UnfoldedMenuProps = UnfoldedProps & {
  readonly position: NonNullable<MenuProps["position"]>;
  readonly width?: MenuProps["width"];
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** The menu below an `UnfoldingButton`. */
export function UnfoldedMenu({ id, button, className, children, ...menu }: UnfoldedMenuProps) {
  const mounted = useMounted();
  return (
    <Menu id={id} {...menu} opened={menu.opened && mounted}>
      <Menu.Target>
        <Anchor element={button} />
      </Menu.Target>
      <Menu.Dropdown {...(className !== undefined && { className })}>{children}</Menu.Dropdown>
    </Menu>
  );
}

type UnfoldedPanelProps = UnfoldedProps & { readonly label: string; readonly children: ReactNode };

/** Choices and fields below a button. A menu may have no fields: screen readers would not read them. */
export function UnfoldedPanel({ id, button, opened, label, children, ...panel }: UnfoldedPanelProps) {
  const mounted = useMounted();
  return (
    <Popover id={id} position="bottom-start" width={280} trapFocus returnFocus {...panel} opened={opened && mounted}>
      <Popover.Target>
        <Anchor element={button} />
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Stands for an element that is in the page before this is loaded. */
export function Anchor({ element, ref }: { readonly element: HTMLElement | null; readonly ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== "function") return;
    const leave = ref(element);
    return () => void (typeof leave === "function" ? leave() : ref(null));
  }, [ref, element]);
  return null;
}
