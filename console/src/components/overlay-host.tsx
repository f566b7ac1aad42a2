import { createElement, type ReactNode, useSyncExternalStore } from "react";

import { LoadFailed } from "./load-failed.tsx";

/**
 * Overlays that are opened by a call and not by a screen's state. Their code is awaited before they are rendered:
 * React shows what `lazy` loads 300 ms later than that.
 */
let nodes: readonly { readonly id: number; readonly node: ReactNode; readonly onDropped: () => void }[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: typeof nodes): void {
  nodes = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Renders the result of `render` until the function that it receives is called. `onDropped` is called instead if the
 * person who opened it is no longer signed in.
 */
export function showOverlay(render: (close: () => void) => ReactNode, onDropped: () => void = () => {}): void {
  const id = nextId++;
  const close = () => set(nodes.filter((each) => each.id !== id));
  set([...nodes, { id, node: render(close), onDropped }]);
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
  const dropped = nodes;
  set([]);
  for (const { onDropped } of dropped) onDropped();
}

export function OverlayHost() {
  const shown = useSyncExternalStore(subscribe, () => nodes);
  return shown.map(({ id, node }) => <div key={id}>{node}</div>);
}
