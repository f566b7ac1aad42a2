/** A time-out that is set. */
export type Deadline = {
  /** It is not needed any more. */
  end(): void;
};

/**
 * Calls `late` when `ms` have passed, after the sockets were read once more.
 *
 * A process that stood still (SIGSTOP, a throttled cgroup, a long collection) finds its timers due and the answers in its
 * sockets unread, and Node runs timers first: without this look, a freeze that is longer than the time-out makes each
 * of them a time-out. Everything that decides about an answer uses this, and nothing else does: `test/module-rules.test.ts`.
 *
 * @param options.ref false: the process may end while it waits
 */
export function deadline(ms: number, late: () => void, options: { readonly ref?: boolean } = {}): Deadline {
  let look: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // Behind the poll phase that follows: whatever the sockets hold has been told by then.
    look = setImmediate(late);
  }, ms);
  if (options.ref === false) timer.unref();
  return {
    end() {
      clearTimeout(timer);
      clearImmediate(look);
    },
  };
}

/** As `AbortSignal.timeout`, with the look of {@link deadline}: aborts with a `TimeoutError`. */
export function deadlineSignal(ms: number): AbortSignal {
  const control = new AbortController();
  const late = (): void => control.abort(new DOMException(`no answer in ${ms} ms`, "TimeoutError"));
  deadline(ms, late, { ref: false });
  return control.signal;
}
