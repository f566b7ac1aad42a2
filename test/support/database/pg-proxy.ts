import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import pg from "pg";

import { linkSockets } from "../service/linked-sockets.ts";

/** The fault for the session that next executes a statement of this name. */
export type DomainError = {
  readonly statement: string;
  /**
   * `lose answer`: the server executes it and the response is discarded with the session. `cut`: the session ends as
   * soon as the statement has been forwarded, while the server is still executing it.
   */
  readonly how: "lose answer" | "cut";
};

/** A statement that is held on the wire, or its response. */
type Hold = {
  readonly statement: string;
  readonly side: "call" | "answer";
  met(): void;
  readonly released: Promise<void>;
};

/** End of a response in the protocol: ReadyForQuery, whatever the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** ErrorResponse of a server that is not ready: severity, SQLSTATE, message. */
const REASON = "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0";
const STARTING = Buffer.concat([Buffer.from([0x45, 0, 0, 0, REASON.length + 4]), Buffer.from(REASON)]);

/** A connection between us and PostgreSQL that breaks where a test wants it to. */
export async function startPgProxy(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const open = new Set<Socket>();
  const issues: { issue: DomainError; met: () => void }[] = [];
  const holds: Hold[] = [];
  let silent = false;
  let starting = 0;
  let rewritten: { from: string; to: Buffer } | null = null;

  const server = createServer((client) => {
    if (starting > 0) {
      starting -= 1;
      client.on("error", () => undefined).once("data", () => client.end(STARTING));
      return;
    }
    const upstream = connect(target as { host: string; port: number });
    let losing: (() => void) | null = null;
    const end = linkSockets(client, upstream, open);
    const held: Record<Hold["side"], Buffer[] | null> = { call: null, answer: null };
    const holdBack = (hold: Hold, to: Socket): void => {
      held[hold.side] = [];
      void hold.released.then(() => {
        for (const part of held[hold.side] ?? []) to.write(part);
        held[hold.side] = null;
      });
    };
    client.on("data", (data) => {
      if (silent) return;
      const place = holds.findIndex(({ statement }) => data.includes(statement));
      const [hold] = place < 0 ? [] : holds.splice(place, 1);
      if (hold) holdBack(hold, hold.side === "call" ? upstream : client);
      // A held response counts as met once it has arrived.
      if (hold?.side === "call") hold.met();
      else if (hold) upstream.once("data", hold.met);
      if (held.call) return void held.call.push(data);
      const at = rewritten ? data.indexOf(rewritten.from) : -1;
      if (at >= 0) rewritten!.to.copy(data, at);
      const index = issues.findIndex(({ issue }) => data.includes(issue.statement));
      const [hit] = index < 0 ? [] : issues.splice(index, 1);
      if (hit?.issue.how === "lose answer") losing = hit.met;
      upstream.write(data, () => {
        if (hit?.issue.how !== "cut") return;
        client.destroy();
        // The server goes on: it notices the end only when it writes.
        hit.met();
      });
    });
    upstream.on("data", (data) => {
      if (silent) return;
      if (held.answer) return void held.answer.push(data);
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
    breakAt: (issue: DomainError) => new Promise<void>((met) => issues.push({ issue, met })),
    /** Keeps the next call of this statement, or its response, on the wire until it is released. */
    hold(statement: string, side: Hold["side"]) {
      const [met, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ statement, side, met: met.resolve, released: released.promise });
      return { met: met.promise, release: released.resolve };
    },
    /** Replaces parts of passing statements with others of the same length. */
    rewrite(from: string, to: string) {
      if (to.length !== from.length) throw new Error("the protocol counts bytes");
      rewritten = { from, to: Buffer.from(to) };
    },
    /** As many connections are answered as by a server that is starting. */
    startUp(connections: number) {
      starting = connections;
    },
    /** From now on nothing passes and nothing closes, as behind a firewall that dropped the connection's state. */
    silence(value: boolean) {
      silent = value;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
