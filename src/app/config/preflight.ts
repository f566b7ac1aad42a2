import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";

import { definitions } from "#gateways/index";
import { prepareGateways } from "#gateways/open";
import { hasEmbedded } from "#store/embedded/find";

import { clientReader } from "../http/client-address.ts";
import type { Environment } from "./config-file.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { settings } from "./settings.ts";
import { misspelled } from "./unknown-settings.ts";
import { checkFolder } from "../doctor/computer.ts";
import { listenIssue } from "../http/listen.ts";
import { outboundRules } from "../outbound/rules.ts";

/**
 * Problems that would make a start fail, checked before anything is created: all wrong settings at once, a data folder
 * that cannot be used or has no space, a port that is in use.
 *
 * @returns making: where the first start will create a database; null if one exists
 * @throws ConfigError with a sentence for each
 */
export async function preflight(environment: Environment): Promise<{ config: Config; making: string | null }> {
  const config = readAllSettings(environment);
  const ports = await portIssues(config);
  const folder = resolve(config.dataDir);
  // With an external database nothing is written here but a key, and it may exist already, on a read-only volume.
  const writes = config.databaseUrl === null || (config.secretKey === null && !existsSync(join(folder, "secret.key")));
  const found = writes ? await checkFolder(folder) : [];
  const issues = found.filter(({ level, about }) => level === "error" && !(config.databaseUrl && about === "disk"));
  refuse([...ports, ...issues.map(({ text }) => text)]);
  return { config, making: config.databaseUrl === null && !hasEmbedded(folder) ? folder : null };
}

/**
 * Checks the settings and everything that reads them: every issue is reported, not only the first, before a database is
 * created.
 *
 * @throws ConfigError with a sentence for each
 */
export function readAllSettings(environment: Environment): Config {
  const issues: string[] = [];
  const attempt = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      issues.push(...(error instanceof ConfigError ? error.issues : [(error as Error).message]));
      return null;
    }
  };
  const config = attempt(() => readConfig(environment));
  const listOf = (name: "TIDINGS_TRUSTED_PROXIES" | "TIDINGS_OUTBOUND_ALLOW"): readonly string[] =>
    settings.shape[name].safeParse(environment[name] || undefined).data ?? [];
  const gateway = prepareGateways(environment["TIDINGS_GATEWAY"] || "sandbox://default", definitions);
  if (!gateway.ok) issues.push(...gateway.issues.map((issue) => `TIDINGS_GATEWAY: ${issue}`));
  attempt(() => clientReader(listOf("TIDINGS_TRUSTED_PROXIES")));
  attempt(() => outboundRules(listOf("TIDINGS_OUTBOUND_ALLOW")));
  // A misspelled name does no harm by itself; next to another error it is often the cause.
  if (issues.length > 0) issues.push(...misspelled(environment));
  refuse(issues);
  return config!;
}

function refuse(issues: readonly string[]): void {
  if (issues.length > 0) throw new ConfigError(issues);
}

/** Listens for a moment, on both at once, so that a port in use is noticed before a database is created in vain. */
export async function portIssues(config: Pick<Config, "listen" | "metricsListen">): Promise<readonly string[]> {
  const issues: string[] = [];
  const servers: Server[] = [];
  const at = { TIDINGS_LISTEN: config.listen, TIDINGS_METRICS_LISTEN: config.metricsListen };
  for (const [setting, address] of Object.entries(at)) {
    if (address === null) continue;
    const server = createServer();
    try {
      server.listen(address.port, address.host);
      await once(server, "listening");
      servers.push(server);
    } catch (error) {
      const reason = error as NodeJS.ErrnoException;
      const isOwn = servers.length > 0 && address.port === config.listen.port && reason.code === "EADDRINUSE";
      issues.push(
        isOwn
          ? `${setting} has the port of TIDINGS_LISTEN: choose another one.`
          : listenIssue({ ...address, setting }, reason),
      );
    }
  }
  await Promise.all(
    servers.map((server) => {
      const closed = once(server, "close");
      server.close();
      return closed;
    }),
  );
  return issues;
}
