import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { serverProcesses } from "#store/embedded/processes";
import type { EmbeddedConnection, EmbeddedOptions } from "#store/embedded/server";

import { childProgram } from "../service/child-program.ts";
import { killHard, startTalker, type Talker } from "../service/processes.ts";

const script = childProgram("embedded-child");

export const isRoot = process.getuid?.() === 0;
/** The ordinary user a root test becomes. */
export const nobody = { uid: 65534, gid: 65534 };

export type Ready = {
  readonly connection: EmbeddedConnection;
  readonly dataDir: string;
  readonly version: string;
  readonly adopted: boolean;
  readonly pid: number;
};

/** Folders and processes of one test file; `clear` ends and removes what is left of them. */
export function workshop() {
  const folders: string[] = [];
  const children: Talker[] = [];
  return {
    /** An empty folder that every user may enter. */
    folder(mode = 0o755): string {
      const folder = mkdtempSync(join(tmpdir(), "tidings-embedded-"));
      chmodSync(folder, mode);
      folders.push(folder);
      return folder;
    },
    open(input: Pick<EmbeddedOptions, "dataDir" | "env"> & { uid?: number; gid?: number }): Talker {
      // Never the real state folder.
      const env = { stateFolder: join(this.folder(), "state"), ...input.env };
      const child = startTalker(script, { ...input, env });
      children.push(child);
      return child;
    },
    async clear(): Promise<void> {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map(({ exited }) => exited));
      for (const folder of folders) {
        for (const cluster of clustersUnder(folder)) for (const pid of serverProcesses(cluster)) killHard(pid);
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

const clustersUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/data/PG_VERSION"))
    .map((path) => join(folder, path, ".."));

export const ready = async (child: Talker): Promise<Ready> => (await child.next("ready")) as unknown as Ready;

/** One statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(at: EmbeddedConnection, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...at });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function stop(child: Talker): Promise<void> {
  child.say("stop");
  await child.next("stopped");
  await child.exited;
}
