import { resolve } from "node:path";

import { examineSite } from "#hosts/wordpress/examine";
import { examineOrderChanges } from "#hosts/wordpress/examine-orders";
import { siteOf } from "#hosts/wordpress/site";
import { definitions } from "#gateways/index";
import { prepareGateways } from "#gateways/open";
import { counted } from "#lib/counted";
import { reasonOf } from "#lib/error-words";
import { signal } from "#lib/signal";
import type { Db } from "#store/database";
import { hasEmbedded } from "#store/embedded/find";
import { gatewayTallyQueries } from "#store/queries/gateways/gateway-tallies";
import { strandedQueries } from "#store/queries/gateways/stranded";
import { migrationFiles } from "#store/migrate";

import { allowedOutbound } from "./addresses.ts";
import { ConfigError, isLoopback, misspelt, readConfig, type Config } from "./config.ts";
import type { Settings } from "./config-file.ts";
import type { Finding } from "./doctor/finding.ts";
import { examineGateways } from "./doctor/gateways.ts";
import { examineFiles, examineProxy } from "./doctor/exposed.ts";
import { examineClock, examineFolder } from "./doctor/machine.ts";
import { examineRunning } from "./doctor/running.ts";
import { examineShop } from "./doctor/shop.ts";
import type { LicenceReport } from "./licence.ts";
import { openTools } from "./open-tools.ts";
import { fetchFor, hasShop, platformSettings, shownPlatform } from "./open-platform.ts";
import { createOutbound } from "./outbound.ts";
import { routeChecks } from "./routing.ts";
import { monotonic, SchemaBehind } from "./open-store.ts";
import { standbyReason } from "./standby.ts";

/** Looks at everything a start needs, and says what is wrong and what to do. Makes no database where there is none. */
export async function examine(
  environment: Readonly<Record<string, string | undefined>>,
  given?: Pick<Settings, "file" | "sources">,
): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const faults = error.faults.map((text): Finding => ({ level: "fault", about: "configuration", text }));
    return [...faults, ...unknownSettings(environment)];
  }
  return [
    {
      level: "ok",
      about: "configuration",
      text: `Listens on ${config.listen.host}:${config.listen.port}, data in ${resolve(config.dataDir)}.`,
    },
    ...(given ? origins(given) : []),
    ...unknownSettings(environment),
    ...address(config),
    ...examineProxy(config),
    ...(await examineFiles(config, given)),
    ...(await examineGateways(config)),
    ...(await platform(config)),
    ...(await examineShop(config)),
    ...(await examineRunning(config)),
    ...(await database(config)),
  ];
}

/** Where settings come from; never what they are. */
function origins({ file, sources }: Pick<Settings, "file" | "sources">): Finding[] {
  const of = (source: "environment" | "file"): string =>
    [...sources].flatMap(([name, from]) => (from === source ? [name] : [])).join(", ") || "none";
  const texts = [
    `From the environment: ${of("environment")}.`,
    ...(file === null ? [] : [`From ${file}: ${of("file")}.`]),
  ];
  return texts.map((text) => ({ level: "ok", about: "configuration", text }));
}

function unknownSettings(environment: Readonly<Record<string, string | undefined>>): Finding[] {
  return misspelt(environment).map((text) => ({ level: "warning", about: "configuration", text }));
}

function address(config: Config): Finding[] {
  const findings: Finding[] = [];
  const local = isLoopback(config.listen.host);
  if (!local && config.trustedProxies.length === 0) {
    findings.push({
      level: "warning",
      about: "https",
      text: "Others can reach the service, but no proxy is trusted: their credentials are refused over plain HTTP. Set TIDINGS_TRUSTED_PROXIES.",
    });
  }
  if (config.metricsListen && !isLoopback(config.metricsListen.host)) {
    findings.push({
      level: "warning",
      about: "metrics",
      text: "TIDINGS_METRICS_LISTEN is reached from other machines, and asks for no credentials.",
    });
  }
  if (config.publicUrl === null) {
    findings.push({
      level: "warning",
      about: "public address",
      text: "TIDINGS_PUBLIC_URL is not set, so a remote gateway cannot deliver receipts.",
    });
  } else if (config.publicUrl.startsWith("http://")) {
    findings.push({
      level: "warning",
      about: "public address",
      text: "TIDINGS_PUBLIC_URL is not https: receipts can be read and forged on the way.",
    });
  }
  return findings;
}

