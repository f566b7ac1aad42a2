import type { IncomingMessage, Server } from "node:http";
import { Socket } from "node:net";

/** Limits on the rest of a body that is read after its client was answered. */
export type Lingering = {
  readonly bytes: number;
  /** Milliseconds in all, and without a byte. */
  readonly totalMs: number;
  readonly idleMs: number;
};

/** The times are those of nginx (lingering_time, lingering_timeout); the bytes allow the largest import of all. */
const LINGERING: Lingering = { bytes: 256 * 1_024 * 1_024, totalMs: 30_000, idleMs: 5_000 };

/**
 * A client that is answered while it still sends its body, as with 413 or 401, often reads only after it has written
 * everything. Closed at once, the kernel replies to what arrives afterwards with a reset, which may discard the
 * response before it is read: the client sees a broken connection and no reason. So our side of the connection is
 * closed, and what the client still sends is read and discarded, within bounds: RFC 9112 9.6.
 *
 * `node:http` and Hono's server both close a connection by `destroySoon`, which is therefore what is replaced.
 */
export function lingeringClose(server: Server, { bytes, totalMs, idleMs }: Lingering = LINGERING) {
  const current = new WeakMap<Socket, IncomingMessage>();
  const lingering = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    socket.destroySoon = () => close(socket);
  });

  function close(socket: Socket): void {
    if (lingering.has(socket)) return;
    const request = current.get(socket);
    if (request === undefined || request.complete || socket.destroyed) return closeAtOnce(socket);
    lingering.add(socket);
    socket.end();
    const start = performance.now();
    const first = socket.bytesRead;
    let seen = { bytes: first, at: start };
    const check = setInterval(() => {
      const now = performance.now();
      if (socket.bytesRead !== seen.bytes) seen = { bytes: socket.bytesRead, at: now };
      if (now - start > totalMs || now - seen.at > idleMs || seen.bytes - first > bytes) socket.destroy();
    }, idleMs / 20).unref();
    request.once("end", () => closeAtOnce(socket));
    socket.once("close", () => clearInterval(check));
    // A reader of the body that stopped would pause it again.
    request.removeAllListeners("data").resume();
  }

  return {
    /** Of each request, before it is answered. False: it follows a request whose connection is being closed. */
    admit(request: IncomingMessage): boolean {
      if (lingering.has(request.socket)) return false;
      current.set(request.socket, request);
      return true;
    },
    /**
     * Whether the last request has had its response, though its body has not ended. Whatever is wrong with the rest of
     * that body, another response would be taken for that of the next request.
     */
    isAnswered(socket: Socket): boolean {
      const { _httpMessage: response } = socket as Socket & { _httpMessage?: object | null };
      return current.get(socket)?.complete === false && !response;
    },
    closeAtOnce,
  };
}

function closeAtOnce(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket);
}
