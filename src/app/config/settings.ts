import { z } from "zod";

import { SENDER, SENDER_RULE } from "#contract/content";
import { readIssuer } from "#domain/license/license";
import { isCountry } from "#domain/recipients/phone";
import { readWordPressDsn } from "#hosts/wordpress/dsn";
import { LOG_LEVELS } from "#lib/log";
import { isZone } from "#lib/time-zone";
import { urlIssue } from "#store/connection";

import { readSmtpDsn } from "../mail/smtp-dsn.ts";

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
    // PostgreSQL, which divides the statistics into days, takes +02:00 for two hours west.
    .refine((text) => !/^[+-]/.test(text), {
      error: "is an offset, and must be the name of a time zone, such as Europe/Berlin",
      abort: true,
    })
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
    .transform((url) => new URL(url).href.replace(/\/+$/, ""))
    .refine((url) => !url.endsWith("/svc/v1"), "must be the address before /svc/v1, which is appended to it")
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
