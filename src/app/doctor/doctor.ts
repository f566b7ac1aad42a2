import { resolve } from "node:path";

import { checkSite } from "#hosts/wordpress/check-site";
import { checkOrderChanges } from "#hosts/wordpress/check-orders";
import { siteOf } from "#hosts/wordpress/site";
import { retentionSection } from "#domain/privacy/retention-settings";
import { counted } from "#lib/counted";
import { reasonOf } from "#lib/error-text";
import { signal } from "#lib/signal";
import type { Db } from "#store/database";
import { hasEmbedded } from "#store/embedded/find";
import { gatewayTallyQueries } from "#store/queries/gateways/gateway-tallies";
import { strandedQueries } from "#store/queries/gateways/stranded";
import { settingsQueries } from "#store/queries/settings/settings";
import { migrationFiles } from "#store/migrate";
import { isLoopback } from "#lib/ip";

import { allowedOutbound } from "../config/addresses.ts";
import { ConfigError, type Config } from "../config/config.ts";
import { misspelled, withoutEffect } from "../config/unknown-settings.ts";
import type { Settings } from "../config/config-file.ts";
import { readAllSettings } from "../config/preflight.ts";
import { failure, ok, warning, type CheckResult } from "./check-result.ts";
import { checkConsents } from "./consents.ts";
import { checkDurability, checkOwner, checkSessions, checkWrites } from "./durability.ts";
import { checkIndexes } from "./indexes.ts";
import { checkLimits } from "./limits.ts";
import { checkGateways } from "./gateways.ts";
import { checkStoredGateways, gatewayNames, servedRoutes } from "./stored-gateways.ts";
import { checkZone } from "./time-zone.ts";
import { checkFiles, checkProxy } from "./exposure.ts";
import { checkClock, checkFolder } from "./computer.ts";
import { checkDemo } from "./demo.ts";
import { checkMail } from "./mail.ts";
import { checkInstance, checkRunning, checkSettings, type RunningService } from "./running.ts";
import { checkRetention } from "./retention.ts";
import { checkShop } from "./shop.ts";
import type { LicenseReport } from "../config/license.ts";
import { openTools } from "../service/open-tools.ts";
import { fetchFor, hasShop, platformSettings, shownPlatform } from "../service/open-platform.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { monotonic, SchemaBehind } from "../service/open-store.ts";
import { readInstance } from "../readiness/instance.ts";
import { standbyReason } from "../service/standby.ts";

