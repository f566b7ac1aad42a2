import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Types are stripped and code compiled once, not at every start: a second start takes half the time and 30 MB less.
// Next to the packages, because anyone who may write there may change the code itself.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/tidings", import.meta.url)));

// Half of them look up names, and each waits for a resolver that is silent: src/app/outbound/name-lookups.ts. Node
// reads it when the first thread starts.
process.env["UV_THREADPOOL_SIZE"] ??= "16";
const { runCli } = await import("#cli/main");

// `tidings outbox list | head` reads a part: the rest has no reader, and a command that makes changes still completes
// them.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY,
  environment: process.env,
});
