/** From the least to the most important. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line for the operator. Never a phone number, a message's text or a secret. */
export type Log = (level: LogLevel, message: string, detail?: Readonly<Record<string, unknown>>) => void;
