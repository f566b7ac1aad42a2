import { closeSync, openSync } from "node:fs";
import process from "node:process";
import { parseArgs, type ParseArgsConfig } from "node:util";

import { nearest } from "#lib/edit-distance";

import type { Io } from "./command.ts";
import { readNext, textOf } from "./standard-input.ts";

/** Wrong usage: a sentence and exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Options and words of a command.
 *
 * @throws UsageError if an option is unknown, lacks its value, or has two of which only one can count
 */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  const { tokens, ...read } = parse(args, options);
  const given = tokens.flatMap((one) => (one.kind === "option" && one.value !== undefined ? [one.name] : []));
  const twice = given.find((name, place) => options[name]?.multiple !== true && given.indexOf(name) !== place);
  if (twice !== undefined) throw new UsageError(`--${twice} is given more than once`);
  return read;
}

function parse<Options extends NonNullable<ParseArgsConfig["options"]>>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    throw new UsageError(sentenceOf(error, Object.keys(options)));
  }
}

/** The error of `parseArgs`, naming the option as it was typed and the one that may be meant. */
function sentenceOf(error: unknown, known: readonly string[]): string {
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  const typed = /'([^']*)'/.exec(message)?.[1] ?? "";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const near = nearest(typed.replace(/^-+/, ""), known);
    const end = typed.startsWith("--") ? "" : "; before words that begin with -, write --";
    return `${typed} is not an option of this command${near === null ? end : `; did you mean --${near}?`}`;
  }
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") {
    const option = typed.split(" ")[0]!.replace(/=.*$/, "");
    if (/does not take an argument/.test(message)) return `${option} takes no value`;
    return `${option} needs a value${message.includes("ambiguous") ? `; one that begins with - is ${option}=-…` : ""}`;
  }
  return message;
}

/** The action that the first word names. @throws UsageError with a suggestion */
export function actionOf<One extends { readonly name: string }>(args: readonly string[], actions: readonly One[]): One {
  const typed = args.find((one) => !one.startsWith("-"));
  const found = actions.find(({ name }) => name === typed);
  if (found) return found;
  // `outbox --status failed`: the first word is the value of an option.
  throw unknownAction(
    args[0]?.startsWith("-") ? undefined : typed,
    actions.map(({ name }) => name),
  );
}

/** The first word, which must be one of these. @throws UsageError with a suggestion */
export function actionNamed<Name extends string>(args: readonly string[], names: readonly Name[]): Name {
  return actionOf(
    args,
    names.map((name) => ({ name })),
  ).name;
}

export function unknownAction(typed: string | undefined, names: readonly string[]): UsageError {
  if (typed === undefined) return new UsageError(`one of these is missing: ${names.join(", ")}`);
  return new UsageError(`there is no action ${JSON.stringify(typed)}${suggestion(typed, names)}`);
}

/** "; did you mean list?" where a name is near. */
export function suggestion(typed: string, names: readonly string[]): string {
  const near = nearest(typed, names);
  return near === null ? "" : `; did you mean ${near}?`;
}

/** The value of an option that is a whole number from 1 on. @throws UsageError */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const value = Number(text ?? usual);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UsageError(`--${option} must be a whole number from 1 to ${most}`);
}

/** For a file that could not be opened. */
export function unreadable(file: string, error: unknown): UsageError {
  const { code } = error as { readonly code?: unknown };
  const why =
    code === "ENOENT" ? "does not exist" : code === "EACCES" ? "may not be read by this user" : "cannot be read";
  return new UsageError(`${JSON.stringify(file)} ${why}`);
}

/** Checks that exactly these words are given. */
export function words(given: readonly string[], names: readonly string[]): string[] {
  const missing = names.slice(given.length);
  if (missing.length > 0) throw new UsageError(`${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing`);
  if (given.length > names.length) throw new UsageError(`${given[names.length]} is one argument too many`);
  return [...given];
}

/**
 * A word that is a segment of a path. An empty or dotted one, as of a variable that a script did not set, would be a
 * call of another address.
 *
 * @throws UsageError
 */
export function segment(word: string, text: string): string {
  if (text === "") throw new UsageError(`${word} must not be empty`);
  if (/^\.{1,2}$/.test(text)) throw new UsageError(`${word} must not be ${JSON.stringify(text)}`);
  return text;
}

/**
 * One line of standard input, so that a password appears in no process list and no shell history. On a terminal it is
 * not echoed.
 *
 * @param ask called when input can be typed
 */
export function readLine(prompt: () => void = () => undefined): string {
  const { stdin, stderr, platform } = process;
  if (!stdin.isTTY || platform === "win32") {
    prompt();
    return lineOf(0);
  }
  // Node reads its own standard input without waiting.
  const terminal = openSync("/dev/tty", "r");
  stdin.setRawMode(true);
  try {
    prompt();
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

/** Not to the end of the input: on a terminal only a user who knows the key combination can end it. */
function lineOf(input: number): string {
  const byte = Buffer.alloc(1);
  const line: number[] = [];
  while (readNext(input, byte) === 1 && !ENDS.includes(byte[0]!)) {
    if (byte[0] === CONTROL_C) throw new UsageError("nothing was typed");
    if (ERASES.includes(byte[0]!)) line.pop();
    else line.push(byte[0]!);
  }
  return textOf(Uint8Array.from(line));
}

/** Prints an object as JSON, or the lines for a person. */
export function printer(io: Pick<Io, "out">, json: boolean | undefined) {
  return (data: object, lines: readonly string[]): void => {
    for (const line of json ? [JSON.stringify(data)] : lines) io.out(line);
  };
}

/** Without control characters: names and messages come from the API, and a terminal would interpret them. */
export function cleanCell(cell: string): string {
  return cell.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}

/** Columns as wide as their widest cell. */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(cleanCell));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}
