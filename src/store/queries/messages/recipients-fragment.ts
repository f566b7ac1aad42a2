/**
 * SQL for whether a message goes to one person: it ends with its only row, has no rate, and its text concerns that
 * person. A message whose audience is read later counts as one to many, however few these turn out to be.
 *
 * @param message alias of the message with its dot, if the statement has one
 */
export const isToOne = (message: "" | "m." = ""): string => `(${message}accepted = 1 and ${message}audience is null)`;

/** Not the opposite of {@link isToOne}: a message that lost all its recipients is neither. */
export const isToMany = (message: "" | "m." = ""): string =>
  `(${message}accepted > 1 or ${message}audience is not null)`;
