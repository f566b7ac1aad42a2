import { tidings } from "./client.ts";

/** The opt-outs and blocks of a number. */
export async function readSuppressions(number: string, signal: AbortSignal) {
  const { items } = await tidings.listSuppressions({ search: number, per_page: 20 }, { signal });
  return items.filter((entry) => entry.number === number);
}
