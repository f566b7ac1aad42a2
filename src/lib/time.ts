/** Milliseconds since 1970 on this node. Where rows are compared, database time is used instead. */
export type Clock = { now(): number };

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Whether a text has the form YYYY-MM-DD; there may be no such day. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
