import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";

/** How long the screen is given until it is looked at again whether it has what it reads, in milliseconds. */
const PAUSE = 300;

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
      if (loaded) return;
      if (used) {
        get().then(
          () => setArrived(true),
          (error: unknown) =>
            setArrived(() => {
              throw error;
            }),
        );
        return;
      }
      const look = (): void => {
        if (queries.isFetching() > 0) timer = setTimeout(look, PAUSE);
        // Offline: the press asks again.
        else get().catch(() => undefined);
      };
      let timer = setTimeout(look, PAUSE);
      return () => clearTimeout(timer);
    }, [used, queries]);
    return used ? loaded : null;
  };
}
