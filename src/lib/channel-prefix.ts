/** Channels whose addresses are phone numbers, so that the digits after them are one even without a plus sign. */
const OF_NUMBERS = /^\s*(?:sms|mms|rcs|whatsapp|signal|tel):\s*(?=\+?[0-9][0-9\s().-]*$)/i;
/**
 * Any other channel: only a plus sign shows that a phone number follows, because the channel's own ids are digits, too.
 */
const ANY_CHANNEL = /^\s*[a-z][\w.-]{0,30}:\s*(?=\+[1-9][0-9]{6,14}\s*$)/i;

/** In the form that PostgreSQL reads, too. */
export const CHANNEL_PREFIXES: readonly RegExp[] = [OF_NUMBERS, ANY_CHANNEL];

/**
 * An address without its channel prefix: `rcs:+44…` and `whatsapp:+44…` are the same person as `+44…`, and a STOP
 * through one of them is a STOP. Ids that are not phone numbers are left unchanged, so `messenger:1234567890` is no
 * phone number.
 */
export const withoutChannel = (written: string): string =>
  CHANNEL_PREFIXES.reduce((rest, prefix) => rest.replace(prefix, ""), written);
