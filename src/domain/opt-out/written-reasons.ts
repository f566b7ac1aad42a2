/** Reasons of suppressions that the service writes, not a person. The console translates them. */
export const writtenReasons = {
  byText: "opted out by text",
  atProvider: "opted out at the provider",
  beforeImport: "opted out before the import",
  inDoubt: "a reply that may ask to stop",
} as const;
