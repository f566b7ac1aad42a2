import { afterTry } from "#domain/messages/outcome";
import { referenceOf } from "#domain/messages/reference";
import type { Gateway, GatewayAbilities, OutgoingSms, Outcome } from "#domain/ports/gateway";
import type { Claim, DeliveryKey, Marked, Queue, QueuedMessage, Settlement } from "#domain/ports/queue";
import { backoff } from "#lib/backoff";
import { groupCommit } from "#lib/group-commit";
import { signal } from "#lib/signal";
import { minute, second } from "#lib/time";
import type { Clock } from "#lib/time";

import type { Log, Machine } from "./machine.ts";

/** A gateway with a name, as the dispatcher sees it. */
export type Lane = 0 | 1 | 2;
export type NamedGateway = {
  readonly name: string;
  readonly gateway: Gateway;
  readonly abilities: GatewayAbilities;
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
};

const LEASE_MS = 15 * second;
/** A gateway may take longer to answer than a lease lasts, so leases are prolonged beside the sending. */
const RENEW_MS = 5 * second;
const POLL_MS = second;
const PAUSE_MS = minute;
const LANES: readonly Lane[] = [0, 1, 2];

/** A chunk being worked through: `next` of its keys to mark, `open` of them marked and not settled. */
type Job = { readonly claim: Claim; readonly route: string; next: number; open: number };

