import { spawn } from "node:child_process";
import { once } from "node:events";
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
