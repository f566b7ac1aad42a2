import { MAX_ATTEMPTS } from "#domain/messages/outcome";
import type { Gateway, GatewayAbilities, Outcome } from "#domain/ports/gateway";
import type { DeliveryKey, Marked, Queue, Settlement } from "#domain/ports/queue";
import { backoff } from "#lib/backoff";
import { groupCommit } from "#lib/group-commit";
import { signal } from "#lib/signal";
import { second } from "#lib/time";
import type { Clock } from "#lib/time";

import type { Log, Machine } from "./machine.ts";
import { pacer } from "./pacer.ts";
import {
  countByJob,
  PAUSE_MS,
  PAUSED,
  settlementOf,
  smsOf,
  UNANSWERED,
  unsent,
  type Job,
  type Ticket,
} from "./ticket.ts";

/** A gateway with a name, as the dispatcher sees it. */
export type Lane = 0 | 1 | 2;
export type NamedGateway = {
  readonly name: string;
  readonly gateway: Gateway;
  readonly abilities: GatewayAbilities;
  /** Segments a second that may leave; null: as fast as the gateway takes them. */
  readonly rate: number | null;
};

export type DispatcherOptions = {
  readonly via: NamedGateway;
  readonly queue: Queue;
  readonly owner: string;
  /** Database time. */
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Routes this gateway serves at this moment: its own name, and the default where it is its turn. */
  readonly routes: () => readonly string[];
  /** Whether the gateway is paused now. */
  readonly paused: () => boolean;
  /** The account is in trouble: pause the gateway. Resolves when every node will see it. */
  readonly pause: (code: string, reason: string, pauseMs: number) => Promise<void>;
  /** Gateways where an uncertain text may be sent again. */
  readonly repeatable: () => readonly string[];
  readonly receiptUrl: (gateway: string, reference: string) => string | undefined;
  readonly times?: Partial<DispatcherTimes>;
};

export type DispatcherTimes = {
  /** How long a chunk is held without a sign of life. */
  readonly leaseMs: number;
  /** How long a stop waits for a gateway's answers. */
  readonly drainMs: number;
};

/** Seven seconds: with what else ends after it, within the ten that container hosts give. */
const TIMES: DispatcherTimes = { leaseMs: 15 * second, drainMs: 7 * second };
/** What a stop still writes after that, if the database answers. */
const LAST_WORDS_MS = second;
const POLL_MS = second;
const LANES: readonly Lane[] = [0, 1, 2];

/**
 * Claim, mark, send, settle for one gateway: the order that `docs/decisions/0004-send-once.md` explains.
 *
 * At most two windows are marked and not settled: one on the wire, one ready behind it, so that the wire never
 * waits for a commit and a crash leaves no more than that in doubt. One-time passwords have a share of every window
 * that bulk texts cannot take.
 */
