import { join } from "node:path";

import pg from "pg";

import { serverProcesses } from "#store/embedded/processes";

import { ready, workshop } from "./embedded.ts";
import { killHard } from "../service/processes.ts";

/** A PostgreSQL that several service processes share. */
export type SharedPostgres = {
  readonly url: string;
  /**
   * `kill -9` of the server and all its sessions; resolves when it answers again. Null if the server is not ours to
   * kill.
   */
  readonly crash: (() => Promise<void>) | null;
  /** SIGSTOP or SIGCONT for the server and all its sessions. */
  readonly signal: ((name: "SIGSTOP" | "SIGCONT") => void) | null;
  /** The process whose children are the sessions; null if it runs on another computer. */
  pid(): number | null;
  stop(): Promise<void>;
};

/** A private PostgreSQL of the embedded binaries, default durability, started again when it dies. */
export async function startOwnPostgres(): Promise<SharedPostgres> {
  const shop = workshop();
  const child = shop.open({ dataDir: shop.folder() });
  const { connection, dataDir, pid: first } = await ready(child);
  const at = encodeURIComponent(connection.host);
  const url = `postgres://${connection.user}@/${connection.database}?host=${at}&port=${connection.port}`;
  let pid = first;
  return {
    url,
    pid: () => pid,
    signal(name) {
      for (const one of serverProcesses(join(dataDir, "pg", "18", "data"))) process.kill(one, name);
    },
    async crash() {
      for (const process_ of serverProcesses(join(dataDir, "pg", "18", "data"))) killHard(process_);
      for (;;) {
        const state = await child.next("state");
        pid = Number(state["pid"]);
        if (state["state"] === "up") return;
      }
    },
    stop: () => shop.clear(),
  };
}

/** A fresh database on a server that others may use, too: nothing kills it. */
export async function borrowPostgres(server: string, name: string): Promise<SharedPostgres> {
  const onServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await onServer(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    crash: null,
    signal: null,
    pid: () => null,
    stop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}
