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
// them. Other output that is lost, as on a full disk, is a failure; a service goes on until it is stopped.
let failed = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || failed) return;
  failed = true;
  process.exitCode = 1;
  process.stderr.write(`tidings: The output could not be written (${error.code ?? error.message}).\n`);
});
// There is nowhere else to report it.
process.stderr.on("error", () => undefined);

const code = await runCli(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY,
  environment: process.env,
});
process.exitCode = failed ? 1 : code;
