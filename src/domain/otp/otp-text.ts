import { CODE_PLACEHOLDER } from "./otp-settings.ts";

/** How phones recognize the code; at most one, because each must be the last line. */
export type OtpForm =
  | { readonly kind: "plain" }
  /** WICG "Origin-bound one-time codes": the browser offers the code on pages of this host alone. */
  | { readonly kind: "domain"; readonly host: string }
  /** SMS Retriever API of Android: the app with this hash gets the message without a permission to read others. */
  | { readonly kind: "app"; readonly hash: string };

/** An app's message may have at most as many bytes. */
export const APP_BYTES = 140;

/** The text of the message. Nothing may follow the last line: whatever does is part of it, or ends recognition. */
export function otpText(template: string, form: OtpForm, code: string): string {
  const text = template.replaceAll(CODE_PLACEHOLDER, code);
  if (form.kind === "domain") return `${text.trimEnd()}\n\n@${form.host} #${code}`;
  return form.kind === "app" ? `${text.trimEnd()}\n\n${form.hash}` : text;
}
