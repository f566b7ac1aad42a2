import { withoutChannel } from "#lib/without-channel";

/** A number as vendors want it that refuse the plus sign. */
export const digitsOf = (phone: string): string => phone.replace(/^\+/, "");

/**
 * A number that a vendor writes in international form, with the plus sign that it may leave out; "" for anything else.
 * Nine digits and fewer would not be taken for international ones, and where an id stands for a whole call the number
 * is all that tells whose receipt it is.
 */
export const internationalOf = (written: string): string => {
  const number = withoutChannel(written);
  return /^\+?[1-9]\d{6,14}$/.test(number) ? `+${digitsOf(number)}` : "";
};

/**
 * Who sent a text, by a vendor that writes every number in international form: with the plus sign, so that no short one
 * is taken for a number at home. Short codes and names stay as they are.
 */
export const senderOf = (written: string): string => internationalOf(written) || withoutChannel(written);
