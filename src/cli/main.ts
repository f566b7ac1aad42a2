import { suggestion, UsageError } from "./arguments.ts";
import type { Io } from "./command.ts";
import { commands } from "./commands.ts";

/** Runs `tidings COMMAND …`. Expected failures print a sentence on standard error, never a stack trace. */
export async function runCli(args: readonly string[], given: Io): Promise<number> {
  const io: Io = { ...given, out: (line) => given.out(visible(line)), err: (line) => given.err(visible(line)) };
  const [name = "help", ...rest] = args;
  const isHelp = ["help", "--help", "-h"].includes(name);
  if (name === "--version") {
    const { readVersion, versionLine } = await import("#app/version");
    io.out(versionLine(await readVersion()));
  } else if (isHelp && (rest[0] ?? "help") === "help") printOverview(io);
  else return runCommand(isHelp ? rest[0]! : name, isHelp ? ["--help"] : rest, io);
  return 0;
}

/**
 * Control characters as JSON may write them. Output has names and messages from the API and words of providers, which a
 * terminal would obey; JSON itself need not escape those from U+007F to U+009F.
 */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}--[\n\t]]/gv, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

async function runCommand(name: string, args: readonly string[], io: Io): Promise<number> {
  const entry = commands.find((one) => one.name === name);
  if (!entry) {
    const near = suggestion(
      name,
      commands.map((one) => one.name),
    );
    io.err(`tidings: there is no command ${JSON.stringify(name)}${near === "" ? ". Try: tidings help" : near}`);
    return 2;
  }
  const command = await entry.load();
  if (args.includes("--help") || args.includes("-h")) {
    for (const line of [entry.summary, "", ...command.usage]) io.out(line);
    return 0;
  }
  const { ConfigError } = await import("#app/config/config");
  const { readSettings } = await import("#app/config/config-file");
  try {
    const settings = await readSettings(io.environment, process.cwd());
    return await command.run(args, { ...io, environment: settings.environment, settings });
  } catch (error) {
    if (error instanceof ConfigError) for (const issue of error.issues) io.err(`tidings: ${issue}`);
    else if (error instanceof UsageError) {
      io.err(`tidings: ${error.message}`);
      for (const line of usageFor(name, args, command.usage)) io.err(line);
      return 2;
    } else io.err(`tidings: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/**
 * How the action is called, if the first word is one, else the command: the whole of a long usage would push the error
 * off the screen.
 */
function usageFor(name: string, [action]: readonly string[], usage: readonly string[]): readonly string[] {
  const own = usage.filter((line) => `${line} `.startsWith(`tidings ${name} ${action} `));
  const calls = own.length > 0 ? own : usage.filter((line) => /^(tidings| ) /.test(line));
  return calls.length === usage.length ? usage : [...calls, `More: tidings help ${name}`];
}

function printOverview(io: Io): void {
  io.out("tidings COMMAND [options]\n");
  for (const one of commands) io.out(`  ${one.name.padEnd(14)} ${one.summary}`);
  io.out(
    "\nMore about a command: tidings help COMMAND. Commands that print accept --json. Version: tidings --version.",
  );
}
