import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import pg from "pg";

/** End of a response in the protocol: ReadyForQuery, whatever the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

export type StatementClock = {
  /** The same database, through the clock. */
  readonly url: string;
  /** Milliseconds of each run since the last call. */
  take(): readonly number[];
  close(): Promise<void>;
};

/**
 * A proxy between our processes and PostgreSQL that times named statements: from the bytes that request one to the end
 * of its response. `pg` sends one query at a time on a session, so the next response is the statement's.
 *
 * @param statements how their names begin, with `\0` at the end of a whole name
 */
export async function startStatementClock(url: string, statements: readonly string[]): Promise<StatementClock> {
  const { host, port } = new pg.Client({ connectionString: url });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  // In a Bind message: the portal without a name, then the statement's name, each ended by a zero.
  const asks = statements.map((name) => Buffer.from(`\0${name}`));
  const open = new Set<Socket>();
  let times: number[] = [];

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(target as { host: string; port: number });
    let since: number | null = null;
    for (const socket of [client, upstream]) {
      open.add(socket);
      const end = (): void => {
        client.destroy();
        upstream.destroy();
      };
      socket.on("error", end);
      socket.on("close", () => {
        open.delete(socket);
        end();
      });
    }
    client.on("data", (data) => {
      if (asks.some((ask) => data.includes(ask))) since = performance.now();
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      client.write(data);
      if (since === null || !data.includes(READY)) return;
      times.push(performance.now() - since);
      since = null;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = new URL(url.replace("@/", "@localhost/"));
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  own.search = "";
  return {
    url: own.href,
    take() {
      const all = times;
      times = [];
      return all;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
