import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import pg from "pg";

/** What happens to the session whose next statement of this name passes by. */
export type Fault = {
  readonly statement: string;
  /**
   * `lose answer`: the server does it and the answer is thrown away with the session. `cut`: the session ends as soon
   * as the statement has been handed on, while the server still works at it.
   */
  readonly how: "lose answer" | "cut";
};

/** End of an answer in the protocol: ReadyForQuery, whatever the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** A wire between us and PostgreSQL that breaks where a test wants it to. */
export async function startPgProxy(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const open = new Set<Socket>();
  const faults: { fault: Fault; met: () => void }[] = [];
  let silent = false;

  const server = createServer((client) => {
    const upstream = connect(target as { host: string; port: number });
    let losing: (() => void) | null = null;
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
    client.on("data", (data) => {
      if (silent) return;
      const index = faults.findIndex(({ fault }) => data.includes(fault.statement));
      const [hit] = index < 0 ? [] : faults.splice(index, 1);
      if (hit?.fault.how === "lose answer") losing = hit.met;
      upstream.write(data, () => {
        if (hit?.fault.how !== "cut") return;
        client.destroy();
        // The server goes on: it notices only when it writes.
        hit.met();
      });
    });
    upstream.on("data", (data) => {
      if (silent) return;
      if (!losing) return void client.write(data);
      if (!data.includes(READY)) return;
      losing();
      end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = new URL(url.replace("@/", "@localhost/"));
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  own.search = "";

  return {
    url: own.href,
    /** Breaks the next session that runs the statement; resolves when it has. */
    breakAt: (fault: Fault) => new Promise<void>((met) => faults.push({ fault, met })),
    /** From now on nothing passes and nothing closes: what a firewall that forgot us looks like. */
    silence(value: boolean) {
      silent = value;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
