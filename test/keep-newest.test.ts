import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { keepNewest } from "./support/keep-newest.ts";

test("the newest files of all folders stay, and a folder that does not exist is no failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tidings-newest-"));
  try {
    await keepNewest(join(folder, "absent"), 1);
    for (const [name, second] of [
      ["a/1", 1],
      ["a/2", 4],
      ["b/3", 3],
      ["b/4", 2],
    ] as const) {
      await mkdir(join(folder, name, ".."), { recursive: true });
      await writeFile(join(folder, name), "");
      await utimes(join(folder, name), second, second);
    }
    await keepNewest(folder, 2);
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(["a", "a/2", "b", "b/3"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
