import type { Operator, OperatorReply } from "#app/operator";
import { counted } from "#lib/counted";
import { readRecords } from "#lib/csv/records";

import { cleanCell } from "../arguments.ts";
import type { Io } from "../command.ts";
import { whenEnded } from "../import.ts";
import { printRefusal } from "../print-refusal.ts";
import { leftOut, type Unread } from "./left-out.ts";
import { WP_SMS_MAPPING, type WpSmsGroup } from "./wp-sms-people.ts";

export type MoveOptions = {
  readonly country: string | undefined;
  /** Known people get the site's values in place of theirs, not only those they lack. */
  readonly update: boolean;
  readonly dryRun: boolean;
};

/** @returns 0, or 1 if something of it is refused or fails */
export async function movePeople(
  { groups, rows }: { readonly groups: readonly WpSmsGroup[]; readonly rows: number },
  { country, update, dryRun }: MoveOptions,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "upload" | "download" | "sends">,
): Promise<number> {
  if (!(await operator.sends())) {
    io.err("tidings: no service is running that would import them: start it first.");
    return 1;
  }
  io.out(`${counted(rows, "row")} in ${counted(groups.filter(({ name }) => name !== null).length, "group")}`);
  const sums = new Map<string, number>();
  for (const group of groups) {
    const named = group.name === null ? "(no group there: the first one here)" : cleanCell(group.name.trim());
    const target = await groupFor(group, dryRun, operator);
    if ("refused" in target) {
      io.err(`tidings: the group ${named} can be neither found nor created. None of its people were imported.`);
      printRefusal(target.refused, io);
      return 1;
    }
    const { id } = target;
    const query = new URLSearchParams({
      mapping: JSON.stringify(WP_SMS_MAPPING),
      on_existing: update ? "update" : "add",
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
    const job = await whenEnded(started.data.job.id, operator);
    if (!job.ok) {
      printRefusal(job, io);
      return 1;
    }
    const { data } = job;
    if (data.state !== "completed") {
      io.err(`tidings: ${named}: ${data.error ?? data.state}`);
      return 1;
    }
    const counts = countsOf(data.result);
    for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
    const invalid = counts.get("invalid") ?? 0;
    io.out(`${named}: ${counted(group.ids.length, "row")}${invalid > 0 ? `, ${invalid} invalid` : ""}`);
    if (invalid > 0)
      for (const line of leftOut(`${named}, left out because `, await unreadOf(group, data.id, operator))) io.out(line);
  }
  for (const [name, count] of sums) io.out(`${name.replaceAll("_", " ")}: ${count}`);
  return 0;
}

/** The service counts the rows of the file, which nobody sees; its first row has the headings. */
async function unreadOf(
  { ids }: WpSmsGroup,
  job: string,
  operator: Pick<Operator, "download">,
): Promise<readonly Unread[]> {
  const file = await operator.download(`/imports/${job}/errors`);
  const { records } = readRecords(file, { delimiter: ",", isEnd: true });
  return records.slice(1).map(({ cells: [row, , target = "", error = ""] }) => ({
    reference: String(ids[Number(row) - 2]),
    reason: `${target} ${error}`,
  }));
}

/** Without what else the result of an import has, such as its groups. */
function countsOf(result: object): ReadonlyMap<string, number> {
  const entries = Object.entries(result);
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
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
