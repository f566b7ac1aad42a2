import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

test("a command whose output is read in part, as by head, ends without an error", async () => {
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const command = spawn(process.execPath, [main, "help"], { stdio: ["ignore", "pipe", "pipe"] });
  command.stdout.destroy();
  let errors = "";
  command.stderr.on("data", (data) => (errors += String(data)));
  const [code] = await once(command, "close");
  expect([code, errors]).toEqual([0, ""]);
});

/** Every write to this device finds the disk full. */
async function onFullDisk(args: readonly string[], full: "stdout" | "stderr") {
  const device = openSync("/dev/full", "w");
  const command = spawn(process.execPath, args, {
    stdio: ["ignore", full === "stdout" ? device : "pipe", full === "stderr" ? device : "pipe"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  closeSync(device);
  let output = "";
  for (const stream of [command.stdout, command.stderr]) stream?.on("data", (data) => (output += String(data)));
  const [code, signal] = await once(command, "close");
  return { code: signal ?? code, output };
}

test.skipIf(process.platform !== "linux")("a log on a full disk stops nothing: its lines are lost", async () => {
  const logger = new URL("../../src/app/logger.ts", import.meta.url).href;
  const script = `
    import { openLog } from ${JSON.stringify(logger)};
    const log = openLog("info");
    log("info", "first");
    setImmediate(() => {
      log("error", "second");
      process.stdout.write("goes on");
    });`;
  const args = ["--input-type=module", "-e", script];
  expect(await onFullDisk(args, "stderr")).toEqual({ code: 0, output: "goes on" });
});

test.skipIf(process.platform !== "linux")("a command whose output finds the disk full says so and fails", async () => {
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  expect(await onFullDisk([main, "help"], "stdout")).toEqual({
    code: 1,
    output: "tidings: The output could not be written (ENOSPC).\n",
  });
});

test("a log whose reader has stopped reading stops nothing, and no more than a part of it waits in memory", async () => {
  const logger = new URL("../../src/app/logger.ts", import.meta.url).href;
  const script = `
    import { openLog } from ${JSON.stringify(logger)};
    const log = openLog("info");
    for (let line = 0; line < 1_000; line += 1) log("info", "x".repeat(10_000));
    process.stdout.write(String(process.stderr.writableLength < 2_000_000), () => process.exit());`;
  const command = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  let output = "";
  command.stdout.on("data", (data) => (output += String(data)));
  const [code, signal] = await once(command, "exit");
  command.stderr.destroy();
  expect([signal ?? code, output]).toEqual([0, "true"]);
});
