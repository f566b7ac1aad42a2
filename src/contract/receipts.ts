/** Where providers report: `{base}/receipts/{gateway}/{token}`, called with GET or POST. Public: the token is the key. */
export const RECEIPTS_PATH = "/receipts/{gateway}/{token}";

/** Bytes of a provider's call that are read; the longest batch of receipts known has some 60 kB. */
export const RECEIPT_BODY_BYTES = 256 * 1024;
