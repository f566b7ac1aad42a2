import { pino } from "pino";

import { LOG_LEVELS, type Log, type LogLevel } from "#lib/log";

import { writeLine } from "./write-line.ts";

/**
 * Lines on standard error, so that standard output has only what the user requested: JSON, or on a terminal one short
 * line each.
 */
export function openLog(level: LogLevel, forPeople = process.stderr.isTTY): Log {
  if (forPeople) return plainLog(level);
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: writeLine });
  return (at, message, detail) => logger[at](detail ?? {}, message);
}

const MARKS = { debug: "", info: "", warn: "warning: ", error: "ERROR: " };

function plainLog(least: LogLevel): Log {
  return (at, message, detail) => {
    if (LOG_LEVELS.indexOf(at) < LOG_LEVELS.indexOf(least)) return;
    process.stderr.write(`${new Date().toLocaleTimeString("en-GB")}  ${plainLine(at, message, detail)}\n`);
  };
}

/** Message and details in one line; of a value with several lines, such as a stack trace, the first. */
export function plainLine(at: LogLevel, message: string, detail: object = {}): string {
  const details = Object.entries(detail).map(([name, value]) => `${name}: ${wordsOf(value)}`);
  // Text from elsewhere must not control the terminal.
  return `${MARKS[at]}${message}${details.length > 0 ? ` (${details.join(", ")})` : ""}`.replace(/\p{Cc}/gu, " ");
}

function wordsOf(value: unknown): string {
  const text = typeof value === "string" ? value : value instanceof Error ? value.message : JSON.stringify(value);
  return text?.split("\n")[0] ?? "";
}
