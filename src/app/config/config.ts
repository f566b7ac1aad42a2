import { readShopDsn, type ShopSettings } from "#commerce/woocommerce/dsn";
import type { ConfiguredRetention } from "#domain/privacy/pruning-store";
import type { HostPort } from "#lib/host-port";
import type { LogLevel } from "#lib/log";
import { readWordPressDsn } from "#hosts/wordpress/dsn";
import { Secret } from "#lib/secret";
import { err, ok, type Result } from "#lib/result";

import { readSmtpDsn, type SmtpSettings } from "../mail/smtp-dsn.ts";
import { settings, type Role } from "./settings.ts";

export type Config = {
  readonly listen: HostPort;
  readonly metricsListen: HostPort | null;
  readonly dataDir: string;
  readonly databaseUrl: Secret | null;
  readonly databaseSessions: number;
  /** DSN of the host platform; null: the built-in one. */
  readonly platform: Secret | null;
  readonly gateway: Secret;
  /** TIDINGS_GATEWAY is not set. */
  readonly gatewayIsDefault: boolean;
  readonly commerce: ShopSettings | "builtin" | "none";
  readonly compat: "wpsms" | null;
  readonly timeZone: string;
  readonly country: string | null;
  readonly sender: string | null;
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
  readonly outboundAllow: readonly string[];
  readonly mountPrefix: string;
  readonly secretKey: Secret | null;
  readonly license: Secret | null;
  readonly licenseIssuer: string | null;
  readonly role: Role;
  readonly keep: ConfiguredRetention;
  /** null: no mail is sent. */
  readonly mail: { readonly server: SmtpSettings; readonly from: string } | null;
  readonly logLevel: LogLevel;
};

/** Invalid settings: one line for each issue, never with a secret's value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join("\n"));
    this.issues = issues;
  }
}

/** Reads the environment. An empty variable counts as absent. @throws ConfigError with every error at once */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const quoted = Object.keys(settings.shape).filter((name) => /^(["']).*\1$/s.test(given[name] ?? ""));
  // Other issues of these would follow from the quotes.
  if (quoted.length > 0)
    throw new ConfigError(quoted.toSorted().map((name) => `${name} is in quotes: leave them out here`));
  const result = settings.safeParse(given);
  const issues = result.success ? [] : result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  const listen = readListen(given["TIDINGS_LISTEN"] ?? "127.0.0.1:8080");
  if (!listen) issues.push("TIDINGS_LISTEN must be address:port, such as 127.0.0.1:8080 or [::1]:8080");
  const metricsListen =
    given["TIDINGS_METRICS_LISTEN"] === undefined ? null : readListen(given["TIDINGS_METRICS_LISTEN"]);
  if (given["TIDINGS_METRICS_LISTEN"] !== undefined && !metricsListen) {
    issues.push("TIDINGS_METRICS_LISTEN must be address:port, such as 127.0.0.1:9464");
  }
  const role = given["TIDINGS_ROLE"] ?? "all";
  if ((role === "api" || role === "worker") && given["DATABASE_URL"] === undefined) {
    issues.push(`TIDINGS_ROLE ${role} needs DATABASE_URL: no other node can reach the embedded database`);
  }
  const smtp = given["TIDINGS_SMTP"];
  if (smtp !== undefined && given["TIDINGS_MAIL_FROM"] === undefined) {
    issues.push("TIDINGS_MAIL_FROM is required with TIDINGS_SMTP: the sender address of alerts");
  }
  const server = smtp === undefined ? null : readSmtpDsn(smtp);
  const commerce = readCommerce(given["TIDINGS_COMMERCE"], given["TIDINGS_PLATFORM"]);
  if (!commerce.ok) issues.push(`TIDINGS_COMMERCE ${commerce.error}`);
  if (!result.success || !listen || !commerce.ok || issues.length > 0) throw new ConfigError(issues);
  const read = result.data;
  return {
    listen,
    metricsListen,
    dataDir: read.TIDINGS_DATA,
    databaseUrl: read.DATABASE_URL === undefined ? null : new Secret(read.DATABASE_URL),
    platform: read.TIDINGS_PLATFORM === "builtin" ? null : new Secret(read.TIDINGS_PLATFORM),
    gateway: new Secret(read.TIDINGS_GATEWAY),
    gatewayIsDefault: given["TIDINGS_GATEWAY"] === undefined,
    commerce: commerce.value,
    compat: read.TIDINGS_COMPAT ?? null,
    timeZone: read.TIDINGS_TIMEZONE,
    country: read.TIDINGS_COUNTRY ?? null,
    sender: read.TIDINGS_SENDER ?? null,
    publicUrl: read.TIDINGS_PUBLIC_URL ?? null,
    trustedProxies: read.TIDINGS_TRUSTED_PROXIES,
    outboundAllow: read.TIDINGS_OUTBOUND_ALLOW,
    mountPrefix: read.TIDINGS_MOUNT_PREFIX,
    secretKey: read.TIDINGS_SECRET_KEY === undefined ? null : new Secret(read.TIDINGS_SECRET_KEY),
    license: read.TIDINGS_LICENSE === undefined ? null : new Secret(read.TIDINGS_LICENSE),
    licenseIssuer: read.TIDINGS_LICENSE_ISSUER ?? null,
    role: read.TIDINGS_ROLE,
    keep: {
      log: Number(read.TIDINGS_KEEP_LOG_DAYS) || null,
      inbox: Number(read.TIDINGS_KEEP_INBOX_DAYS) || null,
      webhookDeliveries: Number(read.TIDINGS_KEEP_WEBHOOK_DAYS) || null,
    },
    mail: server?.ok && read.TIDINGS_MAIL_FROM ? { server: server.value, from: read.TIDINGS_MAIL_FROM } : null,
    databaseSessions: Number(read.TIDINGS_DATABASE_SESSIONS),
    logLevel: read.TIDINGS_LOG_LEVEL,
  };
}

/** `platform?guests=true`: the shop on the platform's own site, with the account that the platform's setting names. */
function readCommerce(text: string | undefined, platform: string | undefined): Result<Config["commerce"], string> {
  if (text === undefined) return ok("builtin");
  if (text === "none") return ok("none");
  if (!/^platform(\?|$)/.test(text)) return readShopDsn(text);
  const site = platform === undefined ? null : readWordPressDsn(platform);
  if (site === null || !("site" in site) || site.service === null) {
    return err("platform needs TIDINGS_PLATFORM to be a WordPress site with service=USER:APP_PASSWORD");
  }
  const { user, password } = site.service;
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password.reveal())}`;
  return readShopDsn(`woocommerce+${site.site.replace("://", `://${account}@`)}${text.slice("platform".length)}`);
}

function readListen(text: string): HostPort | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text.trim());
  if (!match) return null;
  const port = Number(match[3]);
  return port > 65_535 ? null : { host: (match[1] ?? match[2])!, port };
}
