import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

import type { PreparedGateway } from "#gateways/open";
import { isRunning, ownIdentity, type ProcessIdentity } from "#store/embedded/process-identity";

import { onThisMachine, urlOf } from "./config/addresses.ts";
import type { Config } from "./config/config.ts";
import { configuredGateways } from "./config/configured-gateways.ts";
import { replacePrivateFile } from "./private-file.ts";

const FILE = "running.json";

/** What decides where, when and with which words a message goes. */
type Deciding = Pick<Config, "gateway" | "timeZone" | "country" | "sender" | "publicUrl">;

type Note = ProcessIdentity & {
  readonly url: string;
  readonly host: string;
  /** Of `readInstance`. Absent: of an earlier release. */
  readonly instance?: unknown;
  readonly settings?: Readonly<Record<string, unknown>>;
};

/**
 * Writes the address of this process into the data folder: a command in another terminal may have been started without
 * the service's TIDINGS_LISTEN, or the system chose the port. Without the file, commands use their settings. The file
 * also says which settings the service has, so that {@link otherSettings} finds those that the command has not; it has
 * no secret.
 *
 * @param instance of `readInstance`
 * @returns a function that removes the file
 */
export async function writeRunningService(
  config: Pick<Config, "dataDir"> & Deciding,
  url: string,
  instance: string,
): Promise<() => Promise<void>> {
  const path = join(config.dataDir, FILE);
  const about = { instance, settings: decidingSettings(config) };
  const note: Note = { url: onThisMachine(url), ...ownIdentity(), host: hostname(), ...about };
  const text = JSON.stringify(note);
  await replacePrivateFile(path, text).catch(() => undefined);
  return async () => {
    // With a DATABASE_URL, a second service on the same data folder may have replaced the file: in another container
    // its process has the same id.
    const present = await readFile(path, "utf8").catch(() => null);
    if (present === text) await rm(path, { force: true }).catch(() => undefined);
  };
}

/** The address of the service on this data folder, for this machine; from the settings if there is no file. */
export function localAddress({ dataDir, listen }: Pick<Config, "dataDir" | "listen">): string {
  return noteOfRunning(dataDir)?.url ?? onThisMachine(urlOf(listen));
}

/** The address to show to people. */
export const shownAddress = (config: Pick<Config, "dataDir" | "listen" | "publicUrl">): string =>
  config.publicUrl ?? localAddress(config);

/**
 * Names of the settings that the service on this data folder and this database has otherwise. What a command accepts
 * with them may wait for a gateway that the service does not have, or go at another hour.
 *
 * @param instance of `readInstance`
 */
export function otherSettings(config: Pick<Config, "dataDir"> & Deciding, instance: string): readonly string[] {
  const note = noteOfRunning(config.dataDir);
  if (note?.settings === undefined || note.instance !== instance) return [];
  const there = note.settings;
  return Object.entries(decidingSettings(config)).flatMap(([name, value]) => (there[name] === value ? [] : [name]));
}

/** @param names of settings, at least one */
export const otherSettingsText = (names: readonly string[]): string =>
  `The running service has another ${names.join(", ")} than this command. Set in this terminal what the service was started with: docs/guide/operate.md, "Commands beside the service".`;

const shownDsn = ({ redactedDsn }: PreparedGateway): string => redactedDsn;

function decidingSettings(config: Deciding): Readonly<Record<string, string | null>> {
  const gateways = configuredGateways(config);
  return {
    // Messages wait for names; the DSNs tell accounts and senders apart, as far as these are not secret.
    TIDINGS_GATEWAY: gateways.ok ? JSON.stringify([gateways.route, ...gateways.gateways.map(shownDsn)]) : null,
    TIDINGS_TIMEZONE: config.timeZone,
    TIDINGS_COUNTRY: config.country,
    TIDINGS_SENDER: config.sender,
    TIDINGS_PUBLIC_URL: config.publicUrl,
  };
}

function noteOfRunning(dataDir: string): Note | null {
  const note = readNote(join(dataDir, FILE));
  return note && note.host === hostname() && isRunning(note) ? note : null;
}

function readNote(path: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(path, "utf8")) as Note;
    return typeof note.url === "string" && typeof note.pid === "number" && typeof note.host === "string" ? note : null;
  } catch {
    return null;
  }
}
