import pLimit from "p-limit";

/** Lets at most `count` pieces of work run at once for each key; the others of that key wait in their order. */
export function atMostEach(count: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, { readonly turn: ReturnType<typeof pLimit>; users: number }>();
  return async (key, work) => {
    const lane = lanes.get(key) ?? { turn: pLimit(count), users: 0 };
    lanes.set(key, lane);
    lane.users += 1;
    try {
      return await lane.turn(work);
    } finally {
      lane.users -= 1;
      if (lane.users === 0) lanes.delete(key);
    }
  };
}
