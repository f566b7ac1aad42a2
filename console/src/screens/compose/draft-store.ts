import { keepOwn, ownKey, readOwn } from "../../lib/own-storage.ts";
import { createStore, type Store } from "../../lib/store.ts";
import { type Draft, emptyDraft, isEmpty } from "./draft.ts";

export type DraftStore = Pick<Store<Draft>, "get" | "subscribe"> & {
  readonly set: (change: (before: Draft) => Draft) => void;
  /** Runs `work` while no other tab does, on the draft as the tabs have left it: if two send it, only one does. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

const stores = new Map<number, DraftStore>();

/** A person's draft, for as long as the page lives and longer: a message that is on its way outlives its screen. */
export function draftStore(user: number): DraftStore {
  let store = stores.get(user);
  if (!store) stores.set(user, (store = open(ownKey(user, "draft"))));
  return store;
}

function open(key: string): DraftStore {
  const { get, set: show, subscribe } = createStore(stored(key));
  // All tabs have one draft, so that none sends an older one.
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) show(stored(key));
  });
  return {
    get,
    subscribe,
    set(change) {
      const next = change(get());
      keepOwn(key, isEmpty(next) ? null : JSON.stringify(next));
      show(next);
    },
    alone: (work) =>
      navigator.locks.request(key, async () => {
        // The event about another tab's change may not have arrived yet.
        show(stored(key));
        return await work();
      }),
  };
}

function stored(key: string): Draft {
  try {
    return { ...emptyDraft, ...(JSON.parse(readOwn(key) ?? "{}") as Partial<Draft>) };
  } catch {
    return emptyDraft;
  }
}
