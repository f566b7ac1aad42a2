import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import pg from "pg";

import { isRoot, nobody } from "./embedded.ts";
import { poolers } from "./pgbouncer-programs.ts";
import { freePorts } from "../service/free-ports.ts";
import { eventually } from "../service/processes.ts";

/** A connection whose other end may be moved, as a name in the DNS may. */
export async function startRelay(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  let target: object = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target as { host: string; port: number });
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  const { pathname, username } = new URL(url.replace("@/", "@localhost/"));
  return {
    port: own,
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    /** Ends all sessions; later ones go to another port. */
    moveTo(next: number) {
      target = { host: "127.0.0.1", port: next };
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** A real PgBouncer before the server of `url`. It is not configured to ignore any parameter of a start packet. */
export async function startPooler(
  which: keyof typeof poolers,
  url: string,
  settings: Readonly<Record<string, string | number>>,
) {
  const relay = await startRelay(url);
  const [port] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), "tidings-pgbouncer-"));
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const { username } = new URL(relay.url);
  const all = { listen_addr: "127.0.0.1", listen_port: port, auth_type: "any", unix_socket_dir: "", ...settings };
  writeFileSync(
    file,
    `[databases]\n* = host=127.0.0.1 port=${relay.port} user=${username}\n[pgbouncer]\n${Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join("")}`,
  );
  const program = which === "installed" || !isRoot ? poolers[which] : join(folder, "program", "run");
  if (program !== poolers[which]) cpSync(dirname(poolers[which]), dirname(program), { recursive: true });
  // It refuses to be root.
  const child = spawn(program, [file], { stdio: ["ignore", "ignore", "pipe"], ...(isRoot && nobody) });
  let log = "";
  child.stderr.on("data", (data) => (log += String(data)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await eventually(
    () =>
      new Promise<boolean>((resolve, reject) => {
        if (child.exitCode !== null) return reject(new Error(`pgbouncer ended: ${log}`));
        const socket = connect(port!, "127.0.0.1");
        socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
        socket.once("connect", () => socket.destroy());
      }),
  );
  const at = new URL(relay.url);
  at.port = String(port);
  return {
    url: at.href,
    port: port!,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      await relay.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
