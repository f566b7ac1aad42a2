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
  readonly flush: (items: readonly Item[]) => Promise<readonly Value[]>;
}): (item: Item) => Promise<Value> {
  const queue: Waiting<Item, Value>[] = [];
  let inFlight = 0;
  let armed = false;

  function arm(): void {
    if (armed || inFlight >= options.maxInFlight || queue.length === 0) return;
    armed = true;
    // One turn of the event loop: whatever the same poll brought in belongs to the same batch.
    setImmediate(() => {
      armed = false;
      void run();
    });
  }

  function take(): Waiting<Item, Value>[] {
    let weight = 0;
    let size = 0;
    for (const waiting of queue) {
      weight += options.weigh?.(waiting.item) ?? 1;
      if (size > 0 && (size >= options.maxBatch || weight > (options.maxWeight ?? Infinity))) break;
      size += 1;
    }
    return queue.splice(0, size);
  }

  async function run(): Promise<void> {
    if (inFlight >= options.maxInFlight || queue.length === 0) return;
    const batch = take();
    inFlight += 1;
    try {
      const values = await options.flush(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => waiting.resolve(values[index] as Value));
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    } finally {
      inFlight -= 1;
      arm();
    }
  }

  return (item) =>
    new Promise<Value>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      arm();
    });
}
