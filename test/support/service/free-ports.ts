import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * Below the ports that systems assign to connections, hundreds of which come and go between here and the program's
 * start.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Ports that were free a moment ago, for programs that cannot choose and report one themselves. */
export async function freePorts(count: number): Promise<number[]> {
  const holders: Server[] = [];
  while (holders.length < count) {
    const holder = createServer().listen(LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST)), "127.0.0.1");
    const isFree = await once(holder, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) holders.push(holder);
  }
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port);
  await Promise.all(holders.map((holder) => once(holder.close(), "close")));
  return ports;
}
