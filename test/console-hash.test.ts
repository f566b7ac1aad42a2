import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { consoleHash } from "../scripts/console-hash.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tidings-console-"));
  await write("console/index.html", "<!doctype html>");
  await write("packages/client/src/index.ts", "export {}");
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

test("the console is built again after a change of what it is built from, not after a build of the client", async () => {
  const before = await consoleHash(root);
  // As `npm run build:client` leaves them.
  await cp("LICENSE", join(root, "packages/client/LICENSE"));
  await write("packages/client/dist/index.js", "export {}");
  expect(await consoleHash(root)).toBe(before);

  const seen = new Set([before]);
  for (const path of ["console/src/main.tsx", "packages/client/src/generated/types.ts", "package-lock.json"]) {
    await write(path, "changed");
    seen.add(await consoleHash(root));
  }
  expect(seen.size).toBe(4);
});
