import { errorText } from "./error-text.ts";
import type { Log } from "./log.ts";

/** For an error that nothing else depends on: it is logged, and that is all. */
export const logFailure =
  (log: Log, message: string, detail: Readonly<Record<string, unknown>> = {}) =>
  (error: unknown): void =>
    log("warn", message, { ...detail, error: errorText(error) });
