import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import { linkSockets } from "./linked-sockets.ts";

/**
 * A network between a browser and the service that can be cut: open connections end, and new ones are refused. Or it
 * goes dead, as under a laptop that sleeps: connections stay, and nothing arrives over them.
 */
export async function startNetwork(target: () => string) {
  const open = new Set<Socket>();
  let isCut = false;
  let isDead = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    if (isDead) {
      open.add(client);
      client.on("error", () => undefined);
      client.on("close", () => open.delete(client));
      return;
    }
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
    goDead(): void {
      isDead = true;
      for (const socket of open) socket.unpipe().pause();
    },
    mend(): void {
      // What was open while the network was dead is forgotten by the networks in between.
      if (isDead) for (const socket of open) socket.destroy();
      isCut = isDead = false;
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
