import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { platform } from "node:process";

import { isLoopback } from "#lib/ip";

import type { Config } from "../config/config.ts";
import { settings } from "../config/settings.ts";
import type { Settings } from "../config/config-file.ts";
import { warning, type CheckResult } from "./check-result.ts";

/** Permissions of a file's group and of all others. */
const READ_BY_ALL = 0o004;
const WRITTEN_BY_OTHERS = 0o022;

/** Whether others on this machine can read a file that contains secrets, or change one that is executed. */
export async function checkFiles(
  config: Pick<Config, "dataDir" | "secretKey">,
  given: Pick<Settings, "file" | "sources"> | undefined,
): Promise<readonly CheckResult[]> {
  // Windows has access control lists instead of these bits.
  if (platform === "win32") return [];
  const key = config.secretKey === null ? await exposed("data folder", join(config.dataDir, "secret.key"), true) : [];
  const file = given?.file ? await exposed("configuration", given.file, holdsSecrets(given)) : [];
  return [...key, ...file];
}

async function exposed(about: string, path: string, isSecret: boolean): Promise<readonly CheckResult[]> {
  const mode = await stat(path).then(
    (found) => found.mode,
    () => 0,
  );
  const name = basename(path);
  if (isSecret && (mode & READ_BY_ALL) !== 0) {
    const text = `${name} contains secrets and can be read by every user of this machine: chmod 600 ${path}`;
    return [warning(about, text)];
  }
  if ((mode & WRITTEN_BY_OTHERS) === 0) return [];
  const text = `${name} can be changed by other users of this machine: chmod go-w ${path}`;
  return [warning(about, text)];
}

function holdsSecrets({ sources }: Pick<Settings, "sources">): boolean {
  return Object.entries(settings.shape).some(
    ([name, setting]) => sources.get(name) === "file" && setting.meta()?.["secret"] === true,
  );
}

/**
 * Whether calls come through a proxy on this machine that is not in the settings: all calls then appear to come from
 * this machine, so that one client's failed attempts throttle everyone.
 */
export function checkProxy({ listen, publicUrl, trustedProxies }: Config): readonly CheckResult[] {
  if (!isLoopback(listen.host) || trustedProxies.length > 0 || publicUrl === null) return [];
  if (isLoopback(new URL(publicUrl).hostname)) return [];
  const text =
    "TIDINGS_PUBLIC_URL leads here through a proxy on this machine, and no proxy is trusted: all calls seem to come from this machine, regardless of their scheme. Set TIDINGS_TRUSTED_PROXIES=127.0.0.1 (or the proxy's address).";
  return [warning("https", text)];
}
