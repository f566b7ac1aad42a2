/** The slots of one link: `size` requests may be unanswered, later ones wait their turn, first come first served. */
export type Window = {
  readonly used: number;
  readonly waiting: number;
  /** Resolves with true when a slot is the caller's, or with false when the window was shut first. */
  take(): Promise<boolean> | true;
  give(): void;
  /** No slot is handed out until `release`; holds nest by name. */
  hold(name: string): void;
  release(name: string): void;
  /** Answers everybody who waits, now and later, with false. */
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
      // Nobody can be waiting here: whoever gives a slot back or releases a hold serves the queue first.
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
