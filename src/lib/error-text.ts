/** PostgreSQL's error classes for data and integrity violations. */
const ABOUT_DATA = /^2[23][0-9A-Z]{3}$/;

/** SQLSTATE of an error of PostgreSQL, or the code of Node's; "" if it has none. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/**
 * The log text of an error. For an error in the data, only PostgreSQL's code: its message may quote the row, and with
 * it a phone number or a message text.
 */
export function errorText(error: unknown): string {
  return codeAboutData(error) ?? String(error);
}

/** The same with its location in the code, if known. */
export function errorTrace(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return errorText(error);
  const code = codeAboutData(error);
  return code === null
    ? error.stack
    : [code, ...error.stack.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}

/**
 * What went wrong, for the person who runs the service and started the command: the message without the error's class,
 * otherwise the system's code. For an error in the data, no more than {@link errorText} says: output ends up in bug
 * reports.
 */
export function reasonOf(error: unknown): string {
  const about = codeAboutData(error);
  if (about !== null) return `PostgreSQL refused a value (${about})`;
  const message = error instanceof Error ? error.message : "";
  if (error instanceof AggregateError && message === "") return error.errors.map(reasonOf).join("; ");
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return message || (typeof code === "string" ? code : String(error));
}

function codeAboutData(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" && ABOUT_DATA.test(code) ? code : null;
}
