import { backoff } from "#lib/backoff";
import { outsideContext } from "#lib/outside-context";
import { signal, type Signal } from "#lib/signal";
import { second } from "#lib/time";

import { capacityOf } from "./dispatcher/capacity.ts";
import { claims, POLL_MS, type Portion } from "./dispatcher/claims.ts";
import { PRIORITIES, createDispatcherState, readyCount, type Priority } from "./dispatcher/state.ts";
import { leases } from "./dispatcher/leases.ts";
import { lostClaims } from "./dispatcher/lost-claims.ts";
import { marking } from "./dispatcher/marking.ts";
import type { DispatcherDeps, DispatcherTimes } from "./dispatcher/options.ts";
import { rated } from "./dispatcher/rated.ts";
import { recheck } from "./dispatcher/recheck.ts";
import { settling } from "./dispatcher/settling.ts";
import { speed } from "./dispatcher/speed.ts";
import { wire } from "./dispatcher/wire.ts";
import { FIRST_PAUSE_MS, LONGEST_PAUSE_MS, type WorkerLoop } from "./worker-loop.ts";
import { share } from "./share.ts";
import { sharedPace } from "./throttle.ts";
import { failureLog } from "./failure-log.ts";

/** Seven seconds: together with what ends afterwards, within the ten that container hosts allow. */
const TIMES: DispatcherTimes = { leaseMs: 15 * second, drainMs: 7 * second };
/** How long a stop keeps writing after that, if the database answers. */
const FINAL_WRITES_MS = second;
/** How long a node without a share of a gateway's calls leaves the queue to others. */
const BARRED_MS = 3 * second;
/** Seconds of work claimed at once, where that exceeds two windows: other nodes need some, too. */
const AHEAD = 0.5;

export type Dispatcher = Omit<WorkerLoop, "wake"> & {
  /** There may be work in these priorities; if absent, in any. */
  wake(priorities?: readonly number[]): void;
  /** Releases what is claimed but not on the wire, so that another gateway can send it. */
  releaseReady(): void;
  /**
   * Claims nothing more, and releases what is not on the wire. Resolves when every call in progress has ended, however
   * long that takes; `stop` may still cut it short.
   */
  retire(): Promise<void>;
};

