import { spawnSync } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** `npm run build:client`: creates packages/client/dist, JavaScript and types, as it is in the package. */
const root = fileURLToPath(new URL("../", import.meta.url));
const client = `${root}packages/client`;

await rm(`${client}/dist`, { recursive: true, force: true });
const { status } = spawnSync("tsc", ["-p", `${client}/tsconfig.build.json`], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await cp(`${root}LICENSE`, `${client}/LICENSE`);
