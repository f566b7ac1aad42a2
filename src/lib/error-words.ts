/** PostgreSQL's classes of issues in the data and in its integrity. */
const ABOUT_DATA = /^2[23][0-9A-Z]{3}$/;

/**
 * What a log says of an error. Of an error in the data only PostgreSQL's code: its sentence may quote the row, and with it
 * a number or a text.
 */
export function errorWords(error: unknown): string {
  return codeAboutData(error) ?? String(error);
}

/** The same with the place in the code, where there is one. */
export function errorTrace(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return errorWords(error);
  const code = codeAboutData(error);
  return code === null
    ? error.stack
    : [code, ...error.stack.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}

/**
 * What went wrong, for whoever runs the service and asked for it: the message without the class of the error, else the
 * system's code. Of an error in the data no more than {@link errorWords} says: what is printed is pasted into reports.
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
