import { second } from "#lib/time";

/** A terminal and npm both forward the same Ctrl-C: signals within this time count as one. */
const SAME_MS = second;
const PARENT_MS = second / 4;

/** What makes a process stop. */
export type Stop = NodeJS.Signals | "the end of npm";

/**
 * Resolves at the first SIGTERM or SIGINT; a second one, after a moment, ends the process at once.
 *
 * Started by npm, the service also stops when its parent is gone: npm forwards a signal to the shell it runs scripts
 * in, and that shell exits without forwarding it.
 */
export function stopSignal(byNpm: boolean): Promise<Stop> {
  return new Promise((resolve) => {
    let requestedAt: number | null = null;
    // Not SIGHUP: a listener would defeat nohup.
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      process.on(name, () => {
        const now = performance.now();
        if (requestedAt !== null && now - requestedAt > SAME_MS) process.exit(1);
        requestedAt ??= now;
        resolve(name);
      });
    }
    if (!byNpm) return;
    const parent = process.ppid;
    const poll = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(poll);
      requestedAt ??= performance.now();
      resolve("the end of npm");
    }, PARENT_MS);
    poll.unref();
  });
}
