import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import { linkSockets } from "./linked-sockets.ts";

/** A network between a browser and the service that can be cut: open connections end, and new ones are refused. */
export async function startNetwork(target: () => string) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const { hostname, port } = new URL(target());
    const upstream = connect(Number(port), hostname);
    linkSockets(client, upstream, open);
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(): void {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: (): void => void (isCut = false),
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
