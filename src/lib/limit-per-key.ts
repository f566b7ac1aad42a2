import pLimit from "p-limit";

/** Runs at most `count` tasks at once per key; the others of that key wait in order. */
export function limitPerKey(count: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const slots = new Map<string, { readonly turn: ReturnType<typeof pLimit>; users: number }>();
  return async (key, work) => {
    const slot = slots.get(key) ?? { turn: pLimit(count), users: 0 };
    slots.set(key, slot);
    slot.users += 1;
    try {
      return await slot.turn(work);
    } finally {
      slot.users -= 1;
      if (slot.users === 0) slots.delete(key);
    }
  };
}
