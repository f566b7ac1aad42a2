import type { MenuProps } from "@mantine/core";
import type { ReactNode } from "react";

import { onDemand } from "../lib/on-demand.ts";
import { UnfoldingButton, type UnfoldingButtonProps } from "./unfolding-button.tsx";

const useMenu = onDemand(async () => (await import("./unfolded.tsx")).UnfoldedMenu);

type MenuButtonProps = Pick<UnfoldingButtonProps<unknown>, "button" | "opened" | "onChange"> & {
  readonly position: NonNullable<MenuProps["position"]>;
  readonly width?: MenuProps["width"];
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A button with a menu of `Menu.Item`s. */
export function MenuButton({ position, width, className, children, ...button }: MenuButtonProps) {
  return <UnfoldingButton {...button} popup="menu" use={useMenu} more={{ position, width, className, children }} />;
}
