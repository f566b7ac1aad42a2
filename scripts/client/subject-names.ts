const wordsOf = (subject: string): string[] => subject.toLowerCase().split(/[^a-z]+/);

/** The file of a subject: "One-time passwords" is in one-time-passwords.ts. */
export const fileOf = (subject: string): string => `${wordsOf(subject).join("-")}.ts`;

export const typeOf = (subject: string, of: "Operations" | "Schemas"): string =>
  `${wordsOf(subject)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")}${of}`;
