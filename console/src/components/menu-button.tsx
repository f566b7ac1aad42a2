import { onDemand } from "../lib/on-demand.ts";
import type { MenuLook } from "./menu-entries.tsx";
import { UnfoldingButton, type UnfoldingButtonProps } from "./unfolding-button.tsx";

const useEntries = onDemand(async () => (await import("./menu-entries.tsx")).MenuEntries);

type MenuButtonProps = Pick<UnfoldingButtonProps<unknown>, "button" | "opened" | "onChange"> & MenuLook;

/** A button with a menu, which is described and not rendered here: what renders one is loaded after the screen. */
export function MenuButton({ position, width, className, entries, ...button }: MenuButtonProps) {
  const more = { position, width, className, entries };
  return <UnfoldingButton {...button} popup="menu" use={useEntries} more={more} />;
}
