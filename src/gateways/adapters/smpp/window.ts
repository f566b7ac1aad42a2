/** The slots of one link: at most `size` requests may be pending, later ones wait, first come first served. */
export type Window = {
  readonly used: number;
  readonly waiting: number;
  /** Resolves with true when the caller has a slot, or with false if the window was shut first. */
  take(): Promise<boolean> | true;
  give(): void;
  /** No slot is granted until `release`; holds nest by name. */
  hold(name: string): void;
  release(name: string): void;
  /** Answers all waiters, now and later, with false. */
  shut(): void;
};

/** Opens a window with `size` slots. */
export function openWindow(size: number): Window {
  let used = 0;
  let open = true;
  let head = 0;
  let queue: ((mine: boolean) => void)[] = [];
  const holds = new Set<string>();

  const pump = (): void => {
    while (open && holds.size === 0 && used < size && head < queue.length) {
      used += 1;
      queue[head++]!(true);
    }
    if (head > 1_024 && head * 2 > queue.length) {
      queue = queue.slice(head);
      head = 0;
    }
  };

  return {
    get used() {
      return used;
    },
    get waiting() {
      return queue.length - head;
    },
    take() {
      // There can be no waiter here: returning a slot or releasing a hold serves the queue first.
      if (open && holds.size === 0 && used < size) {
        used += 1;
        return true;
      }
      return open ? new Promise((resolve) => queue.push(resolve)) : Promise.resolve(false);
    },
    give() {
      used -= 1;
      pump();
    },
    hold(name) {
      holds.add(name);
    },
    release(name) {
      holds.delete(name);
      pump();
    },
    shut() {
      open = false;
      for (const answer of queue.slice(head)) answer(false);
      queue = [];
      head = 0;
    },
  };
}
