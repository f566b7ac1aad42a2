import { second } from "#lib/time";

/** A terminal and npm both pass on the same Ctrl-C: what comes within this is the same wish. */
const SAME_MS = second;
const PARENT_MS = second / 4;

/** What a process is told to stop by. */
export type Stop = NodeJS.Signals | "the end of npm";

/**
 * Resolves at the first SIGTERM or SIGINT; a second one, later than a moment, ends the process at once.
 *
 * Started by npm, the service also stops when its parent is gone: npm passes a signal on to the shell it runs scripts
 * in, and that shell ends without passing it on.
 */
export function stopSignal(byNpm: boolean): Promise<Stop> {
  return new Promise((resolve) => {
    let asked: number | null = null;
    // Not SIGHUP: whoever listens to it undoes nohup.
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      process.on(name, () => {
        const now = performance.now();
        if (asked !== null && now - asked > SAME_MS) process.exit(1);
        asked ??= now;
        resolve(name);
      });
    }
    if (!byNpm) return;
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      asked ??= performance.now();
      resolve("the end of npm");
    }, PARENT_MS);
    look.unref();
  });
}
