import { createElement } from "react";

import { showOverlay } from "../../components/overlay-host.tsx";

let open = false;

/** Opens the palette: screens, commands, people and messages. */
export async function openPalette(): Promise<void> {
  if (open) return;
  open = true;
  try {
    const { Palette } = await import("./palette.tsx");
    const closed = () => {
      open = false;
    };
    showOverlay((close) => {
      const onClose = () => {
        closed();
        close();
      };
      return createElement(Palette, { onClose });
    }, closed);
  } catch (error) {
    open = false;
    throw error;
  }
}

export async function openKeyboardHelp(): Promise<void> {
  const { KeyboardHelp } = await import("./keyboard-help.tsx");
  showOverlay((close) => createElement(KeyboardHelp, { onClose: close }));
}

/** Says that the user is still signed in, and why. */
export async function openSignOutFailed(error: unknown, onRetry: () => void): Promise<void> {
  const { SignOutFailed } = await import("./sign-out-failed.tsx");
  showOverlay((close) => createElement(SignOutFailed, { error, onRetry, onClose: close }));
}
