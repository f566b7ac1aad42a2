/** With a capital letter, as at the beginning of a line. */
export const upperFirst = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
