import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runCli } from "../../../src/cli/main.ts";
import { startTestService, type TestService } from "./test-service.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };

/** A service, and `tidings move wp-sms` beside it. */
export async function openMove(settings: Record<string, string> = {}, options: { workerLoops?: boolean } = {}) {
  const service: TestService = await startTestService({ ...key, TIDINGS_COUNTRY: "DE", ...settings }, options);
  const folder = await mkdtemp(join(tmpdir(), "tidings-move-"));

  let files = 0;

  async function move(dump: string | Buffer, ...args: string[]) {
    // A file of its own: two may run at the same time.
    const file = join(folder, `dump-${(files += 1)}.sql`);
    await writeFile(file, dump);
    return moveFrom(file, args);
  }

  /** @param place a file, or the address of a site */
  async function moveFrom(place: string, args: readonly string[], more: Record<string, string> = {}) {
    const out: string[] = [];
    const err: string[] = [];
    const environment = {
      ...key,
      DATABASE_URL: service.url,
      TIDINGS_GATEWAY: "sandbox://default",
      TIDINGS_COUNTRY: "DE",
      ...settings,
      ...more,
    };
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), environment };
    const code = await runCli(["move", "wp-sms", place, ...args], io);
    const text = out.join("\n");
    /** The number that a line of the report states. */
    const count = (name: string): number | null => {
      const found = new RegExp(`^${name}: (\\d+)`, "m").exec(text);
      return found ? Number(found[1]) : null;
    };
    return { code, out: text, err: err.join("\n"), count };
  }

  return {
    service,
    move,
    moveFrom,
    async end(): Promise<void> {
      await service.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The tables as WP SMS 7.1 and its Pro add-on create and change them. */
export const LOG_TABLE = `CREATE TABLE \`wp_sms_send\` (
  \`ID\` int NOT NULL AUTO_INCREMENT,
  \`date\` datetime DEFAULT NULL,
  \`sender\` varchar(20) NOT NULL,
  \`message\` text NOT NULL,
  \`recipient\` text NOT NULL,
  \`media\` text,
  \`response\` text NOT NULL,
  \`status\` varchar(10) NOT NULL,
  PRIMARY KEY (\`ID\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`;
export const SCHEDULED_TABLE = `CREATE TABLE \`wp_sms_scheduled\` (
  \`ID\` int NOT NULL AUTO_INCREMENT,
  \`date\` datetime DEFAULT NULL,
  \`sender\` varchar(20) NOT NULL,
  \`message\` text NOT NULL,
  \`recipient\` longtext,
  \`media\` text,
  \`status\` int NOT NULL,
  PRIMARY KEY (\`ID\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`;
export const REPEATING_TABLE = `CREATE TABLE \`wp_sms_repeating\` (
  \`ID\` int NOT NULL AUTO_INCREMENT,
  \`sender\` varchar(20) NOT NULL,
  \`message\` text NOT NULL,
  \`recipient\` longtext,
  \`media\` text,
  \`starts_at\` int unsigned NOT NULL,
  \`interval\` int NOT NULL,
  \`interval_unit\` varchar(10) NOT NULL,
  \`ends_at\` int unsigned DEFAULT NULL,
  PRIMARY KEY (\`ID\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`;
export const OPTIONS_TABLE = `CREATE TABLE \`wp_options\` (
  \`option_id\` bigint unsigned NOT NULL AUTO_INCREMENT,
  \`option_name\` varchar(191) NOT NULL DEFAULT '',
  \`option_value\` longtext NOT NULL,
  \`autoload\` varchar(20) NOT NULL DEFAULT 'yes',
  PRIMARY KEY (\`option_id\`)
);
`;
