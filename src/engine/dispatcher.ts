import { backoff } from "#lib/backoff";
import { outsideContext } from "#lib/outside-context";
import { signal, type Signal } from "#lib/signal";
import { second } from "#lib/time";

import { capacityOf } from "./dispatcher/capacity.ts";
import { callShare } from "./dispatcher/call-share.ts";
import { claims } from "./dispatcher/claims.ts";
import { prefetch } from "./dispatcher/prefetch.ts";
import { PRIORITIES, createDispatcherState, type Priority } from "./dispatcher/state.ts";
import { leases } from "./dispatcher/leases.ts";
import { lostClaims } from "./dispatcher/lost-claims.ts";
import { marking } from "./dispatcher/marking.ts";
import type { DispatcherDeps, DispatcherTimes } from "./dispatcher/options.ts";
import { rateLimited } from "./dispatcher/rate-limited.ts";
import { recheck } from "./dispatcher/recheck.ts";
import { settling } from "./dispatcher/settling.ts";
import { sending } from "./dispatcher/sending.ts";
import { FIRST_PAUSE_MS, LONGEST_PAUSE_MS, type WorkerLoop } from "./worker-loop.ts";
import { sharedPace } from "./dispatcher/shared-pace.ts";
import { failureLog } from "./failure-log.ts";

/** Seven seconds: together with what ends afterwards, within the ten that container hosts allow. */
const TIMES: DispatcherTimes = { leaseMs: 15 * second, drainMs: 7 * second };
/** How long a stop keeps writing after that, if the database answers. */
const FINAL_WRITES_MS = second;

export type Dispatcher = Omit<WorkerLoop, "wake"> & {
  /** There may be work in these priorities; if absent, in any. */
  wake(priorities?: readonly number[]): void;
  /** Releases deliveries that are claimed but not on the wire, so that another gateway can send them. */
  releaseReady(): void;
  /**
   * Claims nothing more, and releases deliveries that are not on the wire. Resolves when every call in progress has
   * ended, however long that takes; `stop` may still cut it short.
   */
  retire(): Promise<void>;
};

/**
 * Claim, mark, send, settle for one gateway: in the order that docs/decisions/0004-send-once.md explains and the
 * batches of docs/decisions/0011-dispatcher.md.
 *
 * At most two windows are marked and not settled: one on the wire, one ready behind it, so that the wire never waits
 * for a commit and a crash leaves no more than that in doubt. One-time passwords have a loop of their own and a share
 * of every window that bulk messages cannot use.
 */
export function dispatcher(given: DispatcherDeps): Dispatcher {
  const { leaseMs, drainMs } = { ...TIMES, ...given.times };
  const options = { ...given, leaseMs };
  const { via, queue, log, throttles, clock } = options;
  const capacity = capacityOf(via);

  /** The second loop handles one-time passwords only, so no statement of the first loop delays them. */
  const loops: readonly { readonly priorities: readonly Priority[]; readonly wakeup: Signal }[] = [
    { priorities: PRIORITIES, wakeup: signal() },
    { priorities: [0], wakeup: signal() },
  ];
  const state = createDispatcherState(() => loops.forEach(({ wakeup }) => wakeup.notify()));
  const settler = settling(options, state, capacity);
  const held = leases(options, state, settler);
  const rechecks = recheck(options, state, settler, () => sender.launch());
  const claimed = claims(options, state, {
    close: settler.close,
    park: (leased) => limited.park(leased),
    undo: (owner) => lost.undo(owner),
  });
  const lost = lostClaims(options, state);
  const limited = rateLimited(options, state, claimed.add);
  const pace = sharedPace({
    key: `gateway:${via.name}`,
    rate: via.rate ?? Infinity,
    throttles,
    clock,
    log,
    changed: () => sender.launch(),
  });
  const shareOfCalls = callShare(options, state, {
    busy: () => sender.calls(),
    grown() {
      sender.launch();
      state.notify();
    },
    refused() {
      releaseReady();
      held.release();
      notifyOthersOnceWritten();
    },
  });
  const sender = sending(options, state, {
    capacity,
    settling: settler,
    pace,
    allowed: shareOfCalls.calls,
    recheck: rechecks.request,
  });
  const { fill, quietMs } = prefetch(options, state, {
    capacity,
    claims: claimed,
    rateLimited: limited,
    leases: held,
    callShare: shareOfCalls,
    mark: marking(options, state, settler, held),
  });
  const periodicLoops = [held, limited, rechecks, shareOfCalls];
  let running: Promise<void> | null = null;

  async function loop({ priorities, wakeup }: (typeof loops)[number]): Promise<void> {
    let failures = 0;
    const outage = failureLog(log, { fails: "dispatching will be retried", works: "dispatching recovered" });
    while (!state.abandoned && (!state.stopping || state.marked > 0)) {
      try {
        const worked = !state.stopping && !options.paused() && (await fill(priorities));
        failures = 0;
        outage.worked({ gateway: via.name });
        if (state.stopping) releaseReady();
        else sender.launch();
        if (!worked) await wakeup.wait(quietMs(priorities));
      } catch (error) {
        failures += 1;
        const pause = backoff(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, options.random());
        outage.failed({ gateway: via.name }, error, pause);
        await wakeup.wait(pause);
      }
    }
  }

  async function run(): Promise<void> {
    for (const one of periodicLoops) one.start();
    await Promise.all(loops.map(loop));
    const stopped = periodicLoops.map((one) => one.stop());
    lost.end();
    await Promise.allSettled(state.endings);
    const chunks = [...state.held].map((leased) => leased.claim.chunk);
    if (chunks.length > 0) await queue.release(chunks).catch(() => undefined);
    await Promise.all(stopped);
  }

  function halt(): void {
    state.stopping = true;
    releaseReady();
    state.notify();
  }

  function releaseReady(): void {
    for (const priority of PRIORITIES) settler.releaseDeliveries(state.ready[priority].splice(0));
  }

  function notifyOthersOnceWritten(): void {
    void Promise.allSettled(state.endings).then(options.notifyOthers);
  }

  async function finalWrites(): Promise<void> {
    state.abandoned = true;
    await sender.recordUnanswered();
    state.notify();
    await running;
  }

  return {
    name: `dispatcher ${via.name}`,
    start() {
      running ??= outsideContext(run);
    },
    wake(priorities = PRIORITIES) {
      if (shareOfCalls.isDenied()) options.notifyOthers?.();
      claimed.wake(priorities);
      state.notify();
    },
    releaseReady() {
      releaseReady();
      held.share();
      notifyOthersOnceWritten();
    },
    async retire() {
      halt();
      await running;
      options.notifyOthers?.();
    },
    async stop() {
      halt();
      if (!running) return;
      const ended = signal();
      void running.then(ended.notify);
      await ended.wait(drainMs);
      if (state.marked === 0) return running;
      log("warn", "stopped before every answer arrived", { gateway: via.name, texts: state.marked });
      await Promise.race([finalWrites(), ended.wait(FINAL_WRITES_MS)]);
    },
  };
}
