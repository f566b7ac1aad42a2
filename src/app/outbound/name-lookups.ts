import { lookup as systemLookup } from "node:dns/promises";

import { second } from "#lib/time";

/** All addresses of a name. Rejects if there is none. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export type NameLookupOptions = {
  /** Returns all addresses of a name: by default from the system, whose resolver may take half a minute to give up. */
  readonly lookup?: Resolve;
  /** Names that the system looks up at the same time. */
  readonly atOnce?: number;
  /** Milliseconds within which a name that works has answered. */
  readonly promptMs?: number;
};

const PROMPT_MS = 2 * second;
/** How long callers wait for a connection: a lookup that has not begun by then is dropped. */
const WANTED_MS = 5 * second;
/** How long an answer is kept that arrived after its callers had given up: long enough for their next attempt. */
const KEPT_MS = 30 * second;
const MAX_NAMES = 1_000;

type Found = Awaited<ReturnType<Resolve>>;
type Lookup = { readonly answer: Promise<Found>; requestedAt: number };

/**
 * Looks up names so that those that do not answer leave the others alone. The system's lookup blocks a thread, and
 * libuv gives it half of its pool: with Node's four threads, two names of webhooks whose DNS servers were gone kept
 * every gateway from being called for minutes.
 *
 * Names that answered promptly the last time have threads of their own, and so have those that did not; a new name that
 * does not answer counts as one of these. Each name is looked up once at a time, and an answer that came too late for
 * its callers is kept for their next attempt.
 */
export function nameLookups(options: NameLookupOptions = {}): Resolve {
  const lookup = options.lookup ?? ((host) => systemLookup(host, { all: true, verbatim: true }));
  const promptMs = options.promptMs ?? PROMPT_MS;
  const atOnce = options.atOnce ?? lookupThreads();
  const threads = threadsOf(atOnce);
  const known = new Map<string, "prompt" | "slow">();
  const late = new Map<string, { readonly found: Found; readonly until: number }>();
  const running = new Map<string, Lookup>();

  async function lookUp(host: string, wantedAt: () => number): Promise<Found> {
    let held = threads[known.get(host) ?? "fresh"];
    await held.take();
    const start = performance.now();
    if (start - wantedAt() > WANTED_MS) {
      held.give();
      throw givenUp(host);
    }
    const isLate = (): boolean => performance.now() - start >= promptMs;
    // Counted as slow while the lookup is still running, because it may take very long to end.
    const slow = setTimeout(() => {
      remember(known, host, "slow");
      if (held === threads.slow || !threads.slow.tryTake()) return;
      held.give();
      held = threads.slow;
    }, promptMs).unref();
    try {
      const found = await lookup(host);
      if (isLate()) remember(late, host, { found, until: performance.now() + KEPT_MS });
      return found;
    } finally {
      clearTimeout(slow);
      held.give();
      remember(known, host, isLate() ? "slow" : "prompt");
    }
  }

  return (host) => {
    const now = performance.now();
    const kept = late.get(host);
    if (kept && kept.until > now) return Promise.resolve(kept.found);
    late.delete(host);
    const same = running.get(host);
    if (same) {
      same.requestedAt = now;
      return same.answer;
    }
    const begun: Lookup = {
      requestedAt: now,
      answer: lookUp(host, () => begun.requestedAt).finally(() => running.delete(host)),
    };
    running.set(host, begun);
    return begun.answer;
  };
}

/**
 * How many names of each kind are looked up at a time: one thread is left for lookups that do not pass through here,
 * such as the database's, if there are enough.
 */
function threadsOf(atOnce: number) {
  const third = Math.max(1, Math.floor((atOnce - 1) / 3));
  const fresh = slots(third);
  return { prompt: slots(Math.max(1, atOnce - 1 - 2 * third)), fresh, slow: atOnce < 4 ? fresh : slots(third) };
}

/** A semaphore. p-limit has none whose holder may move to another. */
function slots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async take(): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    tryTake(): boolean {
      if (free === 0) return false;
      free -= 1;
      return true;
    },
    give(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

function remember<Value>(names: Map<string, Value>, name: string, value: Value): void {
  names.delete(name);
  names.set(name, value);
  if (names.size > MAX_NAMES) names.delete(names.keys().next().value!);
}

/** As the system's resolver reports that it had no answer in time. */
function givenUp(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), {
    code: "EAI_AGAIN",
    syscall: "getaddrinfo",
    hostname: host,
  });
}

/** Of libuv's pool: uv__slow_work_thread_threshold. */
function lookupThreads(): number {
  const pool = Number(process.env["UV_THREADPOOL_SIZE"]) || 4;
  return Math.floor((pool + 1) / 2);
}
