/**
 * Where providers send receipts: `{base}/receipts/{gateway}/{token}`, by GET or POST. Public: the token is the
 * credential.
 */
export const RECEIPTS_PATH = "/receipts/{gateway}/{token}";

/** Maximum bytes read of a provider's call; the largest batch of receipts known is about 60 kB. */
export const RECEIPT_BODY_BYTES = 256 * 1024;
