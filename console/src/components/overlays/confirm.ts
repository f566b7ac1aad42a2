import { createElement, type ReactNode } from "react";

import { loadOverlay, showOverlay } from "./overlay-host.tsx";

export type ConfirmOptions = {
  /** The question, which names the action: "Erase Ana Berg?" */
  readonly title: string;
  /** Its consequences, and whether it can be undone. */
  readonly body: ReactNode;
  /** Verb, object and count: "Send 1,204 texts". */
  readonly action: string;
  /** The label of the button that changes nothing. */
  readonly keep?: string;
  readonly danger?: boolean;
  /** Must be typed before the button works: for what reaches more than a thousand people. */
  readonly typed?: string;
};

/** From this many people on, an action is confirmed by typing their number. */
export const typedFrom = 1_000;

let isOpen = false;

/**
 * Asks, and resolves to whether the action was chosen. Only for actions that cannot be undone; others are done at once.
 * While one question is open, another one is answered with no.
 */
export async function confirm(options: ConfirmOptions): Promise<boolean> {
  if (isOpen) return false;
  isOpen = true;
  try {
    const { ConfirmDialog } = await loadOverlay(() => import("./confirm-dialog.tsx"));
    return await new Promise<boolean>((resolve) => {
      showOverlay(
        (close) => createElement(ConfirmDialog, { ...options, onAnswer: resolve, onClosed: close }),
        () => resolve(false),
      );
    });
  } finally {
    isOpen = false;
  }
}
