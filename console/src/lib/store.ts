import { useSyncExternalStore } from "react";

/** A value outside of React. Components that read it by {@link useStore} are rendered again when it changes. */
export type Store<Value> = {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <Value>({ subscribe, get }: Pick<Store<Value>, "subscribe" | "get">): Value =>
  useSyncExternalStore(subscribe, get);
