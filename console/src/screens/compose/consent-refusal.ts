import { TidingsError } from "tidings-client";

/** The refusal of marketing to people without a consent on record; null: the error is another one. */
export const consentRefusal = (error: unknown): TidingsError | null =>
  error instanceof TidingsError && error.code === "consent_required" ? error : null;
