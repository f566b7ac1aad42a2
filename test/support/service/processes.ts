import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The part of our environment that a program started by a test receives: no settings of a developer's shell. */
export const bareEnvironment = Object.fromEntries(
  ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

/** A child process that prints JSON lines: `{ "event": "…", … }`. */
export type Talker = {
  readonly pid: number;
  /** The next line with this event that has not been taken; rejects when the process ends without it. */
  next(event: string): Promise<Record<string, unknown>>;
  /** Lines with this event so far, taken or not. */
  seen(event: string): Record<string, unknown>[];
  say(line: string): void;
  kill(signal: NodeJS.Signals): void;
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
};

/** Starts `node <script> <input as JSON>` in a process group of its own. */
export function startTalker(script: string, input: unknown, options: { uid?: number; gid?: number } = {}): Talker {
  const child = spawn(process.execPath, [script, JSON.stringify(input)], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    ...options,
  });
  const lines: { event: string; taken: boolean; body: Record<string, unknown> }[] = [];
  const waiting = new Set<() => void>();
  let complaint = "";
  let over = false;
  const wake = () => {
    for (const check of waiting) check();
  };
  child.stderr.on("data", (data) => (complaint += String(data)));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const body = JSON.parse(line) as Record<string, unknown>;
    lines.push({ event: String(body["event"]), taken: false, body });
    wake();
  });
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once("close", (code, signal) => {
      over = true;
      resolve(signal ?? code ?? 0);
      wake();
    }),
  );
  return {
    pid: child.pid!,
    exited,
    seen: (event) => lines.filter((line) => line.event === event).map(({ body }) => body),
    say: (line) => child.stdin.write(`${line}\n`),
    kill: (signal) => {
      child.kill(signal);
    },
    next: (event) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = lines.find((line) => line.event === event && !line.taken);
          if (found) found.taken = true;
          if (found || over) waiting.delete(check);
          if (found) resolve(found.body);
          else if (over)
            reject(new Error(`no "${event}": ${complaint} ${JSON.stringify(lines.map(({ body }) => body).slice(-3))}`));
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Resolves with what is true in the end; gives up after `millis`, which is for what hangs and not for what is slow. */
export async function eventually<Found>(
  look: () => Found | Promise<Found>,
  millis = 240_000,
): Promise<Exclude<Found, false | null | undefined>> {
  const start = performance.now();
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<Found, false | null | undefined>;
    const waited = performance.now() - start;
    if (waited > millis) throw new Error(`did not come true in ${millis} ms: ${look.toString()}`);
    await pauseAfter(waited);
  }
}

/** The pause between two checks grows with the waiting time, since a check is a query or a call. */
export function pauseAfter(waitedMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(100, 5 + waitedMs / 20)));
}

/** `kill -9`, also of one that has just ended. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was ended together with the one before it.
  }
}
