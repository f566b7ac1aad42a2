import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { isInstalled } from "./machine.ts";

const run = promisify(execFile);

export type WrkResult = {
  readonly acknowledged: number;
  readonly refused: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

/**
 * Drives `url` with a script of `bench/wrk`. Responses other than the script's acknowledgement count as refused.
 *
 * @param args passed to the script
 */
export async function wrk(
  url: string,
  options: {
    readonly script: string;
    readonly args: readonly string[];
    readonly connections: number;
    readonly seconds: number;
  },
): Promise<WrkResult> {
  if (!isInstalled("wrk")) throw new Error("The load generator wrk is not installed: apt-get install wrk");
  const script = fileURLToPath(new URL(`../wrk/${options.script}.lua`, import.meta.url));
  const load = ["-t", "2", "-c", String(options.connections), "-d", `${options.seconds}s`, "--timeout", "30s"];
  const { stdout } = await run("wrk", [...load, "-s", script, url, "--", ...options.args]);
  const line = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (!line) throw new Error(`wrk printed no result: ${stdout}`);
  return JSON.parse(line) as WrkResult;
}
