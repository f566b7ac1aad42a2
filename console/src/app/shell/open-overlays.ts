import { createElement } from "react";

import { loadOverlay, showOverlay } from "../../components/overlays/overlay-host.tsx";

let open = false;
/** Something in it was chosen: it is already closing. */
let picked = false;

/** Whether the user is typing in it and must not lose the focus to a screen that is loaded meanwhile. */
export const isPaletteOpen = (): boolean => open && !picked;

/** Opens the palette: screens, commands, people and messages. */
export async function openPalette(): Promise<void> {
  if (open) return;
  open = true;
  picked = false;
  try {
    const { Palette } = await loadOverlay(() => import("./palette.tsx"));
    const closed = () => {
      open = false;
    };
    const onPicked = () => {
      picked = true;
    };
    showOverlay((close) => {
      const onClose = () => {
        closed();
        close();
      };
      return createElement(Palette, { onPicked, onClose });
    }, closed);
  } catch (error) {
    open = false;
    throw error;
  }
}

export async function openKeyboardHelp(): Promise<void> {
  const { KeyboardHelp } = await loadOverlay(() => import("./keyboard-help.tsx"));
  showOverlay((close) => createElement(KeyboardHelp, { onClose: close }));
}
