/** Stored in place of a text that named an erased person. */
export const ERASED = "[erased]";
/** Stored in place of a text whose retention has ended. */
export const REDACTED = "[redacted]";

/** Whether a stored text is gone: it must never be sent. */
export const isRemoved = (text: string): boolean => text === ERASED || text === REDACTED;
