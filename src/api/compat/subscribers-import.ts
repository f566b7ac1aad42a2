import { parsePhone, type Country, type Phone } from "#domain/recipients/phone";

import { textOf } from "./parameters.ts";
import { readTable } from "./read-table.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute } from "./route.ts";
import { add } from "./subscriber-groups.ts";
import { groupOf, type SubscriberDeps } from "./subscriber-item.ts";

/** A client waits for the response, through the site for 20 s: 5,000 people took 20 s on two busy cores. */
const MAX_PEOPLE = 2_000;
const MAX_ERRORS = 10;
/** Concurrent rows. */
const AT_ONCE = 8;

/** Any other value means that the person is not active and gets no messages. */
const ACTIVE: ReadonlySet<string> = new Set(["", "1", "active"]);

const TYPES = /^(?:text\/(?:csv|plain)|application\/(?:csv|vnd\.ms-excel))\b/;
const decoder = new TextDecoder("utf-8", { fatal: true });

type Row = {
  /** Counted from 1, including the header row. */
  readonly number: number;
  readonly name: string;
  readonly phone: Phone;
  readonly group: number;
  readonly inactive: boolean;
};

/** The results of a table so far. */
type Tally = { imported: number; skipped: number; readonly errors: string[] };

/**
 * `POST /subscribers/import`: a table of people whose consent the caller vouches for. Anyone already known stays
 * unchanged: a table does not add people who have left.
 */
export function subscribersImportRoute(services: SubscriberDeps): CompatRoute {
  return {
    method: "POST",
    path: "/subscribers/import",
    access: "svc_subscribers",
    parameters: { group_id: { type: "integer" }, skip_duplicates: { type: "string" } },
    handle: (call) => importTable(services, call),
  };
}

async function importTable(services: SubscriberDeps, call: CompatCall): Promise<CompatReply> {
  const table = await tableOf(call);
  if (typeof table === "string") return refused(table);
  const group = groupOf(call.fields) ?? 0;
  if (group !== 0) {
    const result = await call.callApi("GET /groups/{id}", { id: group });
    if (!result.ok) return refused(result.message);
  }
  const tally: Tally = { imported: 0, skipped: 0, errors: [] };
  const isReported = textOf(call.fields, "skip_duplicates") === "0";
  const rows = onceEach(readRows(table, group, services.country, tally), tally, isReported);
  const refusal = await addAll(services, call, rows, tally, isReported);
  if (refusal) return refusal;
  const { imported, skipped } = tally;
  const errors = tally.errors.toSorted((one, other) => rowOf(one) - rowOf(other)).slice(0, MAX_ERRORS);
  return succeeded(`${imported} imported, ${skipped} skipped.`, { imported, skipped, errors });
}

/** The rows of the file, or why it is refused. */
async function tableOf({ files }: CompatCall): Promise<readonly (readonly string[])[] | string> {
  const file = files.get("file");
  if (!file) return "The file is missing: send a table as the field `file` of a multipart form.";
  if (!TYPES.test(file.type) && !/\.csv$/i.test(file.name)) return "The file is not a CSV table.";
  let text: string;
  try {
    text = decoder.decode(await file.arrayBuffer());
  } catch {
    return "The file is not UTF-8: save it as CSV UTF-8.";
  }
  const table = readTable(text);
  if (table === null) return "The file is incomplete: a quotation mark is never closed.";
  if (table.length === 0) return "The file is empty.";
  if (table.length > MAX_PEOPLE + 1) return `The file has more than ${MAX_PEOPLE} people: send it in parts.`;
  return table;
}

function readRows(
  [heads = [], ...rows]: readonly (readonly string[])[],
  group: number,
  country: Country | null,
  tally: Tally,
): readonly Row[] {
  const names = heads.map((head) => head.trim().toLowerCase());
  const column = (name: string): number => names.indexOf(name);
  const [nameAt, mobileAt] = [Math.max(column("name"), 0), column("mobile") === -1 ? 1 : column("mobile")];
  return rows.flatMap((cells, index) => {
    const cell = (at: number): string => cells[at]?.trim() ?? "";
    if (cells.every((one) => one.trim() === "")) return [];
    const number = index + 2;
    const phone = parsePhone(cell(mobileAt), country);
    if (!phone.ok) {
      const why = cell(mobileAt) === "" ? "the mobile number is missing" : "this is not a phone number";
      fail(tally, number, why);
      return [];
    }
    const own = cell(column("group_id"));
    if (!/^\d{0,15}$/.test(own)) {
      fail(tally, number, "group_id is not the number of a group");
      return [];
    }
    const inactive = !ACTIVE.has(cell(column("status")).toLowerCase());
    return [{ number, name: cell(nameAt), phone: phone.value, group: Number(own) || group, inactive }];
  });
}

function onceEach(rows: readonly Row[], tally: Tally, isReported: boolean): readonly Row[] {
  const seen = new Set<Phone>();
  return rows.filter(({ number, phone }) => {
    if (!seen.has(phone)) return seen.add(phone);
    pass(tally, number, isReported);
    return false;
  });
}

/** @returns the refusal that applies to all of them: the site requires a code from everyone */
async function addAll(
  services: SubscriberDeps,
  { callApi }: CompatCall,
  rows: readonly Row[],
  tally: Tally,
  isReported: boolean,
): Promise<CompatReply | null> {
  let refusal: CompatReply | null = null;
  const waiting = rows.values();
  const worker = async (): Promise<void> => {
    for (const { number, name, phone, group, inactive } of waiting) {
      // Checked row by row: otherwise a person who joined and left since the import began would be brought back.
      if ((await services.subscriberRepository.known([phone])).length > 0) {
        pass(tally, number, isReported);
        continue;
      }
      const person = { name, mobile: phone, group_id: group || undefined, consent_source: "import" } as const;
      const result = await add(services, callApi, person, inactive, `import-${number}`);
      if (result.ok) tally.imported += 1;
      else if (result.code === "forbidden") refusal = refusalOf(result);
      else fail(tally, number, result.message);
      if (refusal) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return refusal;
}

/** Skips a person who is already known. */
function pass(tally: Tally, row: number, isReported: boolean): void {
  if (isReported) fail(tally, row, "this number is already known");
  else tally.skipped += 1;
}

function fail(tally: Tally, row: number, why: string): void {
  tally.skipped += 1;
  tally.errors.push(`Row ${row}: ${why}`);
}

function rowOf(error: string): number {
  return Number(/\d+/.exec(error)![0]);
}
