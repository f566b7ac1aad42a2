/**
 * A program that opens an embedded server and reports it: the tests kill it, have it refused, and run it as other
 * users.
 */
import { createInterface } from "node:readline";

import { EmbeddedError, openEmbedded, type EmbeddedOptions } from "#store/embedded/server";

type Input = Pick<EmbeddedOptions, "dataDir" | "env"> & { uid?: number; gid?: number };

const input = JSON.parse(process.argv[2]!) as Input;
const say = (event: string, body: object = {}) => process.stdout.write(`${JSON.stringify({ event, ...body })}\n`);

// Only now, with everything imported: the ordinary user may not be able to read the checkout.
if (input.uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(input.gid!);
  process.setuid?.(input.uid);
}

try {
  const server = await openEmbedded({
    dataDir: input.dataDir,
    ...(input.env ? { env: input.env } : {}),
    log: (level, message, detail) => say("log", { level, message, ...detail }),
    onState: (state) => say("state", { state, pid: server.pid() }),
  });
  const { connection, dataDir, version, adopted } = server;
  say("ready", { connection, dataDir, version, adopted, pid: server.pid(), self: process.pid });
  for await (const line of createInterface({ input: process.stdin })) if (line === "stop") break;
  await server.stop();
  say("stopped");
  process.exit(0);
} catch (error) {
  say("refused", {
    code: error instanceof EmbeddedError ? error.code : "untyped",
    message: error instanceof Error ? error.message : String(error),
  });
  process.exit(3);
}
