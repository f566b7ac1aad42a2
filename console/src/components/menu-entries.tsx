import { Menu, type MenuProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Icon, type IconName } from "./icon.tsx";
import { UnfoldedMenu, type UnfoldedProps } from "./unfolded.tsx";

type Action = {
  readonly id: string | number;
  readonly label: ReactNode;
  readonly icon?: IconName;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onClick: (() => void) | undefined;
};

export type MenuEntry =
  | Action
  /** Opens a screen. */
  | (Pick<Action, "id" | "label"> & { readonly to: string })
  /** Stands above what follows, or in place of it. */
  | { readonly heading: ReactNode }
  | "line";

export type MenuLook = {
  readonly position: NonNullable<MenuProps["position"]>;
  readonly width?: MenuProps["width"];
  readonly className?: string | undefined;
  readonly entries: readonly MenuEntry[];
};

/** The menu of a `MenuButton`. */
export function MenuEntries({ entries, ...menu }: UnfoldedProps & MenuLook) {
  return <UnfoldedMenu {...menu}>{entries.map(toItem)}</UnfoldedMenu>;
}

function toItem(entry: MenuEntry, position: number): ReactNode {
  if (entry === "line") return <Menu.Divider key={position} />;
  if ("heading" in entry) return <Menu.Label key={position}>{entry.heading}</Menu.Label>;
  if ("to" in entry) {
    return (
      <Menu.Item key={entry.id} component={Link} to={entry.to}>
        {entry.label}
      </Menu.Item>
    );
  }
  const { id, label, icon, shortcut, danger, disabled, onClick } = entry;
  return (
    <Menu.Item
      key={id}
      data-danger={danger || undefined}
      leftSection={icon && <Icon name={icon} size={14} />}
      rightSection={shortcut && <kbd>{shortcut}</kbd>}
      disabled={disabled ?? false}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}
