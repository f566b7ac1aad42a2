import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createPrivateFile, replacePrivateFile } from "./private-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-private-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a file that exists stays, unless it is to be replaced; only its owner reads it", async () => {
  const path = join(folder, "inner", "file");
  await createPrivateFile(path, "first");
  await createPrivateFile(path, "second");
  expect(await readFile(path, "utf8")).toBe("first");
  await replacePrivateFile(path, "third");
  expect(await readFile(path, "utf8")).toBe("third");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, "inner"))).toEqual(["file"]);
});

test.each(["createPrivateFile", "replacePrivateFile"])(
  "%s leaves nothing where nothing can be written",
  async (name) => {
    const code = `
    const { ${name} } = await import(${JSON.stringify(join(import.meta.dirname, "private-file.ts"))});
    await ${name}(${JSON.stringify(join(folder, "file"))}, "text").catch((error) => console.log(error.code));`;
    // No file may grow, as on a full disk.
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      'ulimit -f 0; exec "$0" --input-type=module -e "$1"',
      process.execPath,
      code,
    ]);
    expect(stdout).toBe("EFBIG\n");
    expect(await readdir(folder)).toEqual([]);
  },
);
