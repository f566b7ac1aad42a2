import { withoutChannel } from "#lib/channel-prefix";

/** Digits, and what people write between and around them. PostgreSQL reads these patterns in the same way. */
export const SENDER_NUMBER = /^[ \t\r\n().+-]*[0-9][0-9 \t\r\n().+-]*$/;
/** Only in front of a complete number: a short code may begin with zeros. */
export const DIALED_ABROAD = /^00(?=[1-9][0-9]{6})/;
export const OUTER_BLANKS = /^[ \t\r\n]+|[ \t\r\n]+$/g;

/**
 * The form in which senders are compared: `+44 7400…`, `00447400…`, `447400…` and `whatsapp:+447400…` are the same, and
 * so are "Acme" and "ACME". A number becomes its digits; a name stays unchanged except for the case of A to Z.
 * `store/queries/suppressions/sender-key-sql` writes the same for statements.
 */
export function senderKey(sender: string): string {
  const written = withoutChannel(sender);
  return SENDER_NUMBER.test(written)
    ? written.replaceAll(/[^0-9]/g, "").replace(DIALED_ABROAD, "")
    : written.replace(OUTER_BLANKS, "").replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}
