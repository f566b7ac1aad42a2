import type { Socket } from "node:net";

const START = /^HTTP\/1\.[01] 100(?=[ \r])/;
const END = "\r\n\r\n";
/** Bytes of a header section; undici accepts no longer one either. */
const LONGEST = 16_384;

/**
 * Makes a socket pass over `100 Continue`, which some servers send without a request for it. A client must ignore it
 * (RFC 9110 §15.2), but undici closes the connection: a message that the provider accepted would be in doubt.
 */
export function withoutContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let kept: Buffer | null = null;

  socket.read = (size?: number): Buffer | null => {
    let chunk = read(size);
    if (chunk === null) return null;
    if (kept !== null) chunk = Buffer.concat([kept, chunk]);
    kept = null;
    while (START.test(chunk.toString("latin1", 0, 13))) {
      const end = chunk.indexOf(END);
      if (end >= 0) chunk = chunk.subarray(end + END.length);
      else if (chunk.length > LONGEST) return chunk;
      else {
        kept = chunk;
        return null;
      }
    }
    return chunk.length === 0 ? null : chunk;
  };
  return socket;
}
