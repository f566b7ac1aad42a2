import { ConfigError } from "#app/config";
import { readSettings } from "#app/config-file";
import { version } from "#app/openapi-file";

import { appPassword } from "./app-password.ts";
import { UsageError } from "./arguments.ts";
import { backup } from "./backup.ts";
import { connect } from "./connect.ts";
import { doctor } from "./doctor.ts";
import { gateway } from "./gateway.ts";
import { license } from "./license.ts";
import { migrate } from "./migrate.ts";
import { orders } from "./orders.ts";
import { restore } from "./restore.ts";
import { send } from "./send.ts";
import { serve } from "./serve.ts";
import { user } from "./user.ts";
import type { Io, Verb } from "./verb.ts";

const verbs: readonly Verb[] = [
  serve,
  doctor,
  migrate,
  send,
  gateway,
  orders,
  user,
  appPassword,
  license,
  connect,
  backup,
  restore,
];

/** Runs `tidings VERB …`. Expected failures are a sentence on standard error, never a stack. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name = "help", ...rest] = args;
  const isHelp = ["help", "--help", "-h"].includes(name);
  if (name === "--version") io.out(await version());
  else if (isHelp && (rest[0] ?? "help") === "help") overview(io);
  else return runVerb(isHelp ? rest[0]! : name, isHelp ? ["--help"] : rest, io);
  return 0;
}

async function runVerb(name: string, args: readonly string[], io: Io): Promise<number> {
  const verb = verbs.find((one) => one.name === name);
  if (!verb) {
    io.err(`tidings: there is no verb ${JSON.stringify(name)}. Try: tidings help`);
    return 2;
  }
  if (args.includes("--help") || args.includes("-h")) {
    for (const line of verb.usage) io.out(line);
    return 0;
  }
  try {
    const settings = await readSettings(io.environment, process.cwd());
    return await verb.run(args, { ...io, environment: settings.environment, settings });
  } catch (error) {
    if (error instanceof ConfigError) for (const fault of error.faults) io.err(`tidings: ${fault}`);
    else if (error instanceof UsageError) {
      io.err(`tidings: ${error.message}`);
      for (const line of verb.usage) io.err(line);
      return 2;
    } else io.err(`tidings: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

function overview(io: Io): void {
  io.out("tidings VERB [options]\n");
  for (const one of verbs) io.out(`  ${one.name.padEnd(14)} ${one.summary}`);
  io.out("\ntidings help VERB tells more. Every verb that prints takes --json. tidings --version tells the version.");
}