/** A delivery on its way, between mark and settle. */
type Ticket = { readonly job: Job; readonly marked: Marked; readonly message: QueuedMessage };

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
  const batchSize = Math.max(1, gateway.batchSize);
  const capacity = 2 * window * batchSize;
  const reservedSlots = window > 1 ? Math.max(1, Math.floor(window / 10)) : 0;
  const reservedRows = reservedSlots * batchSize;

  const bell = signal();
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
  let stopping = false;
  let running: Promise<void> | null = null;

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
    while (!stopping || marked > 0) {
      try {
        await renewLeases();
        const worked = !stopping && !options.paused() && (await fill());
        failures = 0;
        launch();
        if (!worked) await bell.wait(POLL_MS);
      } catch (error) {
        failures += 1;
        log("warn", "dispatching will be tried again", { gateway: via.name, error: String(error) });
        await bell.wait(backoff(failures, 200, 10_000, options.random()));
      }
    }
    await Promise.allSettled([...endings, ...[...held].map((job) => queue.release(job.claim.chunk))]);
  }

  let renewed = 0;
  async function renewLeases(): Promise<void> {
    if (held.size === 0 || options.clock.now() - renewed < RENEW_MS) return;
    await queue.renew(
      [...held].map((job) => job.claim.chunk),
      LEASE_MS,
    );
    renewed = options.clock.now();
  }

  /** Marks the next window of the most urgent lane that has work. Returns whether it did. */
  async function fill(): Promise<boolean> {
    for (const lane of LANES) {
      const free = capacity - marked - (lane === 0 ? 0 : reservedRows);
      // Many small marks cost more commits than few large ones; an idle gateway takes what there is.
      if (free < 1 || (marked > 0 && free < Math.min(capacity / 4, 50))) continue;
      const job = jobs[lane] ?? (await nextJob(lane));
      if (!job) continue;
      await markSome(lane, job, free);
      return true;
    }
    return false;
  }

  async function nextJob(lane: Lane): Promise<Job | null> {
    if (waiting[lane].length === 0) {
      if (options.clock.now() < askAgain[lane]) return null;
      for (const route of options.routes()) {
        const claims = await queue.claim({
          route,
          lane,
          owner: options.owner,
          leaseMs: LEASE_MS,
          limit: 2,
          repeatable: options.repeatable(),
        });
        for (const claim of claims) {
          const job: Job = { claim, route, next: 0, open: 0 };
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
    let rows: readonly Marked[];
    try {
      rows = await queue.mark(chunk, keys, via.name, LEASE_MS);
    } catch (error) {
      // The commit may have happened: nothing was sent, so whatever is marked goes back.
      await Promise.all(keys.map((key) => write(undo(job, key))));
      await close(job, keys.length);
      throw error;
    }
    for (const row of rows) ready[lane].push({ job, marked: row, message: messages.get(row.messageId)! });
    if (rows.length < keys.length) await close(job, keys.length - rows.length);
  }

  function undo(job: Job, key: DeliveryKey): Settlement {
    return { ...key, ...identity(job), state: "queued", counts: false, retryMs: 0 };
  }

  function identity(job: Job): Pick<Settlement, "chunkId" | "token" | "gateway" | "route" | "lane"> {
    const { chunk } = job.claim;
    return { chunkId: chunk.id, token: chunk.token, gateway: via.name, route: job.route, lane: chunk.lane };
  }

  /** Puts ready texts on the wire while there are free slots, urgent lanes first. */
  function launch(): void {
    for (const lane of LANES) {
      const slots = lane === 0 ? window : window - reservedSlots;
      while (ready[lane].length > 0 && flying < slots) void fly(ready[lane].splice(0, batchSize));
    }
  }

  async function fly(tickets: readonly Ticket[]): Promise<void> {
    flying += 1;
    let outcomes: readonly Outcome[];
    try {
      outcomes = options.paused() ? tickets.map(() => PAUSED) : await gateway.send(tickets.map(smsOf));
    } catch (error) {
      // The gateway broke its promise not to throw: nobody knows what it wrote.
      log("error", "gateway failed while sending", { gateway: via.name, error: String(error) });
      outcomes = tickets.map(() => ({ kind: "unknown", reason: "The gateway adapter failed." }));
    }
    flying -= 1;
    launch();
    const stop = outcomes.find((outcome) => outcome.kind === "stop");
    if (stop?.kind === "stop" && stop !== PAUSED) {
      await options.pause(stop.code, stop.reason, PAUSE_MS).catch((error: unknown) => {
        log("error", "the pause of a gateway could not be stored", { gateway: via.name, error: String(error) });
      });
    }
    await Promise.all(tickets.map((ticket, index) => write(settlementOf(ticket, outcomes[index]!))));
    for (const [job, count] of countByJob(tickets)) await close(job, count);
    bell.ring();
  }

  function smsOf({ marked: row, message }: Ticket): OutgoingSms {
    const ref = referenceOf(row);
    const receiptUrl = via.abilities.receipts ? options.receiptUrl(via.name, ref) : undefined;
    const validFor = Math.max(1, Math.round((message.validUntil - options.clock.now()) / second));
    return {
      ref,
      to: row.phone,
      text: message.text,
      encoding: message.encoding,
      segments: message.segments,
      flash: message.flash,
      media: message.media,
      validFor,
      ...(message.sender !== null && { from: message.sender }),
      ...(receiptUrl !== undefined && { receiptUrl }),
    };
  }

  function settlementOf({ job, marked: row, message }: Ticket, outcome: Outcome): Settlement {
    return {
      messageId: row.messageId,
      phone: row.phone,
      ...identity(job),
      ...afterTry(outcome, {
        attempt: row.attempt,
        mayRepeat: message.atLeastOnce || options.repeatable().includes(via.name),
        remainingMs: message.validUntil - options.clock.now(),
        stopMs: PAUSE_MS,
        random: options.random(),
      }),
    };
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
      running ??= loop();
    },
    wake() {
      for (const lane of LANES) askAgain[lane] = 0;
      bell.ring();
    },
    async stop() {
      stopping = true;
      bell.ring();
      await running;
    },
  };
}

const PAUSED: Outcome = { kind: "stop", code: "gateway_paused", reason: "The gateway was paused." };

function countByJob(tickets: readonly Ticket[]): Map<Job, number> {
  const counts = new Map<Job, number>();
  for (const { job } of tickets) counts.set(job, (counts.get(job) ?? 0) + 1);
  return counts;
}