export function dispatcher(options: DispatcherOptions): Machine {
  const { via, queue, log } = options;
  const { gateway } = via;
  const window = Math.max(1, gateway.window);
  const { rate } = via;
  // A limited gateway gets small batches and no more ready than it can send in a second.
  const batchSize = Math.max(1, Math.min(gateway.batchSize, rate === null ? Infinity : Math.floor(rate / 10)));
  const capacity = Math.min(
    2 * window * batchSize,
    rate === null ? Infinity : Math.max(2 * batchSize, Math.ceil(rate)),
  );
  const pace = pacer(rate, options.clock);
  const reservedSlots = window > 1 ? Math.max(1, Math.floor(window / 10)) : 0;
  const reservedRows = reservedSlots * batchSize;
  const { leaseMs, drainMs } = { ...TIMES, ...options.times };

  const bell = signal();
  const pulse = signal();
  const ready: Record<Lane, Ticket[]> = { 0: [], 1: [], 2: [] };
  /** The chunk of each lane that is being marked, the ones claimed ahead, and all that are held. */
  const jobs: Record<Lane, Job | null> = { 0: null, 1: null, 2: null };
  const held = new Set<Job>();
  const endings = new Set<Promise<void>>();
  const waiting: Record<Lane, Job[]> = { 0: [], 1: [], 2: [] };
  /** When a lane that had nothing is asked again without being woken. */
  const askAgain: Record<Lane, number> = { 0: 0, 1: 0, 2: 0 };
  let marked = 0;
  let flying = 0;
  const inFlight = new Set<readonly Ticket[]>();
  let stopping = false;
  let abandoned = false;
  let over = false;
  let running: Promise<void> | null = null;
  let relaunch: NodeJS.Timeout | null = null;

  const write = groupCommit<Settlement, void>({
    maxBatch: 1_000,
    maxInFlight: 2,
    flush: async (settlements) => {
      await settleUntilWritten(settlements);
      return settlements.map(() => undefined);
    },
  });

  /** What was learnt on the wire is not forgotten because the database is away for a while. */
  async function settleUntilWritten(settlements: readonly Settlement[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await queue.settle(settlements);
        return;
      } catch (error) {
        if (abandoned) throw error;
        log("warn", "settling will be tried again", {
          gateway: via.name,
          rows: settlements.length,
          error: String(error),
        });
        await signal().wait(backoff(attempt, 100, 5_000, options.random()));
      }
    }
  }

  async function loop(): Promise<void> {
    let failures = 0;
    while (!abandoned && (!stopping || marked > 0)) {
      try {
        const worked = !stopping && !options.paused() && (await fill());
        failures = 0;
        if (stopping) giveBackReady();
        else launch();
        if (!worked) await bell.wait(POLL_MS);
      } catch (error) {
        failures += 1;
        log("warn", "dispatching will be tried again", { gateway: via.name, error: String(error) });
        await bell.wait(backoff(failures, 200, 10_000, options.random()));
      }
    }
    over = true;
    pulse.ring();
    await Promise.allSettled([...endings, ...[...held].map((job) => queue.release(job.claim.chunk))]);
  }

  /** Beside the loop: neither a slow gateway nor a slow statement may cost the lease of what is under way. */
  async function keepLeases(): Promise<void> {
    for (;;) {
      await pulse.wait(leaseMs / 3);
      if (over) return;
      await renewLeases().catch((error: unknown) => {
        log("warn", "leases could not be prolonged", { gateway: via.name, error: String(error) });
      });
    }
  }

  async function renewLeases(): Promise<void> {
    const asked = [...held];
    if (asked.length === 0) return;
    const since = options.clock.now();
    const chunks = asked.map((job) => job.claim.chunk);
    const kept = new Set(await queue.renew(chunks, leaseMs));
    for (const job of asked) if (kept.has(job.claim.chunk.id)) job.until = since + leaseMs;
  }

  /** Marks the next window of the most urgent lane that has work. Returns whether it did. */
  async function fill(): Promise<boolean> {
    for (const lane of LANES) {
      const free = capacity - marked - (lane === 0 ? 0 : reservedRows);
      // Many small marks cost more commits than few large ones; an idle gateway takes what there is, and a one-time
      // password its reserve, however slowly the rest comes free.
      const hurried = marked === 0 || (lane === 0 && ready[0].length === 0);
      if (free < 1 || (!hurried && free < Math.min(capacity / 4, 50))) continue;
      const job = jobs[lane] ?? (await nextJob(lane));
      if (!job) continue;
      await markSome(lane, job, free);
      return true;
    }
    return false;
  }

  async function nextJob(lane: Lane): Promise<Job | null> {
    if (waiting[lane].length === 0) {
      // The database's clock may be set back: then it is asked early rather than late.
      const pause = askAgain[lane] - options.clock.now();
      if (pause > 0 && pause <= POLL_MS) return null;
      for (const route of options.routes()) {
        const until = options.clock.now() + leaseMs;
        const claims = await queue.claim({
          route,
          lane,
          owner: options.owner,
          leaseMs,
          limit: 2,
          repeatable: options.repeatable(),
          mostAttempts: MAX_ATTEMPTS,
        });
        for (const claim of claims) {
          const job: Job = { claim, route, next: 0, open: 0, until };
          held.add(job);
          waiting[lane].push(job);
        }
        if (claims.length > 0) break;
      }
      if (waiting[lane].length === 0) askAgain[lane] = options.clock.now() + POLL_MS;
    }
    return (jobs[lane] = waiting[lane].shift() ?? null);
  }

  async function markSome(lane: Lane, job: Job, free: number): Promise<void> {
    const { chunk, messages } = job.claim;
    const keys = chunk.keys.slice(job.next, job.next + free);
    job.next += keys.length;
    job.open += keys.length;
    marked += keys.length;
    if (job.next >= chunk.keys.length) jobs[lane] = null;
    const until = options.clock.now() + leaseMs;
    let rows: readonly Marked[];
    try {
      rows = await queue.mark(chunk, keys, via.name, leaseMs);
    } catch (error) {
      // The commit may have happened: nothing was sent, so whatever is marked goes back.
      giveBack(job, keys);
      throw error;
    }
    if (rows.length > 0) job.until = until;
    for (const row of rows) ready[lane].push({ job, marked: row, message: messages.get(row.messageId)! });
    if (rows.length < keys.length) await close(job, keys.length - rows.length);
  }

  /** Texts that were marked, or may be, and will not go to the wire: the queue has them again, with all its gates. */
  function giveBack(job: Job, keys: readonly DeliveryKey[]): void {
    const ending = Promise.all(keys.map((key) => write(unsent(job, key, via)))).then(
      () => close(job, keys.length),
      () => undefined,
    );
    endings.add(ending);
    void ending.finally(() => {
      endings.delete(ending);
      bell.ring();
    });
  }

  /**
   * Puts ready texts on the wire while there are free slots, urgent lanes first. A process that was stopped for a while
   * finds texts here whose lease is over, or that are not worth sending any more: they go back.
   */
  function launch(): void {
    const now = options.clock.now();
    const late = ({ job, message }: Ticket): boolean => now >= job.until || now >= message.validUntil;
    for (const lane of LANES) {
      const slots = lane === 0 ? window : window - reservedSlots;
      while (ready[lane].length > 0 && flying < slots) {
        const wait = pace.waitMs();
        if (wait > 0) return launchIn(wait);
        const batch = ready[lane].splice(0, batchSize);
        const fit = batch.some(late) ? batch.filter((ticket) => !late(ticket)) : batch;
        if (fit.length < batch.length) giveBackTickets(batch.filter(late));
        if (fit.length === 0) continue;
        pace.spend(fit.reduce((sum, { message }) => sum + message.segments, 0));
        void fly(fit);
      }
    }
  }

  function launchIn(waitMs: number): void {
    relaunch ??= setTimeout(() => {
      relaunch = null;
      if (!stopping) launch();
    }, Math.ceil(waitMs));
  }

  function giveBackReady(): void {
    for (const lane of LANES) giveBackTickets(ready[lane].splice(0));
  }

  function giveBackTickets(tickets: readonly Ticket[]): void {
    for (const job of countByJob(tickets).keys()) {
      giveBack(
        job,
        tickets.filter((ticket) => ticket.job === job).map((ticket) => ticket.marked),
      );
    }
  }

  async function fly(tickets: readonly Ticket[]): Promise<void> {
    flying += 1;
    inFlight.add(tickets);
    const outcomes = await attempt(tickets);
    flying -= 1;
    const wasInFlight = inFlight.delete(tickets);
    if (!stopping) launch();
    const stop = outcomes.find((outcome) => outcome.kind === "stop");
    if (stop?.kind === "stop" && stop !== PAUSED) {
      await options.pause(stop.code, stop.reason, PAUSE_MS).catch((error: unknown) => {
        log("error", "the pause of a gateway could not be stored", { gateway: via.name, error: String(error) });
      });
    }
    try {
      await settleAll(tickets, outcomes);
    } catch {
      // Only a stop gives up; the next holder of the chunk calls these `unknown`.
      return;
    }
    // After a stop that gave up, what was learnt all the same is evidence and no more.
    if (!wasInFlight) return;
    for (const [job, count] of countByJob(tickets)) await close(job, count);
    bell.ring();
  }

  async function attempt(tickets: readonly Ticket[]): Promise<readonly Outcome[]> {
    if (options.paused()) return tickets.map(() => PAUSED);
    try {
      const outcomes = await gateway.send(tickets.map((ticket) => smsOf(ticket, options)));
      return tickets.map(
        (_, index) => outcomes[index] ?? { kind: "unknown", reason: "The gateway adapter said nothing." },
      );
    } catch (error) {
      // The gateway broke its promise not to throw: nobody knows what it wrote.
      log("error", "gateway failed while sending", { gateway: via.name, error: String(error) });
      return tickets.map(() => ({ kind: "unknown", reason: "The gateway adapter failed." }));
    }
  }

  async function settleAll(tickets: readonly Ticket[], outcomes: readonly Outcome[]): Promise<void> {
    await Promise.all(tickets.map((ticket, index) => write(settlementOf(ticket, outcomes[index]!, options))));
  }

  async function close(job: Job, count: number): Promise<void> {
    marked -= count;
    job.open -= count;
    if (job.open > 0 || job.next < job.claim.chunk.keys.length) return;
    held.delete(job);
    const ending = queue.finish(job.claim.chunk, job.route).catch((error: unknown) => {
      // The chunk comes back with the end of its lease; whoever takes it finds nothing left to send.
      log("warn", "a finished chunk could not be ended", { gateway: via.name, error: String(error) });
    });
    endings.add(ending);
    await ending;
    endings.delete(ending);
  }

  return {
    name: `dispatcher ${via.name}`,
    start() {
      running ??= Promise.all([loop(), keepLeases()]).then(() => undefined);
    },
    wake() {
      for (const lane of LANES) askAgain[lane] = 0;
      bell.ring();
    },
    async stop() {
      stopping = true;
      giveBackReady();
      bell.ring();
      if (!running) return;
      const ended = signal();
      void running.then(ended.ring);
      await ended.wait(drainMs);
      if (marked === 0) return running;
      log("warn", "stopped before every answer came", { gateway: via.name, texts: marked });
      await Promise.race([lastWords(), ended.wait(LAST_WORDS_MS)]);
    },
  };

  /** What is still on the wire is in doubt from now on; what can be written of it, is. */
  async function lastWords(): Promise<void> {
    abandoned = true;
    const groups = [...inFlight];
    inFlight.clear();
    await Promise.allSettled(
      groups.map((tickets) =>
        settleAll(
          tickets,
          tickets.map(() => UNANSWERED),
        ),
      ),
    );
    bell.ring();
    await running;
  }
}
