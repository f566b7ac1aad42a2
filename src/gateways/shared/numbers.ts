import { withoutChannel } from "#lib/channel-prefix";

/** A number in the format of vendors that refuse the plus sign. */
export const digitsOf = (phone: string): string => phone.replace(/^\+/, "");

/**
 * A number that a vendor writes in international form, adding the plus sign that it may omit; "" for anything else.
 * Nine digits and fewer would not count as international, and if an id covers a whole call the number alone identifies
 * whose receipt it is.
 */
export const internationalOf = (written: string): string => {
  const number = withoutChannel(written);
  return /^\+?[1-9]\d{6,14}$/.test(number) ? `+${digitsOf(number)}` : "";
};

/**
 * The sender of an incoming message, for a vendor that writes every number in international form: with the plus sign,
 * so that a short one is not mistaken for a national number. Short codes and names stay as they are.
 */
export const senderOf = (written: string): string => internationalOf(written) || withoutChannel(written);
