import { filled } from "../opt-out/localized-text.ts";

/** How phones recognize the code. At most one of them, because each has to be the last line. */
export type OtpForm =
  | { readonly kind: "plain" }
  /** WICG "Origin-bound one-time codes": the browser offers the code on pages of this host alone. */
  | { readonly kind: "domain"; readonly host: string }
  /** SMS Retriever API of Android: the app with this hash gets the message without a permission to read others. */
  | { readonly kind: "app"; readonly hash: string };

/** The most bytes that an app's message may have. */
export const APP_BYTES = 140;

/** The message before the code is known. */
export type OtpWording = {
  /** The text, with its variables. */
  readonly template: string;
  readonly senderName: string;
  /** Seconds. */
  readonly validFor: number;
  readonly form: OtpForm;
};

/**
 * The text of the message. Nothing may follow the last line: any text after it becomes part of it, or prevents
 * recognition.
 */
export function otpText({ template, senderName, validFor, form }: OtpWording, code: string): string {
  const text = filled(template, { code, sender: senderName, minutes: String(Math.floor(validFor / 60)) });
  if (form.kind === "domain") return `${text}\n\n@${form.host} #${code}`;
  return form.kind === "app" ? `${text}\n\n${form.hash}` : text;
}
