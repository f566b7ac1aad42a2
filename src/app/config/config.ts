import { z } from "zod";

import { readShopDsn, type ShopSettings } from "#commerce/woocommerce/dsn";
import { SENDER, SENDER_RULE } from "#contract/content";
import { readIssuer } from "#domain/license/license";
import type { ConfiguredRetention } from "#domain/privacy/pruning-store";
import { isCountry } from "#domain/recipients/phone";
import { nearest } from "#lib/edit-distance";
import { LOG_LEVELS, type LogLevel } from "#lib/log";
import { readWordPressDsn } from "#hosts/wordpress/dsn";
import { Secret } from "#lib/redact";
import { err, ok, type Result } from "#lib/result";
import { isZone } from "#lib/time-zone";
import { urlIssue } from "#store/connection";
import type { HostPort } from "#lib/host-port";

import { readSmtpDsn, type SmtpSettings } from "../mail/smtp-dsn.ts";

/** What a node does; a worker serves no API calls, an api node sends nothing. */
const ROLES = ["all", "api", "worker"] as const;
export type Role = (typeof ROLES)[number];

const days = (fallback: string) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,4})$/, { error: "must be a number of days, or 0 for forever", abort: true })
    .default(fallback);
const listed = z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""));

/** All settings of the environment, read once at startup. docs/reference/configuration.md is generated from this. */
export const settings = z.object({
  TIDINGS_LISTEN: z.string().default("127.0.0.1:8080").meta({ description: "Address and port to listen on." }),
  TIDINGS_DATA: z.string().default("./data").meta({ description: "Data folder: embedded database, keys." }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres://", abort: true })
    .superRefine((url, context) => {
      const message = urlIssue(url);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .optional()
    .meta({ description: "PostgreSQL 15 or newer to use instead of the embedded server.", secret: true }),
  TIDINGS_PLATFORM: z
    .string()
    .superRefine((text, context) => {
      const read = text === "builtin" ? [] : readWordPressDsn(text);
      if (Array.isArray(read)) for (const message of read) context.addIssue({ code: "custom", message });
    })
    .default("builtin")
    .meta({
      description:
        "Host platform that manages the users: builtin, or a DSN such as wordpress+https://site.example?service=USER:APP_PASSWORD&secret=…, which `tidings connect` prints. See [WordPress](../guide/wordpress.md).",
      secret: true,
    }),
  TIDINGS_GATEWAY: z.string().default("sandbox://default").meta({
    description:
      "Gateway DSN; several as failover(… …), roundrobin(… …), by(country=…: …; else: …); none: nothing can be sent, and calls that would send are refused (409 no_gateway). See [gateways](../guide/gateways.md#several).",
    secret: true,
  }),
  TIDINGS_COMMERCE: z.string().optional().meta({
    description:
      "The shop whose customers receive messages, such as woocommerce+https://KEY:SECRET@shop.example, or platform for the shop on the site of TIDINGS_PLATFORM: see [WooCommerce](../guide/woocommerce.md). Absent: the customers that the service stores itself; none: no shop.",
    secret: true,
  }),
  TIDINGS_COMPAT: z.enum(["wpsms"], "must be wpsms, or absent").optional().meta({
    description:
      "wpsms: also serves the routes, names and bodies of the WP SMS plugin: see [moving from it](../guide/move-from-wp-sms.md).",
  }),
  TIDINGS_TIMEZONE: z
    .string()
    .refine(isZone, "is not the name of a time zone, such as Europe/Berlin")
    .default("UTC")
    .meta({ description: "Time zone of the site, an IANA name." }),
  TIDINGS_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: "must be two capital letters, such as DE", abort: true })
    .refine(isCountry, "is not a country whose numbering plan is known")
    .optional()
    .meta({ description: "Country of numbers written without a plus sign, as a two-letter ISO 3166 code." }),
  TIDINGS_SENDER: z
    .string()
    .regex(SENDER, SENDER_RULE)
    .optional()
    .meta({ description: "Sender id for messages that name none, if the gateway has none either." }),
  TIDINGS_PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be an http or https address, such as https://sms.example.com",
      abort: true,
    })
    // Paths are appended to it.
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), "must be an address without ?, # and credentials")
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .meta({ description: "Address at which others reach the service; receipt addresses and links use it." }),
  TIDINGS_TRUSTED_PROXIES: listed
    .default([])
    .meta({ description: "Addresses or CIDR blocks of proxies whose X-Forwarded-For and -Proto headers are trusted." }),
  TIDINGS_OUTBOUND_ALLOW: listed.default([]).meta({
    description:
      "Hosts or CIDR blocks that webhooks and media may reach even if they are private or not https, and that gateways, site and shop may reach over plain http.",
  }),
  TIDINGS_MOUNT_PREFIX: z
    .string()
    .regex(/^(\/[\w-]+)*$/, "must be empty or a path like /api")
    .default("")
    .meta({ description: "Path prefix before /svc/v1, inside a host platform." }),
  TIDINGS_SECRET_KEY: z.string().min(32, "must have at least 32 characters").optional().meta({
    description: "Key that encrypts secrets at rest. Absent: generated once and kept in the data folder.",
    secret: true,
  }),
  TIDINGS_LICENSE: z
    .string()
    .optional()
    .meta({ description: "License of the paid add-on: scheduled and recurring messages.", secret: true }),
  TIDINGS_LICENSE_ISSUER: z
    .string()
    .refine((text) => readIssuer(text) !== null, "is not an Ed25519 public key")
    .optional()
    .meta({ description: "Public key that licenses are verified with. Absent: the installation's own." }),
  TIDINGS_ROLE: z
    .enum(ROLES, `must be one of ${ROLES.join(", ")}`)
    .default("all")
    .meta({
      description:
        "What this node does: all; api (accepts calls, sends nothing); worker (sends, serves no calls). See [many nodes](../guide/many-nodes.md).",
    }),
  TIDINGS_METRICS_LISTEN: z.string().optional().meta({
    description:
      "Address and port on which /metrics is served without credentials. Absent: only at /svc/v1/metrics, with svc_setting.",
  }),
  TIDINGS_DATABASE_SESSIONS: z
    .string()
    .regex(/^([5-9]|[1-9]\d{1,2})$/, "must be a number from 5 to 999")
    .default("20")
    .meta({ description: "Most database sessions that this node opens, besides one for notifications between nodes." }),
  TIDINGS_KEEP_LOG_DAYS: days("730")
    .refine((text) => text === "0" || Number(text) >= 31, "must be 0 or at least 31")
    .meta({
      description:
        "Days for which messages, their log and their events are kept, and up to a month longer, because whole months are dropped; 0: forever. `retention.log_days` in the settings comes before it. See [what is kept](../guide/operate.md#what-is-kept-and-for-how-long).",
    }),
  TIDINGS_KEEP_INBOX_DAYS: days("730").meta({
    description: "Days for which incoming messages are kept; 0: forever. `retention.inbox_days` comes before it.",
  }),
  TIDINGS_KEEP_WEBHOOK_DAYS: days("30").meta({
    description:
      "Days for which webhook attempts can be viewed and replayed; 0: forever. `retention.webhook_days` comes before it.",
  }),
  TIDINGS_SMTP: z
    .string()
    .superRefine((text, context) => {
      const read = readSmtpDsn(text);
      if (!read.ok) context.addIssue({ code: "custom", message: read.error });
    })
    .optional()
    .meta({
      description:
        "Mail server for alerts: smtps://user:password@host:port, or smtp:// with STARTTLS. Without TLS only on this machine. See [alerts](../guide/alerts.md).",
      secret: true,
    }),
  TIDINGS_MAIL_FROM: z
    .email("must be an e-mail address")
    .optional()
    .meta({ description: "Sender address of alerts; required with TIDINGS_SMTP." }),
  TIDINGS_LOG_LEVEL: z
    .enum(LOG_LEVELS, "must be debug, info, warn or error")
    .default("info")
    .meta({ description: "Lowest level that is logged." }),
});

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