/** Checks everything a start needs, and reports each problem with its remedy. Does not create a database. */
export async function runChecks(
  environment: Readonly<Record<string, string | undefined>>,
  given?: Pick<Settings, "file" | "sources" | "unread">,
): Promise<readonly CheckResult[]> {
  let config: Config;
  try {
    config = readAllSettings(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const unknown = misspelled(environment);
    const issues = error.issues.filter((text) => !unknown.includes(text));
    return [
      ...issues.map((text) => failure("configuration", text)),
      ...(given ? origins(given) : []),
      ...unknownSettings(environment),
    ];
  }
  const running = await checkRunning(config);
  return [
    ok("configuration", `Listens on ${config.listen.host}:${config.listen.port}, data in ${resolve(config.dataDir)}.`),
    ...(given ? origins(given) : []),
    ...unknownSettings(environment),
    ...address(config),
    ...checkProxy(config),
    ...(await checkFiles(config, given)),
    ...(await checkGateways(config)),
    ...(await platform(config)),
    ...(await checkShop(config)),
    ...(await checkMail(config)),
    ...running.results,
    ...(await database(config, running)),
  ];
}

/** Where settings come from; never their values. */
function origins({ file, sources, unread }: Pick<Settings, "file" | "sources" | "unread">): CheckResult[] {
  const of = (source: "environment" | "file"): string =>
    [...sources].flatMap(([name, from]) => (from === source ? [name] : [])).join(", ") || "none";
  const texts = [
    `From the environment: ${of("environment")}.`,
    ...(file === null ? [] : [`From ${file}: ${of("file")}.`]),
  ];
  const ignored = `.env in this folder has ${unread.join(", ")}, and is not read. Load it before the start: set -a; . ./.env; set +a`;
  return [
    ...texts.map((text) => ok("configuration", text)),
    ...(unread.length > 0 ? [warning("configuration", ignored)] : []),
  ];
}

function unknownSettings(environment: Readonly<Record<string, string | undefined>>): CheckResult[] {
  return withoutEffect(environment).map((text) => warning("configuration", text));
}

function address({ listen, trustedProxies, metricsListen, publicUrl }: Config): CheckResult[] {
  const found: CheckResult[] = [];
  if (!isLoopback(listen.host) && trustedProxies.length === 0) {
    const text =
      "Others can reach the service, but no proxy is trusted: their credentials are refused over plain HTTP. Set TIDINGS_TRUSTED_PROXIES.";
    found.push(warning("https", text));
  }
  if (metricsListen && !isLoopback(metricsListen.host)) {
    const text = "TIDINGS_METRICS_LISTEN can be reached from other machines, and requires no credentials.";
    found.push(warning("metrics", text));
  }
  if (publicUrl === null) {
    const text = "TIDINGS_PUBLIC_URL is not set, so a remote gateway cannot deliver receipts.";
    found.push(warning("public address", text));
  } else if (publicUrl.startsWith("http://")) {
    const text = "TIDINGS_PUBLIC_URL is not https: receipts can be read and forged on the way.";
    found.push(warning("public address", text));
  }
  return found;
}

/** Longest wait for one response of the site. */
const SITE_MS = 5_000;

async function platform(config: Config): Promise<CheckResult[]> {
  const settings = platformSettings(config);
  if (!settings) return [];
  const about = "platform";
  const outbound = createOutbound({ allow: allowedOutbound(config) });
  try {
    const timeoutMs = Math.min(settings.timeoutMs, SITE_MS);
    const site = siteOf({
      url: settings.site,
      fetch: fetchFor(settings.site, outbound),
      timeoutMs,
      clock: { now: monotonic },
    });
    const found = await checkSite(site, settings, { now: Date.now, publicUrl: config.publicUrl });
    const isWell = found.every(({ level }) => level !== "error");
    // A site that cannot be checked cannot report orders either.
    const orders =
      isWell && settings.service && settings.secret && hasShop(config)
        ? [await checkOrderChanges(site, settings.service, (ms) => signal().wait(ms))]
        : [];
    return [
      ok(about, `${shownPlatform(config)}`),
      ...found.map((one) => ({ ...one, about })),
      ...orders.map((one) => ({ ...one, about: "shop" })),
    ];
  } finally {
    await outbound.close();
  }
}

async function database(config: Config, running: RunningService): Promise<readonly CheckResult[]> {
  const folder = resolve(config.dataDir);
  const disk = config.databaseUrl ? [] : await checkFolder(folder);
  if (disk.some(({ level }) => level === "error")) return disk;
  try {
    if (!config.databaseUrl && !hasEmbedded(folder)) {
      const text = `There is none yet in ${folder}; the first start creates it.`;
      return [...disk, warning("database", text)];
    }
    const tools = await openTools(config, () => undefined, { readOnly: true });
    try {
      const newest = migrationFiles().at(-1)!.name;
      const instance = await readInstance(tools.store.db);
      return [
        ...disk,
        ok("database", `${tools.store.where}, schema ${newest}.`),
        ok("secret key", "It matches this database."),
        ...checkInstance(running, instance),
        ...checkSettings(config, instance),
        ...(await checkWrites(tools.store.db)),
        ...(await checkOwner(tools.store.db)),
        ...(await checkSessions(tools.store.db, config.databaseSessions)),
        ...checkClock(Date.now() - tools.store.db.now()),
        ...(await checkZone(tools.store.db, config.timeZone)),
        ...(await checkDurability(tools.store.db)),
        ...(await checkIndexes(tools.store.db)),
        ...standby(await standbyReason(tools.store.db, folder)),
        license(await tools.licenses.report()),
        await checkConsents(tools.store),
        ...(await checkLimits(settingsQueries(tools.store.db).read, await gatewayNames(config, tools.store.db))),
        ...checkRetention(await settingsQueries(tools.store.db).read(retentionSection), config.keep),
        ...(await checkStoredGateways(config, tools.store)),
        ...(await checkDemo(config, tools.store.db)),
        ...(await stranded(config, tools.store.db)),
        ...(await unread(config, tools.store.db)),
      ];
    } finally {
      await tools.close();
    }
  } catch (error) {
    const level = error instanceof SchemaBehind ? "warning" : "error";
    return [...disk, { level, about: "database", text: reasonOf(error) }];
  }
}

async function stranded(config: Config, db: Db): Promise<CheckResult[]> {
  const served = await servedRoutes(config, db);
  if (served === null) return [];
  const found = await strandedQueries(db, () => undefined).find(served);
  if (found.length === 0) return [];
  const list = found.map(({ gateway, texts }) => `${counted(texts, "text")} for ${gateway}`).join(", ");
  const text = `Messages wait for gateways that are not in use: ${list}. See: tidings help gateway.`;
  return [warning("gateway", text)];
}

async function unread(config: Config, db: Db): Promise<CheckResult[]> {
  const names = new Set(await gatewayNames(config, db));
  const found = await gatewayTallyQueries(db).unread();
  return found
    .filter(({ gateway }) => names.has(gateway))
    .map(({ gateway, calls }) => {
      const text = `${gateway}: ${counted(calls, "call")} to its receipt address in the last day could not be read, so receipts or replies may be lost. Check whether the provider uses the format of another of its products, or sends events that were not requested.`;
      return warning("gateway", text);
    });
}

function standby(reason: string | null): CheckResult[] {
  if (reason === null) return [];
  return [warning("database", `Nothing is sent: ${reason}. See: tidings help restore`)];
}

function license({ state, remarks, license: held }: LicenseReport): CheckResult {
  const about = "license";
  if (state === "absent") return ok(about, "None: schedules and repeats are refused.");
  if (remarks.length > 0) return { level: "warning", about, text: remarks[0]! };
  const until = new Date(held!.expiresAt).toISOString().slice(0, 10);
  return ok(about, `${held!.features.join(" and ")} until ${until}.`);
}
