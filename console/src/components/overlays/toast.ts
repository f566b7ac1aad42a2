import { createElement } from "react";

import { t } from "../../lib/translate.ts";
import { announce } from "../announce.tsx";
import { loadOverlay, showOverlay } from "./overlay-host.tsx";

export type ToastOptions = {
  /** What was done: "Ana left the group". Errors are not toasts: they stay where they happened, as `ErrorView`. */
  readonly message: string;
  /** Undoes it. Offered for 8 seconds. */
  readonly undo?: () => void | Promise<void>;
};

let hosted = false;

/** Reports in a corner that something was done, with a button that undoes it. */
export async function toast({ message, undo }: ToastOptions): Promise<void> {
  const code = await loadOverlay(() => import("./toasts.tsx")).catch(() => null);
  // It was done all the same.
  if (!code) return announce(message);
  const { forgetToasts, show, ToastHost } = code;
  if (!hosted) {
    hosted = true;
    showOverlay(
      () => createElement(ToastHost),
      () => {
        hosted = false;
        forgetToasts();
      },
    );
  }
  show({ message, undo });
  announce(undo ? t`${message} You can undo it.` : message);
}
