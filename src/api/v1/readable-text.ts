import type { Caller } from "#domain/access/capability";
import { HIDDEN_TEXT, type Category } from "#domain/messages/message";

/** Whether a caller may read everyone's messages and their recipients. */
export const mayReadAll = ({ capabilities }: Caller): boolean => capabilities.has("svc_outbox");

/** Whether a caller may read a user's messages and their recipients: they are that user, or may read the log. */
export const mayReadOf = (caller: Caller, createdBy: string): boolean =>
  createdBy === caller.principal || mayReadAll(caller);

/** The text of a message as a caller may read it; a one-time password is never shown. */
export function readableText(
  caller: Caller,
  { createdBy, category, text }: { readonly createdBy: string; readonly category: Category; readonly text: string },
): string {
  return category === "otp" || !mayReadOf(caller, createdBy) ? HIDDEN_TEXT : text;
}
