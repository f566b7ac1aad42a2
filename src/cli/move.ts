import { createReadStream } from "node:fs";

import { readConfig, type Config } from "#app/config/config";
import { wpSmsOfSite } from "#app/wordpress-site";
import type { Operator } from "#app/operator";
import { UnreadableDump } from "#lib/sql-dump";

import { actionNamed, cleanCell, readArguments, unreadable, UsageError, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { movePeople } from "./move/move-people.ts";
import { moveRows } from "./move/move-rows.ts";
import { readWpSms, rowsOfDump, type WpSmsDump } from "./move/wp-sms.ts";
import { readSitePassword, SITE_PASSWORD } from "./site-password.ts";
import { withOperator } from "./with-operator.ts";

const options = {
  country: { type: "string" },
  "time-zone": { type: "string" },
  category: { type: "string" },
  user: { type: "string" },
  prefix: { type: "string" },
  only: { type: "string", multiple: true },
  update: { type: "boolean" },
  "dry-run": { type: "boolean" },
} as const;

const PARTS = ["people", "log", "schedules"] as const;
type Part = (typeof PARTS)[number];

/** Takes over what a WordPress site that used WP SMS has in its database. */
export const move: Command = {
  usage: [
    "tidings move wp-sms FILE|URL [--user NAME] [--prefix PREFIX] [--country CODE] [--time-zone ZONE] [--category NAME] [--only PART …] [--update] [--dry-run]",
    "FILE is an SQL dump of the site's database by mysqldump or phpMyAdmin, or of its tables …sms_subscribes, …sms_subscribes_group, …sms_send, …sms_scheduled and …sms_repeating.",
    "PREFIX is that of the tables, wp_ at most sites. It is needed only if the dump has tables of several installations.",
    `URL is the site itself, which needs the companion plugin. NAME is an administrator; their application password is read from standard input, or from ${SITE_PASSWORD}.`,
    `PART is one of ${PARTS.join(", ")}; without --only, all of them that the dump has.`,
    "people: creates the groups that are missing, by name, and imports their subscribers with custom fields, state and date. The service must be running.",
    "--update: people who are known here get the names and fields of the site in place of theirs; without it they get only what they lack.",
    "log: stores what was sent as history, which is never sent. --time-zone is the site's, if the dump does not have its options.",
    "schedules: creates those that are still to be sent, paused until a user resumes them. It needs a license.",
    "Run it again at any time: nothing is duplicated, and anyone who has left a group since stays out of it.",
  ],
  async run(args, io) {
    const { values, positionals } = readArguments(args, options);
    actionNamed(positionals, ["wp-sms"]);
    const [place] = words(positionals.slice(1), ["FILE or URL"]);
    const parts = partsOf(values.only);
    const config = readConfig(io.environment);
    const isSite = /^https?:\/\//i.test(place!);
    if (isSite && values.prefix !== undefined)
      throw new UsageError("--prefix is for a FILE: a site says which tables are its own");
    const dump = isSite ? await readSite(config, place!, values.user, io) : await readDump(place!, values.prefix);
    const { country, category } = values;
    const given = {
      parts,
      country,
      category,
      zone: values["time-zone"],
      update: values.update ?? false,
      dryRun: values["dry-run"] ?? false,
    };
    return withOperator(io, (operator) => runMove(dump, given, io, operator));
  },
};

function partsOf(only: readonly string[] | undefined): readonly Part[] {
  if (!only) return PARTS;
  const unknown = only.find((one) => !(PARTS as readonly string[]).includes(one));
  if (unknown === undefined) return only as readonly Part[];
  throw new UsageError(`--only ${JSON.stringify(unknown)} is not one of ${PARTS.join(", ")}`);
}

/** @throws Error with a sentence that says what to do */
function readSite(
  config: Config,
  url: string,
  user: string | undefined,
  io: Pick<Io, "environment" | "err">,
): Promise<WpSmsDump> {
  if (user === undefined || user === "") throw new UsageError("--user is missing");
  return readWpSms(wpSmsOfSite(config, { url, user, password: readSitePassword(user, io) }));
}

async function readDump(file: string, prefix: string | undefined): Promise<WpSmsDump> {
  try {
    const text: AsyncIterable<string> = createReadStream(file, { encoding: "utf8" });
    return await readWpSms(rowsOfDump(text), prefix);
  } catch (error) {
    if (error instanceof UnreadableDump) throw new UsageError(error.message);
    throw unreadable(file, error);
  }
}

type MoveOptions = {
  readonly parts: readonly Part[];
  readonly country: string | undefined;
  readonly zone: string | undefined;
  readonly update: boolean;
  readonly category: string | undefined;
  readonly dryRun: boolean;
};

/** @returns 0, or 1 if something of it is refused or fails */
async function runMove(
  dump: WpSmsDump,
  { parts, country, zone, category, update, dryRun }: MoveOptions,
  io: Pick<Io, "out" | "err">,
  operator: Operator,
): Promise<number> {
  const has = {
    people: dump.groups.length > 0,
    log: dump.sites.some(({ log }) => log.rows > 0),
    schedules: dump.sites.some(({ schedules }) => schedules.rows > 0),
  };
  const wanted = parts.filter((part) => has[part]);
  if (wanted.length === 0) throw new UsageError(`there are no ${listed(parts)} of WP SMS in it`);
  const common = { source: "wp-sms", ...(country !== undefined && { country }), ...(dryRun && { dry_run: true }) };
  const zoneOf = (site: WpSmsDump["sites"][number]): object => {
    const known = zone ?? site.zone;
    return known === null || known === undefined ? {} : { time_zone: known };
  };
  const steps: Readonly<Record<Part, () => Promise<number>>> = {
    people: () => movePeople(dump, { country, update, dryRun }, io, operator),
    log: () => {
      for (const site of dump.sites.filter(({ log }) => log.rows > 0)) {
        const named = zone ?? site.zone ?? "that of this service; name the site's with --time-zone";
        io.out(`log, time zone: ${cleanCell(named)}`);
      }
      return moveRows(
        { name: "log", path: "/outbox/import", rows: "entries" },
        dump.sites.map((site) => ({ pages: site.log, options: { ...common, ...zoneOf(site) } })),
        io,
        operator,
      );
    },
    schedules: () =>
      moveRows(
        { name: "schedules", path: "/schedules/import", rows: "schedules" },
        dump.sites.map((site) => ({
          pages: site.schedules,
          options: { ...common, ...zoneOf(site), ...(category !== undefined && { category }) },
        })),
        io,
        operator,
      ),
  };
  for (const part of wanted) {
    const code = await steps[part]();
    if (code !== 0) return code;
  }
  return 0;
}

const listed = (parts: readonly Part[]): string =>
  parts.map((part) => (part === "people" ? "subscribers" : part)).join(" or ");
