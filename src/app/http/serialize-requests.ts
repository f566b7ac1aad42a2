import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait on a connection. Hardly any client sends one before it has the response to the last. */
const MAX_WAITING = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Carries out the requests of a connection one after the other. Node passes on all that arrive together, and would keep
 * their responses in memory: four hundred requests for a large file, from each of thirty clients that read nothing,
 * took 5 GB. Behind the last request that may wait, the connection is closed.
 */
export function serializeRequests(carryOut: (...exchange: Exchange) => void): (...exchange: Exchange) => void {
  const lines = new WeakMap<Socket, { waiting: number; readonly last: ServerResponse }>();
  return (incoming, outgoing) => {
    // Node gives a response its socket once the one before it is written.
    if (outgoing.socket) return carryOut(incoming, outgoing);
    const line = lines.get(incoming.socket);
    if (line?.waiting === MAX_WAITING) {
      line.last.shouldKeepAlive = false;
      stopReading(incoming.socket);
      return;
    }
    const waiting = (line?.waiting ?? 0) + 1;
    lines.set(incoming.socket, { waiting, last: outgoing });
    outgoing.once("socket", () => {
      lines.get(incoming.socket)!.waiting -= 1;
      carryOut(incoming, outgoing);
    });
  };
}

/**
 * No further request on the connection is answered, and every request that is answered has been read. Otherwise each
 * further request would occupy memory until the connection ends. Without a mark of its own, Node continues to read
 * after each request.
 */
function stopReading(socket: Socket & { _paused?: boolean }): void {
  socket._paused = true;
  socket.pause();
}
