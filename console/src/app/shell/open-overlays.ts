import { createElement } from "react";

import { showOverlay } from "../../components/overlay-host.tsx";

let open = false;

/** Opens the palette: screens, commands, people and messages. */
export async function openPalette(): Promise<void> {
  if (open) return;
  open = true;
  try {
    const { Palette } = await import("./palette.tsx");
    showOverlay((close) =>
      createElement(Palette, {
        onClose: () => {
          open = false;
          close();
        },
      }),
    );
  } catch (error) {
    open = false;
    throw error;
  }
}

export async function openKeyboardHelp(): Promise<void> {
  const { KeyboardHelp } = await import("./keyboard-help.tsx");
  showOverlay((close) => createElement(KeyboardHelp, { onClose: close }));
}
