/** A running timeout. */
export type Deadline = {
  /** Cancels the timeout. */
  end(): void;
};

/**
 * Calls `late` after `ms`, once the sockets have been read one more time.
 *
 * A process that was stopped or stalled (SIGSTOP, a throttled cgroup, a long garbage collection) finds its timers due
 * and the responses in its sockets unread, and Node runs timers first: without this extra read, a stall longer than the
 * timeout makes every pending call time out. Everything that decides about a response uses this, and nothing else does
 * (`test/module-rules.test.ts`).
 *
 * @param options.ref false: the process may exit while it waits
 */
export function deadline(ms: number, late: () => void, options: { readonly ref?: boolean } = {}): Deadline {
  let nextTurn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // After the next poll phase: by then, everything in the sockets has been delivered.
    nextTurn = setImmediate(late);
  }, ms);
  if (options.ref === false) timer.unref();
  return {
    end() {
      clearTimeout(timer);
      clearImmediate(nextTurn);
    },
  };
}

/** Like `AbortSignal.timeout`, with the extra read of {@link deadline}; aborts with a `TimeoutError`. */
export function deadlineSignal(ms: number): AbortSignal {
  const control = new AbortController();
  const late = (): void => control.abort(new DOMException(`no answer in ${ms} ms`, "TimeoutError"));
  deadline(ms, late, { ref: false });
  return control.signal;
}
