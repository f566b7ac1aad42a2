import { err, ok, type Result } from "./result.ts";

type Waiting<Item, Value> = {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Gathers calls that arrive while earlier ones are being written, and writes them together.
 *
 * A lone call is written at once; under load the batch grows by itself to what arrived during one flush.
 *
 * @param flush writes a batch and returns one value for each item, in order
 */
export function groupCommit<Item, Value>(options: {
  readonly maxBatch: number;
  readonly maxInFlight: number;
  /** Weight of an item: a batch closes when their sum passes `maxWeight`. */
  readonly weigh?: (item: Item) => number;
  readonly maxWeight?: number;
  /** Weight that must wait before a flush starts beside one that runs; 0 unless told. */
  readonly worthwhile?: number;
  readonly flush: (items: readonly Item[]) => Promise<readonly Value[]>;
}): (item: Item) => Promise<Value> {
  const queue: Waiting<Item, Value>[] = [];
  let inFlight = 0;
  /** Of what is in the queue. */
  let weight = 0;
  const weigh = options.weigh ?? (() => 1);
  let armed = false;

  /** A second flush beside a running one must be worth it: two small batches cost more than one that is larger. */
  function mayStart(): boolean {
    if (queue.length === 0 || inFlight >= options.maxInFlight) return false;
    return inFlight === 0 || weight >= (options.worthwhile ?? 0);
  }

  function arm(): void {
    if (armed || !mayStart()) return;
    armed = true;
    // One turn of the event loop: whatever the same poll brought in belongs to the same batch.
    setImmediate(() => {
      armed = false;
      void run();
    });
  }

  function take(): Waiting<Item, Value>[] {
    let taken = 0;
    let size = 0;
    for (const waiting of queue) {
      const next = taken + weigh(waiting.item);
      if (size > 0 && (size >= options.maxBatch || next > (options.maxWeight ?? Infinity))) break;
      taken = next;
      size += 1;
    }
    weight -= taken;
    return queue.splice(0, size);
  }

  async function run(): Promise<void> {
    if (!mayStart()) return;
    const batch = take();
    inFlight += 1;
    const outcome = await settled(() => options.flush(batch.map((waiting) => waiting.item)));
    inFlight -= 1;
    // The next batch goes first, so that it is being written while the callers of this one go on.
    void run();
    batch.forEach((waiting, index) => {
      if (outcome.ok) waiting.resolve(outcome.value[index] as Value);
      else waiting.reject(outcome.error);
    });
  }

  return (item) =>
    new Promise<Value>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      weight += weigh(item);
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
