import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on a free port of the loopback interface. `close` also ends what is still connected. */
export async function listen(server: Server): Promise<{ readonly port: number; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
