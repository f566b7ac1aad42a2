/** Left in the place of a text when one of the people in it was erased. */
export const ERASED = "[erased]";
/** Left in the place of a text at the end of its retention. */
export const REDACTED = "[redacted]";

/** Whether a stored text is gone: it must never be sent. */
export const isRemoved = (text: string): boolean => text === ERASED || text === REDACTED;
