import type { Socket } from "node:net";

/** Makes two sockets end together; both are in `open` until then. Returns a function that ends them. */
export function linkSockets(client: Socket, upstream: Socket, open: Set<Socket>): () => void {
  const end = (): void => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) {
    open.add(socket);
    socket.on("error", end);
    socket.on("close", () => {
      open.delete(socket);
      end();
    });
  }
  return end;
}