const PREFIX = "TIDINGS_";

/** Without the prefix: what other programs call some settings. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  HOST: "TIDINGS_LISTEN",
  PORT: "TIDINGS_LISTEN",
  TZ: "TIDINGS_TIMEZONE",
};

/** The setting that an unknown name probably means, or null. The prefix is in most names and says nothing. */
export function nearestSetting(name: string): string | null {
  const restOf = (one: string): string => one.replace(PREFIX, "");
  const rest = restOf(name);
  if (Object.hasOwn(ELSEWHERE, rest)) return ELSEWHERE[rest]!;
  const known = Object.keys(settings.shape);
  const meant = nearest(rest, known.map(restOf), Math.min(3, Math.floor(rest.length / 2)));
  return known.find((one) => restOf(one) === meant) ?? null;
}

/** A sentence for every unknown TIDINGS_ variable: otherwise a misspelled one would go unnoticed. */
export function misspelled(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a known setting${meant ? `; did you mean ${meant}?` : "."}`;
    });
}

/** A sentence for every variable that does nothing: it is unknown, or needs another one. */
export function withoutEffect(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const hasNoServer = environment["TIDINGS_MAIL_FROM"] && !environment["TIDINGS_SMTP"];
  return [
    ...misspelled(environment),
    ...(hasNoServer ? ["TIDINGS_MAIL_FROM has no effect without TIDINGS_SMTP: no alert is sent by e-mail."] : []),
  ];
}

function readListen(text: string): HostPort | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text.trim());
  if (!match) return null;
  const port = Number(match[3]);
  return port > 65_535 ? null : { host: (match[1] ?? match[2])!, port };
}
