import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** `npm run build:payload`: creates packages/payload/dist, JavaScript and types, as it is in the package. */
const root = fileURLToPath(new URL("../", import.meta.url));
const plugin = `${root}packages/payload`;

// It is compiled against the package's types, as its users have them. What a build writes last shows that it was not cut
// off: without dist/package.json, the types lead to src/, and the compiler writes JavaScript beside each source.
if (!existsSync(`${root}dist/build.json`)) {
  const built = spawnSync(process.execPath, [`${root}scripts/build.ts`], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
await rm(`${plugin}/dist`, { recursive: true, force: true });
const { status } = spawnSync("tsc", ["-p", `${plugin}/tsconfig.build.json`], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await cp(`${root}LICENSE`, `${plugin}/LICENSE`);