/**
 * Claim, mark, send, settle for one gateway: in the order that `docs/decisions/0004-send-once.md` explains and the
 * batches of `0011-dispatcher.md`.
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
  const mark = marking(options, state, settler, held);
  const rechecks = recheck(options, state, settler, () => onWire.launch());
  const claimed = claims(options, state, {
    close: settler.close,
    rest: (leased) => ratedChunks.rest(leased),
    undo: (owner) => lost.undo(owner),
  });
  const lost = lostClaims(options, state);
  const ratedChunks = rated(options, state, claimed.add);
  const pace = sharedPace({
    key: `gateway:${via.name}`,
    rate: via.rate ?? Infinity,
    throttles,
    clock,
    log,
    changed: () => onWire.launch(),
  });
  const callShare =
    via.maxInFlight === null
      ? null
      : share({
          gateway: via.name,
          owner: options.owner,
          total: via.maxInFlight,
          throttles,
          clock,
          log,
          random: options.random,
          busy: () => onWire.calls(),
          idle: () => state.held.size === 0,
          changed() {
            onWire.launch();
            state.notify();
          },
          refused() {
            // More nodes than calls: leave to the others what this one may not send.
            barredUntil = clock.now() + BARRED_MS;
            releaseReady();
            held.release();
            void Promise.allSettled(state.endings).then(options.notifyOthers);
          },
        });
  const onWire = wire(options, state, {
    capacity,
    settling: settler,
    pace,
    allowed: callShare ? callShare.calls : () => Infinity,
    recheck: rechecks.hurry,
  });
  const keepers = [held, ratedChunks, rechecks, ...(callShare ? [callShare] : [])];
  const recentSpeed = speed(clock);
  let barredUntil = 0;
  let running: Promise<void> | null = null;

  /** A recovering gateway holds few deliveries: others can send what it would only keep waiting. */
  function capacityFor(priority: Priority): number {
    const rows = Math.min(capacity.rows, 2 * options.circuit.allowance());
    const reserved = rows < capacity.rows ? Math.floor(rows / 10) : capacity.reservedRows;
    return rows - state.marked - (priority === 0 ? 0 : reserved);
  }

  /**
   * Many small marks cost more commits than a few large ones. A gateway that is about to run dry marks whatever there
   * is, and a one-time password uses its reserve, however slowly the rest becomes free.
   */
  function isOpen(priority: Priority): boolean {
    const free = capacityFor(priority);
    const ready = readyCount(state);
    const hurried = ready < capacity.worthwhile / 2 || (priority === 0 && state.ready[0].length === 0);
    return free >= 1 && (hurried || free >= capacity.worthwhile);
  }

  function isBarred(): boolean {
    const wait = barredUntil - clock.now();
    return wait > 0 && wait <= BARRED_MS;
  }

  const waitsForShare = (): boolean => callShare !== null && state.held.size > 0 && callShare.calls() === 0;
  const isHeldUp = (): boolean => state.stopping || options.paused() || isBarred() || waitsForShare();

  /** While the next delivery is a probe, it may be a one-time password only if no other gateway could take it. */
  async function claim(priorities: readonly Priority[], rows: number, mark: number): Promise<number> {
    if (!priorities.includes(0) || !options.circuit.isProbing()) return claimed.claim(priorities, rows, { mark });
    await claimed.claim([0], rows, { routes: options.alone?.() ?? [via.name] });
    const others = priorities.filter((priority) => priority !== 0);
    if (others.length > 0) await claimed.claim(others, rows);
    return 0;
  }

  /** How many deliveries a claim of these priorities may mark: none if claimed ones are already waiting for a mark. */
  function markable(priorities: readonly Priority[]): number {
    if (
      (callShare !== null && callShare.calls() === 0) ||
      ratedChunks.waits() ||
      PRIORITIES.some((priority) => claimed.waiting(priority) > 0)
    )
      return 0;
    return Math.max(0, Math.min(...priorities.map(capacityFor)));
  }

  /** Marks as many as there is capacity for, urgent priorities first. Returns whether there were any. */
  async function fill(priorities: readonly Priority[]): Promise<boolean> {
    if (isBarred()) return false;
    const open = priorities.filter(isOpen);
    const short = open.filter(
      (priority) => claimed.mayClaim(priority) && claimed.waiting(priority) < capacityFor(priority),
    );
    let marked = 0;
    if (short.length > 0) {
      const most = Math.max(capacity.rows, Math.ceil(AHEAD * recentSpeed.perSecond()));
      marked = await claim(short, most, markable(short));
      recentSpeed.note(marked);
    }
    if (state.stopping) return false;
    if (waitsForShare()) {
      callShare?.want();
      return false;
    }
    const portions: Portion[] = [];
    let taken = 0;
    for (const priority of open) {
      for (const source of [ratedChunks, claimed]) {
        const free = capacityFor(priority) - taken;
        if (free < 1) continue;
        for (const portion of source.take(priority, free)) {
          portions.push(portion);
          taken += portion.keys.length;
        }
      }
    }
    if (portions.length === 0 && marked === 0) return false;
    recentSpeed.note(taken);
    if (portions.length > 0) await mark(portions);
    if (options.circuit.shares()) held.share();
    return true;
  }

  async function loop({ priorities, wakeup }: (typeof loops)[number]): Promise<void> {
    let failures = 0;
    const outage = failureLog(log, { fails: "dispatching will be retried", works: "dispatching recovered" });
    while (!state.abandoned && (!state.stopping || state.marked > 0)) {
      try {
        const worked = !state.stopping && !options.paused() && (await fill(priorities));
        failures = 0;
        outage.worked({ gateway: via.name });
        if (state.stopping) releaseReady();
        else onWire.launch();
        if (!worked) await wakeup.wait(isHeldUp() ? POLL_MS : claimed.quietMs(priorities.filter(isOpen)));
      } catch (error) {
        failures += 1;
        const pause = backoff(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, options.random());
        outage.failed({ gateway: via.name }, error, pause);
        await wakeup.wait(pause);
      }
    }
  }

  async function run(): Promise<void> {
    for (const one of keepers) one.start();
    await Promise.all(loops.map(loop));
    const kept = keepers.map((one) => one.stop());
    lost.end();
    await Promise.allSettled(state.endings);
    const chunks = [...state.held].map((leased) => leased.claim.chunk);
    if (chunks.length > 0) await queue.release(chunks).catch(() => undefined);
    await Promise.all(kept);
  }

  function halt(): void {
    state.stopping = true;
    releaseReady();
    state.notify();
  }

  function releaseReady(): void {
    for (const priority of PRIORITIES) settler.releaseDeliveries(state.ready[priority].splice(0));
  }

  return {
    name: `dispatcher ${via.name}`,
    start() {
      running ??= outsideContext(run);
    },
    wake(priorities = PRIORITIES) {
      if (isBarred()) options.notifyOthers?.();
      claimed.wake(priorities);
      state.notify();
    },
    releaseReady() {
      releaseReady();
      held.share();
      void Promise.allSettled(state.endings).then(options.notifyOthers);
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

  async function finalWrites(): Promise<void> {
    state.abandoned = true;
    await onWire.recordUnanswered();
    state.notify();
    await running;
  }
}
