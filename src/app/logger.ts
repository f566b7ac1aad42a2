import { pino } from "pino";

import type { Log } from "#api/services";

import type { Config } from "./config.ts";

/** JSON lines on standard error, so that standard output stays free for what a person asked for. */
export function openLog(level: Config["logLevel"]): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  return (at, message, detail) => logger[at](detail ?? {}, message);
}
