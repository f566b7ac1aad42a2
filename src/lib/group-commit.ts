import { err, ok, type Result } from "./result.ts";

type Waiting<Item, Value> = {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
  /** From `options.longest.now`; 0 without it. */
  readonly since: number;
};

/** Too many calls are waiting: this one was not accepted, and nothing of it will be written. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/**
 * Collects calls that arrive while earlier ones are being written, and writes them together.
 *
 * A single call is written immediately; under load the batch grows to what arrived during one flush.
 *
 * @param flush writes a batch and returns one value for each item, in order
 */
export function groupCommit<Item, Value>(options: {
  /** Most that a flush writes, in the sum of `sizeOf`; one item is taken however large it is. */
  readonly maxBatch: number;
  /** 1 for each item by default. */
  readonly sizeOf?: (item: Item) => number;
  readonly maxInFlight: number;
  /** Weight of an item: a batch closes before the sum would exceed `maxWeight`. */
  readonly weigh?: (item: Item) => number;
  readonly maxWeight?: number;
  /** Weight that must be waiting before a second flush starts next to a running one; 0 by default. */
  readonly minWeight?: number;
  /** While less than `minWeight` is waiting, a call waits this many milliseconds for others; 0 by default. */
  readonly lingerMs?: number;
  /** Called for each call: true if nothing may linger now. */
  readonly isUrgent?: () => boolean;
  /** Maximum waiting weight; a call beyond it is refused with `QueueFull`. This bounds memory while flushes stall. */
  readonly maxQueued?: number;
  /** A call that waited longer than `ms` for others to be written is refused with `QueueFull`. */
  readonly longest?: { readonly ms: number; readonly now: () => number };
  readonly flush: (items: readonly Item[]) => Promise<readonly Value[]>;
}): (item: Item) => Promise<Value> {
  const queue: Waiting<Item, Value>[] = [];
  let inFlight = 0;
  /** Total weight of the queue. */
  let weight = 0;
  const weigh = options.weigh ?? (() => 1);
  const sizeOf = options.sizeOf ?? (() => 1);
  let armed = false;
  let lingering: NodeJS.Timeout | null = null;

  /** A second flush next to a running one must be worth it: two small batches cost more than one larger one. */
  function mayStart(): boolean {
    if (queue.length === 0 || inFlight >= options.maxInFlight) return false;
    return inFlight === 0 || weight >= (options.minWeight ?? 0);
  }

  const mayLinger = (): boolean =>
    (options.lingerMs ?? 0) > 0 && weight < (options.minWeight ?? 0) && options.isUrgent?.() !== true;

  function arm(): void {
    if (armed || !mayStart()) return;
    if (mayLinger()) {
      lingering ??= setTimeout(() => void run(), options.lingerMs);
      return;
    }
    armed = true;
    // One turn of the event loop: everything that the same poll brought in belongs to the same batch.
    setImmediate(() => {
      armed = false;
      void run();
    });
  }

  /** The oldest calls are at the front of the queue. */
  function refuseOverdue(): void {
    const { ms, now } = options.longest ?? { ms: Infinity, now: () => 0 };
    const at = now();
    while (queue.length > 0 && at - queue[0]!.since > ms) {
      const { item, reject } = queue.shift()!;
      weight -= weigh(item);
      reject(new QueueFull("calls before it took too long to be written"));
    }
  }

  function take(): Waiting<Item, Value>[] {
    let taken = 0;
    let size = 0;
    let count = 0;
    for (const { item } of queue) {
      const heavier = taken + weigh(item);
      const larger = size + sizeOf(item);
      if (count > 0 && (larger > options.maxBatch || heavier > (options.maxWeight ?? Infinity))) break;
      [taken, size] = [heavier, larger];
      count += 1;
    }
    weight -= taken;
    return queue.splice(0, count);
  }

  async function run(): Promise<void> {
    clearTimeout(lingering ?? undefined);
    lingering = null;
    refuseOverdue();
    if (!mayStart()) return;
    const batch = take();
    inFlight += 1;
    const outcome = await settled(() => options.flush(batch.map((waiting) => waiting.item)));
    inFlight -= 1;
    // The next batch starts first, so that it is being written while the callers of this one continue.
    if (mayLinger()) arm();
    else void run();
    batch.forEach((waiting, index) => {
      if (outcome.ok) waiting.resolve(outcome.value[index] as Value);
      else waiting.reject(outcome.error);
    });
  }

  return (item) =>
    new Promise<Value>((resolve, reject) => {
      const heavier = weight + weigh(item);
      // However heavy, a call that finds the queue empty is accepted.
      if (queue.length > 0 && heavier > (options.maxQueued ?? Infinity)) {
        return reject(new QueueFull("too many calls wait to be written"));
      }
      queue.push({ item, resolve, reject, since: options.longest?.now() ?? 0 });
      weight = heavier;
      arm();
    });
}

async function settled<T>(work: () => Promise<T>): Promise<Result<T, unknown>> {
  try {
    return ok(await work());
  } catch (error) {
    return err(error);
  }
}
