import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from "react";

import { LoadFailed } from "../components/load-failed.tsx";
import { FAILURE_SHOWN_MS } from "../components/overlays/overlay-host.tsx";
import { afterReads } from "./after-reads.ts";

/**
 * A component that is shown only after a press: its code is loaded and run once the screen has read its data, or when
 * it is needed. As part of the screen's own files, it would delay the first rendering on a slow phone.
 *
 * @returns a hook: null until the component is needed for the first time and its code is loaded. It closes what could
 *   not be loaded, so that it can be opened again.
 */
export function onDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  return function useOnDemand(wanted: boolean, close: () => void): ComponentType<Props> | null {
    const queries = useQueryClient();
    const [used, setUsed] = useState(wanted);
    const [, setArrived] = useState(loaded !== null);
    const [hasFailed, setFailed] = useState(false);
    if (wanted && !used) setUsed(true);
    const failed = useEffectEvent(() => {
      setFailed(true);
      close();
    });
    useEffect(() => {
      if (loaded) return undefined;
      if (wanted) {
        get().then(() => setArrived(true), failed);
        return undefined;
      }
      // Offline: the next press tries again.
      return afterReads(queries, () => void get().catch(() => undefined));
    }, [wanted, queries]);
    useEffect(() => {
      if (!hasFailed) return undefined;
      const end = setTimeout(() => setFailed(false), FAILURE_SHOWN_MS);
      return () => clearTimeout(end);
    }, [hasFailed]);
    if (hasFailed && !loaded) return LoadFailed;
    return used ? loaded : null;
  };
}

/** A component that shows something once it is `opened`, whose code is loaded in the same way. */
export function openedOnDemand<Props extends { readonly opened: boolean; readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  const useLoaded = onDemand(load);
  return function OpenedOnDemand(props: Props): ReactNode {
    const Loaded = useLoaded(props.opened, props.onClose);
    return Loaded && createElement(Loaded, props);
  };
}
