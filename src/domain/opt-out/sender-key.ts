import { withoutChannel } from "#lib/without-channel";

/**
 * How a sender is compared: `+44 7400…`, `447400…` and `whatsapp:+447400…` are one, and "Acme" and "ACME". The statements
 * that compare it with a message's sender write it in the same way.
 */
export const senderKey = (sender: string): string =>
  withoutChannel(sender)
    .trim()
    .replace(/^(?:\+|00(?=[1-9]\d{6}))/, "")
    .replaceAll(/(?<=\d)[\s().-]+(?=\d)/g, "")
    .toUpperCase();
