import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";

import type { HostPort } from "#lib/host-port";

/** An address to listen on. `bound`: it is listened on already, by a server whose port the system chose. */
export type At = HostPort & { readonly bound?: Server };

/**
 * Lets the system choose the port if it is 0, and keeps it: links in responses and pages name the port, and they are
 * made before the service listens. Nothing is answered there until then.
 *
 * @throws the error of the socket
 */
export async function choosePort(at: HostPort): Promise<At> {
  if (at.port !== 0) return at;
  // Nobody knows the port yet.
  const bound = createServer((socket) => socket.destroy());
  bound.listen(at.port, at.host);
  await once(bound, "listening");
  // A start that fails must end the process.
  bound.unref();
  return { host: at.host, port: (bound.address() as AddressInfo).port, bound };
}
