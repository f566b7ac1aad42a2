/** Characters of a person's name, and of one custom field's value, on every way in. */
export const NAME_LENGTH = 250;
export const CUSTOM_VALUE_LENGTH = 1_000;
