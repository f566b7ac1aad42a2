import type { Page } from "./options.ts";

type PageData = {
  readonly items: readonly unknown[];
  readonly pagination: { readonly next_cursor: string | null };
};

/**
 * A list that is read when it is awaited (one page) or iterated (this page and all after it), and not before.
 *
 * @param read  one page; at the beginning, or at a cursor
 */
export function pageOf(read: (cursor: string | null) => Promise<unknown>): Page<unknown, unknown> {
  let first: Promise<unknown> | null = null;
  const page = (): Promise<unknown> => (first ??= read(null));
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (ended) => page().finally(ended),
    [Symbol.toStringTag]: "Promise",
    async *[Symbol.asyncIterator]() {
      let data = (await page()) as PageData;
      for (;;) {
        yield* data.items;
        const { next_cursor: next } = data.pagination;
        if (next === null) return;
        data = (await read(next)) as PageData;
      }
    },
  };
}
