import { sharedReader } from "../request/shared-reader.ts";

/** Maximum bytes of unfinished bodies, of all unauthenticated callers together. */
const MOST = 64 * 1_024 * 1_024;

/**
 * Reads bodies of strangers: of public forms, and those that are needed to authenticate the sender, because the
 * signature covers them. They share less memory than callers who are known, so that they cannot take theirs.
 */
export const { read: readUnauthenticated } = sharedReader(MOST);