/** Longest wait for one answer of the site. */
const SITE_MS = 5_000;

async function platform(config: Config): Promise<Finding[]> {
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
    const found = await examineSite(site, settings, { now: Date.now, publicUrl: config.publicUrl });
    const isWell = found.every(({ level }) => level !== "fault");
    // Who tells nothing of itself cannot tell orders either.
    const orders =
      isWell && settings.service && settings.secret && hasShop(config)
        ? [await examineOrderChanges(site, settings.service, (ms) => signal().wait(ms))]
        : [];
    return [
      { level: "ok", about, text: `${shownPlatform(config)}` },
      ...found.map((one) => ({ ...one, about })),
      ...orders.map((one) => ({ ...one, about: "shop" })),
    ];
  } finally {
    await outbound.close();
  }
}

async function database(config: Config): Promise<readonly Finding[]> {
  const folder = resolve(config.dataDir);
  const room = config.databaseUrl ? [] : await examineFolder(folder);
  if (room.some(({ level }) => level === "fault")) return room;
  try {
    if (!config.databaseUrl && !hasEmbedded(folder)) {
      const text = `There is none yet in ${folder}; the first start makes it.`;
      return [...room, { level: "warning", about: "database", text }];
    }
    const tools = await openTools(config, () => undefined, { looks: true });
    try {
      const newest = (await migrationFiles()).at(-1)!.name;
      return [
        ...room,
        { level: "ok", about: "database", text: `${tools.store.where}, schema ${newest}.` },
        { level: "ok", about: "secret key", text: "It is the one this database was sealed with." },
        ...examineClock(Date.now() - tools.store.db.now()),
        ...standby(await standbyReason(tools.store.db, folder)),
        licence(await tools.licences.report()),
        ...(await stranded(config, tools.store.db)),
        ...(await unread(config, tools.store.db)),
      ];
    } finally {
      await tools.close();
    }
  } catch (error) {
    const level = error instanceof SchemaBehind ? "warning" : "fault";
    return [...room, { level, about: "database", text: reasonOf(error) }];
  }
}

async function stranded(config: Config, db: Db): Promise<Finding[]> {
  const prepared = prepareGateways(config.gateway.reveal(), definitions, routeChecks);
  if (!prepared.ok) return [];
  const found = await strandedQueries(db, 0, () => undefined).find(prepared.gateways.map(({ name }) => name));
  if (found.length === 0) return [];
  const list = found.map(({ gateway, texts }) => `${counted(texts, "text")} for ${gateway}`).join(", ");
  const text = `Texts wait for gateways that are not in the setting: ${list}. See: tidings help gateway.`;
  return [{ level: "warning", about: "gateway", text }];
}

async function unread(config: Config, db: Db): Promise<Finding[]> {
  const prepared = prepareGateways(config.gateway.reveal(), definitions, routeChecks);
  if (!prepared.ok) return [];
  const names = new Set(prepared.gateways.map(({ name }) => name));
  const found = await gatewayTallyQueries(db).unread();
  return found
    .filter(({ gateway }) => names.has(gateway))
    .map(({ gateway, calls }) => ({
      level: "warning",
      about: "gateway",
      text: `${gateway}: of ${counted(calls, "call")} to its receipt address in the last day nothing could be read, so receipts or replies may be lost. Look whether the provider calls with another of its products' forms, or with events that nobody asked for.`,
    }));
}

function standby(reason: string | null): Finding[] {
  if (reason === null) return [];
  return [{ level: "warning", about: "database", text: `Nothing is sent: ${reason}. See: tidings help restore` }];
}

function licence({ state, remarks, licence: held }: LicenceReport): Finding {
  const about = "licence";
  if (state === "absent") return { level: "ok", about, text: "None: schedules and repeats are refused." };
  if (remarks.length > 0) return { level: "warning", about, text: remarks[0]! };
  const until = new Date(held!.expiresAt).toISOString().slice(0, 10);
  return { level: "ok", about, text: `${held!.features.join(" and ")} until ${until}.` };
}
