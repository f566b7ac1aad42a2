/** How much of a provider's ids and responses is kept. */
export const MAX_IDS = 20;
export const LONGEST_ID = 200;
export const LONGEST_WORDS = 500;
