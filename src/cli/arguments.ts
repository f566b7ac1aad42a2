import { closeSync, openSync, readSync } from "node:fs";
import process from "node:process";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** Wrong usage: a sentence and exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Options and words of a verb. @throws UsageError where an option is not known */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The words that must be there, no more and no fewer. */
export function words(given: readonly string[], names: readonly string[]): string[] {
  const missing = names.slice(given.length);
  if (missing.length > 0) throw new UsageError(`${missing.join(" and ")} missing`);
  if (given.length > names.length) throw new UsageError(`${given[names.length]} is one word too many`);
  return [...given];
}

/**
 * One line of standard input, so that a password is in no process list and no shell history. Whoever types it on a
 * terminal does not see it.
 *
 * @param ask called when it may be typed
 */
export function readLine(ask: () => void = () => undefined): string {
  const { stdin, stderr, platform } = process;
  if (!stdin.isTTY || platform === "win32") {
    ask();
    return lineOf(0);
  }
  // Node reads its own standard input without waiting.
  const terminal = openSync("/dev/tty", "r");
  stdin.setRawMode(true);
  try {
    ask();
    const line = lineOf(terminal);
    stderr.write("\n");
    return line;
  } finally {
    stdin.setRawMode(false);
    closeSync(terminal);
  }
}

const CONTROL_C = 3;
const ENDS = [4, 10, 13];
const ERASES = [8, 127];

/** Not to the end of the input: a terminal ends it only when somebody knows which keys to press. */
function lineOf(input: number): string {
  const byte = Buffer.alloc(1);
  const line: number[] = [];
  while (readSync(input, byte) === 1 && !ENDS.includes(byte[0]!)) {
    if (byte[0] === CONTROL_C) throw new UsageError("nothing was typed");
    if (ERASES.includes(byte[0]!)) line.pop();
    else line.push(byte[0]!);
  }
  return Buffer.from(line).toString("utf8");
}

/**
 * Columns as wide as their widest cell. Control characters become blanks: names come from the API, and a terminal
 * would obey them.
 */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map((cell) => cell.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}
