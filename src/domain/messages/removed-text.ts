/** Replaces a text in which an erased person was named. */
export const ERASED = "[erased]";
/** Replaces a text at the end of its retention. */
export const REDACTED = "[redacted]";

/** Whether a stored text is gone: it must never be sent. */
export const isRemoved = (text: string): boolean => text === ERASED || text === REDACTED;
