import { execFile, type ExecFileOptions } from "node:child_process";

/**
 * Runs a program to completion.
 *
 * @returns what it wrote to standard output
 * @throws Error whose message is the last line it wrote to standard error, else why it could not run
 */
export function run(program: string, args: readonly string[], options: ExecFileOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      if (!error) resolve(String(stdout));
      else reject(new Error(String(stderr).trim().split("\n").slice(-2).join(" ") || error.message, { cause: error }));
    });
  });
}
