/** Channels whose addresses are phone numbers, so that the digits behind them are one even without a plus sign. */
const OF_NUMBERS = /^\s*(?:sms|mms|rcs|whatsapp|signal|tel):\s*(?=\+?[0-9][0-9\s().-]*$)/i;
/** Any other channel: only a plus sign shows that a number stands behind it, for its own ids are digits, too. */
const ANY_CHANNEL = /^\s*[a-z][\w.-]{0,30}:\s*(?=\+[1-9][0-9]{6,14}\s*$)/i;

/**
 * An address without the channel in front of it: `rcs:+44…` and `whatsapp:+44…` are the person of `+44…`, and a STOP by
 * one of them is a STOP. Ids that are no phone numbers stay whole, so that `messenger:1234567890` is nobody's number.
 */
export const withoutChannel = (written: string): string => written.replace(OF_NUMBERS, "").replace(ANY_CHANNEL, "");
