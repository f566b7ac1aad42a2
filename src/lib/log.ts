/** One line for the operator. Never a phone number, a message's text or a secret. */
export type Log = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;
