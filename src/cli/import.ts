import { openAsBlob, statSync, type Stats } from "node:fs";
import { setTimeout } from "node:timers/promises";

import type { Operator, OperatorReply } from "#app/operator";
import { counted } from "#lib/counted";

import { cleanCell, readArguments, unreadable, UsageError, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { printRefusal } from "./print-refusal.ts";
import { withOperator } from "./with-operator.ts";

const POLL_MS = 500;
/** The service works, and its database does not answer now. */
const UNAVAILABLE = 503;

const options = {
  group: { type: "string", multiple: true },
  map: { type: "string", multiple: true },
  country: { type: "string" },
  state: { type: "string" },
  update: { type: "boolean" },
  add: { type: "boolean" },
  "create-groups": { type: "boolean" },
  "no-header": { type: "boolean" },
  source: { type: "string" },
  wording: { type: "string" },
  encoding: { type: "string" },
  "dry-run": { type: "boolean" },
  wait: { type: "boolean" },
  json: { type: "boolean" },
} as const;

/** Options that have other names in the API. */
const flags = {
  group: { wire: "group_id" },
  map: { wire: "mapping" },
  country: { wire: "country" },
  state: { wire: "state" },
  source: { wire: "consent_source" },
  wording: { wire: "consent_wording" },
  encoding: { wire: "encoding" },
};

/** Imports a file beside a running service, which works on it. */
export const importFile: Command = {
  usage: [
    "tidings import FILE [--group ID]… [--map HEADING=TARGET]… [--country CODE] [--state STATE] [--add | --update] [--create-groups]",
    "               [--no-header] [--source TEXT] [--wording TEXT] [--encoding NAME] [--dry-run] [--wait] [--json]",
    "FILE is a CSV table. TARGET is phone, name, first_name, last_name, locale, time_zone, state, groups, pending_groups,",
    "left_groups, consent_at, consent_ip, confirmed_at, confirmed_ip, consent_source, consent_wording, attributes, field:KEY",
    "or skip; known headings need no --map.",
    "--group: the group that everyone joins; without it, people whose row names no group join the first one. --create-groups: groups that",
    "rows name and that do not exist are created; otherwise these rows are left out.",
    "STATE is active, pending, left or unsubscribed. --update: known people get the values of the file; --add: only",
    "those they lack; otherwise they stay as they are.",
    "--source, --wording: where the people gave their consent, and to what.",
    "--dry-run counts what the import would do. --wait: until it has ended. The rules are those of POST /svc/v1/imports.",
  ],
  async run(args, io) {
    const call = readImport(args);
    const file = await open(call.file);
    return withOperator(io, (operator) => runImport(call, file, io, operator));
  },
};

async function open(file: string): Promise<Blob> {
  let found: Stats;
  try {
    found = statSync(file);
    if (found.isFile()) return await openAsBlob(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  // The size of a pipe, as of `<(zcat …)`, is not known before its end: it would be taken for an empty file.
  const why = found.isDirectory() ? "is a folder" : "is not a regular file: write its content to one first";
  throw new UsageError(`${JSON.stringify(file)} ${why}`);
}

export type ImportArguments = {
  readonly file: string;
  readonly query: string;
  readonly wait: boolean;
  readonly json: boolean;
};

/** @throws UsageError */
function readImport(args: readonly string[]): ImportArguments {
  const { values, positionals } = readArguments(args, options);
  const [file] = words(positionals, ["FILE"]);
  const { group = [], map = [], update, add, wait = false, json = false } = values;
  const targets = map.map((pair): [string, string] => {
    const at = pair.lastIndexOf("=");
    if (at < 1) throw new UsageError(`--map ${JSON.stringify(pair)} is not HEADING=TARGET`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  const query = new URLSearchParams(group.map((id): [string, string] => ["group_id[]", id]));
  if (targets.length > 0) query.set("mapping", JSON.stringify(Object.fromEntries(targets)));
  if (add && update) throw new UsageError("--add and --update exclude each other");
  if (add || update) query.set("on_existing", update ? "update" : "add");
  if (values["create-groups"]) query.set("on_unknown_group", "create");
  if (values["no-header"]) query.set("header", "false");
  if (values["dry-run"]) query.set("dry_run", "true");
  for (const name of ["country", "state", "source", "wording", "encoding"] as const) {
    const value = values[name];
    if (value !== undefined) query.set(flags[name].wire, value);
  }
  return { file: file!, query: query.toString(), wait, json };
}

/** @returns 0, or 1 if the file is refused or its import fails */
async function runImport(
  { query, wait, json }: ImportArguments,
  file: Blob,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "upload" | "sends">,
): Promise<number> {
  const started = await operator.upload(`/imports?${query}`, file, "text/csv");
  if (!started.ok) {
    if (json) io.out(JSON.stringify(started.body));
    else printRefusal(started, io, flags);
    return 1;
  }
  const { job, columns, warnings = [] } = started.data;
  if (!json) {
    for (const { heading, target } of columns) io.out(`${cleanCell(heading)}: ${target}`);
    for (const warning of warnings) io.err(`Warning: ${cleanCell(warning)}`);
    io.out(`Job ${job.id}`);
  }
  if (!(await operator.sends())) io.err("No service is running: it imports the file when it starts.");
  else if (wait) return ended(await whenEnded(job.id, operator), json, io);
  if (json) io.out(JSON.stringify(started.data));
  return 0;
}

/**
 * The job once it has ended, or a refusal. A database that restarts meanwhile is waited for: the job goes on after it.
 */
export async function whenEnded(id: string, operator: Pick<Operator, "call">): Promise<OperatorReply> {
  for (;;) {
    const reply = await operator.call("GET", `/jobs/${id}`);
    const isOver = reply.ok ? reply.data.finished_at !== null : reply.data.status !== UNAVAILABLE;
    if (isOver) return reply;
    await setTimeout(POLL_MS);
  }
}

function ended(reply: OperatorReply, json: boolean, io: Pick<Io, "out" | "err">): number {
  const { data, body, ok } = reply;
  if (json) io.out(JSON.stringify(ok ? data : body));
  else if (!ok) printRefusal(reply, io);
  else if (data.state !== "completed") io.err(`tidings: ${data.error ?? `the import was ${data.state}`}`);
  else {
    const { new_groups: groups = [], ...counts } = data.result;
    for (const [name, value] of Object.entries(counts)) {
      if (!Array.isArray(value)) io.out(`${name.replaceAll("_", " ")}: ${String(value)}`);
    }
    for (const { name, people } of groups)
      io.out(`new group ${cleanCell(name)}: ${counted(people, "person", "people")}`);
    if (counts.invalid > 0)
      io.out(`Which rows were left out, and why: GET /svc/v1/imports/${data.id}/errors, or the console.`);
  }
  return ok && data.state === "completed" ? 0 : 1;
}
