/**
 * SQL for whether a message goes to one person: it ends with its only row, has no rate, and its text is about that
 * person. One whose audience is read later is to many, however few these turn out to be.
 *
 * @param message alias of the message with its dot, where the statement has one
 */
export const isToOne = (message: "" | "m." = ""): string => `(${message}accepted = 1 and ${message}audience is null)`;

/** Not the contrary of {@link isToOne}: who lost all recipients is neither. */
export const isToMany = (message: "" | "m." = ""): string =>
  `(${message}accepted > 1 or ${message}audience is not null)`;
