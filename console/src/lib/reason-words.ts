import { t } from "./translate.ts";

/** Reasons of suppressions and pauses, and wordings in a consent history, that the service writes itself. */
const written: Readonly<Record<string, string>> = {
  "opted out by text": t`opted out by text`,
  "opted out at the provider": t`opted out at the provider`,
  "opted out before the import": t`opted out before the import`,
  "a reply that may ask to stop": t`a reply that may ask to stop`,
  "paused by a person": t`paused by a person`,
};

/** Texts that people wrote stay unchanged. */
export const reasonWords = (reason: string): string => written[reason] ?? reason;
