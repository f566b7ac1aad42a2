import { expect, test } from "vitest";

import { onceMore } from "../../console/src/lib/once-more.ts";

test("reads that are wanted faster than one ends let it end, and are followed by one for all of them", async () => {
  const want = onceMore();
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const read = () => new Promise<void>((resolve, reject) => void ends.push({ resolve, reject }));
  for (let nth = 0; nth < 10; nth += 1) want(read);
  expect(ends).toHaveLength(1);
  ends[0]!.resolve();
  await expect.poll(() => ends.length).toBe(2);
  // One that fails is over, too, and nothing follows it.
  ends[1]!.reject(new Error("no"));
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  want(read);
  expect(ends).toHaveLength(3);
});
