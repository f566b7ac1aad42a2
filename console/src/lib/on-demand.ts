import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";

import { afterReads } from "./after-reads.ts";

/**
 * A component that is seen after a press only: its code is loaded and run once the screen has what it reads, or when it
 * is wanted. With it in the screen's own files a slow phone would wait for it before it shows anything.
 *
 * @returns a hook: null until the component is wanted for the first time and its code is there
 */
export function onDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  return function useOnDemand(wanted: boolean): ComponentType<Props> | null {
    const queries = useQueryClient();
    const [used, setUsed] = useState(wanted);
    const [, setArrived] = useState(loaded !== null);
    if (wanted && !used) setUsed(true);
    useEffect(() => {
      if (loaded) return undefined;
      if (used) {
        get().then(
          () => setArrived(true),
          (error: unknown) =>
            setArrived(() => {
              throw error;
            }),
        );
        return undefined;
      }
      // Offline: the press asks again.
      return afterReads(queries, () => void get().catch(() => undefined));
    }, [used, queries]);
    return used ? loaded : null;
  };
}

/** A component that shows something once it is `opened`, whose code is loaded in the same way. */
export function openedOnDemand<Props extends { readonly opened: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const useLoaded = onDemand(load);
  return function OpenedOnDemand(props: Props): ReactNode {
    const Loaded = useLoaded(props.opened);
    return Loaded && createElement(Loaded, props);
  };
}
