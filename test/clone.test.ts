import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../bin", import.meta.url));
const run = promisify(execFile);

/** A clone whose program prints what it was run from. */
let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "tidings-clone-"));
  await cp(bin, join(clone, "bin"), { recursive: true });
  await writeIn("package.json", JSON.stringify({ type: "module" }));
  await writeIn("src/main.ts", 'console.log("sources")');
  await mkdir(join(clone, "node_modules/pg"), { recursive: true });
});
afterAll(() => rm(clone, { recursive: true, force: true }));

async function writeIn(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(clone, path)), { recursive: true });
  await writeFile(join(clone, path), text);
}

/** As `npm start` leaves a bundle, of the sources as they are now. */
async function bundle(): Promise<void> {
  const { bundleFolder } = (await import(pathToFileURL(join(clone, "bin/clone.js")).href)) as {
    bundleFolder(): string;
  };
  await mkdir(join(bundleFolder(), "dist"), { recursive: true });
  await writeFile(join(bundleFolder(), "dist", "main.js"), 'console.log("bundle")');
}

const runs = async (): Promise<string> => (await run(process.execPath, [join(clone, "bin/tidings.js")])).stdout.trim();

test("a clone runs the bundle of its sources until one of them is changed or added", async () => {
  expect(await runs()).toBe("sources");
  await bundle();
  expect(await runs()).toBe("bundle");

  const later = new Date(Date.now() + 5_000);
  await utimes(join(clone, "src/main.ts"), later, later);
  expect(await runs()).toBe("sources");

  await bundle();
  await writeIn("src/more.ts", "");
  expect(await runs()).toBe("sources");

  // As an editor marks a file that it has open.
  await symlink("somebody@machine.1234", join(clone, "src/.#main.ts"));
  expect(await runs()).toBe("sources");
});

/** The outcome of a command in a clone that lacks some of its packages. */
async function ends(folder: string, command: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  const done = await run(command, args, { cwd: folder }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: number; stderr: string }) => error,
  );
  return { code: done.code, said: done.stderr.replaceAll(/^npm .*\n/gm, "") };
}

test("without its packages a clone says how to install them, also by npm start, and with some of them, which is missing", async () => {
  const bare = await mkdtemp(join(tmpdir(), "tidings-bare-"));
  try {
    await cp(bin, join(bare, "bin"), { recursive: true });
    await cp(join(bin, "../package.json"), join(bare, "package.json"));
    await mkdir(join(bare, "src"));
    await writeFile(join(bare, "src/main.ts"), 'import "a-package";');
    await mkdir(join(bare, "scripts"));
    for (const name of ["build-console.ts", "bundle-clone.ts"]) {
      await writeFile(join(bare, "scripts", name), 'import "a-package";');
    }
    const none = "tidings: Its packages are not installed here. Run: npm ci\n";
    expect(await ends(bare, process.execPath, ["bin/tidings.js", "help"])).toEqual({ code: 1, said: none });
    expect(await ends(bare, "npm", ["start"])).toEqual({ code: 1, said: none });
    await mkdir(join(bare, "node_modules/pg"), { recursive: true });
    expect(await ends(bare, process.execPath, ["bin/tidings.js", "help"])).toEqual({
      code: 1,
      said: "tidings: Cannot find package 'a-package': not all packages are installed. Run: npm ci\n",
    });
    expect((await ends(bare, "npm", ["start"])).said).toMatch(/tidings: .*not all packages are installed/);
  } finally {
    await rm(bare, { recursive: true, force: true });
  }
});
