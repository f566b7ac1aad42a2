import { ConfigError } from "#app/config";

import { appPassword } from "./app-password.ts";
import { doctor } from "./doctor.ts";
import { license } from "./license.ts";
import { migrate } from "./migrate.ts";
import { serve } from "./serve.ts";
import { user } from "./user.ts";
import type { Io, Verb } from "./verb.ts";

const verbs: readonly Verb[] = [serve, doctor, migrate, user, appPassword, license];

/** Runs `tidings VERB …`. Expected failures are a sentence on standard error, never a stack. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name = "help", ...rest] = args;
  if (name === "help" || name === "--help" || name === "-h") return help(rest[0], io);
  const verb = verbs.find((one) => one.name === name);
  if (!verb) {
    io.err(`tidings: there is no verb ${JSON.stringify(name)}. Try: tidings help`);
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) return help(name, io);
  try {
    return await verb.run(rest, io);
  } catch (error) {
    if (error instanceof ConfigError) for (const fault of error.faults) io.err(`tidings: ${fault}`);
    else io.err(`tidings: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

function help(name: string | undefined, io: Io): number {
  const verb = verbs.find((one) => one.name === name);
  if (verb) for (const line of verb.usage) io.out(line);
  else {
    io.out("tidings VERB [options]\n");
    for (const one of verbs) io.out(`  ${one.name.padEnd(14)} ${one.summary}`);
    io.out("\ntidings help VERB tells more. Every verb that prints takes --json.");
  }
  return 0;
}
