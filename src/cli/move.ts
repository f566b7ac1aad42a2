import { createReadStream } from "node:fs";

import { readConfig } from "#app/config/config";
import { openOperator, type Operator, type OperatorReply } from "#app/operator";
import { UnreadableDump } from "#lib/sql-dump";

import { cleanCell, readArguments, UsageError, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { whenEnded } from "./import.ts";
import { readWpSms, WP_SMS_MAPPING, type WpSmsDump, type WpSmsGroup } from "./move/wp-sms.ts";
import { printRefusal } from "./refusal.ts";

const options = { country: { type: "string" }, "dry-run": { type: "boolean" } } as const;

/** Takes over the subscribers of a WordPress site that used WP SMS. */
export const move: Command = {
  usage: [
    "tidings move wp-sms FILE [--country CODE] [--dry-run]",
    "FILE is an SQL dump of the site's database by mysqldump or phpMyAdmin, or of its tables …sms_subscribes and …sms_subscribes_group.",
    "Creates the groups that are missing, by name, and imports their subscribers with custom fields, state and date.",
    "Run it again at any time: who is known is not doubled, who has left a group since stays out of it. The service must be running.",
  ],
  async run(args, io) {
    const { values, positionals } = readArguments(args, options);
    const [from, file] = words(positionals, ["wp-sms", "FILE"]);
    if (from !== "wp-sms") throw new UsageError(`${JSON.stringify(from)} is not known here: wp-sms is`);
    const dump = await readDump(file!);
    const operator = await openOperator(readConfig(io.environment), () => undefined);
    try {
      return await runMove(dump, { country: values.country, dryRun: values["dry-run"] ?? false }, io, operator);
    } finally {
      await operator.close();
    }
  },
};

async function readDump(file: string): Promise<WpSmsDump> {
  try {
    return await readWpSms(createReadStream(file, { encoding: "utf8" }) as AsyncIterable<string>);
  } catch (error) {
    if (error instanceof UnreadableDump) throw new UsageError(error.message);
    throw new UsageError(`${JSON.stringify(file)} cannot be read`);
  }
}

type MoveOptions = { readonly country: string | undefined; readonly dryRun: boolean };

/** @returns 0, or 1 if something of it is refused or fails */
export async function runMove(
  { groups, rows }: WpSmsDump,
  { country, dryRun }: MoveOptions,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "upload" | "sends">,
): Promise<number> {
  if (groups.length === 0) throw new UsageError("the dump has no subscribers of WP SMS");
  if (!(await operator.sends())) {
    io.err("tidings: no service is running that would import them: start it first.");
    return 1;
  }
  io.out(`${rows} rows in ${groups.length} groups`);
  const sums = new Map<string, number>();
  for (const group of groups) {
    const named = group.name === null ? "(no group)" : cleanCell(group.name);
    const target = await groupFor(group, dryRun, operator);
    if ("refused" in target) {
      io.err(`tidings: the group ${named} can be neither found nor created. Nobody of it was imported.`);
      printRefusal(target.refused, io);
      return 1;
    }
    const { id } = target;
    const query = new URLSearchParams({
      mapping: JSON.stringify(WP_SMS_MAPPING),
      on_existing: "update",
      consent_source: "WP SMS",
      ...(id !== null && { group_id: String(id) }),
      ...(country !== undefined && { country }),
      ...(dryRun && { dry_run: "true" }),
    });
    const started = await operator.upload(`/imports?${query}`, group.file, "text/csv");
    if (!started.ok) {
      printRefusal(started, io, { country: { wire: "country" } });
      return 1;
    }
    const { data } = await whenEnded(started.data.job.id, operator);
    if (data.state !== "completed") {
      io.err(`tidings: ${named}: ${data.error ?? data.state}`);
      return 1;
    }
    const { dry_run: _, ...counts } = data.result as Record<string, number>;
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
    io.out(
      `${named}: ${group.rows} rows${counts["invalid"] ? `, ${counts["invalid"]} invalid: /imports/${data.id}/errors` : ""}`,
    );
  }
  for (const [name, count] of sums) io.out(`${name.replaceAll("_", " ")}: ${count}`);
  return 0;
}

/** The group with this name, created if there is none; null: the default group, only for people who are in none. */
async function groupFor(
  { name }: WpSmsGroup,
  dryRun: boolean,
  operator: Pick<Operator, "call">,
): Promise<{ readonly id: number | null } | { readonly refused: OperatorReply }> {
  if (name === null) return { id: null };
  const query = new URLSearchParams({ search: name.trim(), per_page: "100" });
  const listed = await operator.call("GET", `/groups?${query}`);
  if (!listed.ok) return { refused: listed };
  const same = (one: { name: string }): boolean => one.name.toLowerCase() === name.trim().toLowerCase();
  const found = listed.data.items.find(same);
  if (found) return { id: found.id };
  // A dry run only counts: the default group stands in for one that does not exist.
  if (dryRun) return { id: null };
  const created = await operator.call("POST", "/groups", { name });
  return created.ok ? { id: created.data.id } : { refused: created };
}
