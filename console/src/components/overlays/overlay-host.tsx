import { createElement, type ReactNode } from "react";

import { createStore, useStore } from "../../lib/store.ts";
import { LoadFailed } from "../load-failed.tsx";

/**
 * Overlays that are opened by a call and not by a screen's state. Their code is awaited before they are rendered:
 * React shows what `lazy` loads 300 ms later than that.
 */
const overlays = createStore<readonly Overlay[]>([]);
let nextId = 1;

type Overlay = { readonly id: number; readonly node: ReactNode; readonly onDropped: () => void };

/**
 * Renders the result of `render` until the function that it receives is called. `onDropped` is called instead if the
 * person who opened it is no longer signed in.
 */
export function showOverlay(render: (close: () => void) => ReactNode, onDropped: () => void = () => {}): void {
  const id = nextId++;
  const close = () => overlays.set(overlays.get().filter((each) => each.id !== id));
  overlays.set([...overlays.get(), { id, node: render(close), onDropped }]);
}

/** How long the message that something could not be loaded is shown. */
export const FAILURE_SHOWN_MS = 8_000;

/** Loads the code of an overlay that a call opens. @throws the failure, which is shown */
export async function loadOverlay<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    showOverlay((close) => {
      setTimeout(close, FAILURE_SHOWN_MS);
      return createElement(LoadFailed);
    });
    throw error;
  }
}

/** Removes every overlay at once. */
export function closeOverlays(): void {
  const dropped = overlays.get();
  overlays.set([]);
  for (const { onDropped } of dropped) onDropped();
}

export function OverlayHost() {
  return useStore(overlays).map(({ id, node }) => <div key={id}>{node}</div>);
}
