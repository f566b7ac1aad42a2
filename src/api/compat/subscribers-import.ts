import { parsePhone, type Country, type Phone } from "#domain/recipients/phone";

import { importTally, type ImportTally } from "./import-tally.ts";
import { textOf } from "./parameters.ts";
import { readTable } from "./read-table.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute } from "./route.ts";
import { add } from "./subscriber-groups.ts";
import { groupOf, type SubscriberDeps } from "./subscriber-item.ts";

/** A client waits for the response, through the site for 20 s: 5,000 people took 20 s on two busy cores. */
const MAX_PEOPLE = 2_000;
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
  const tally = importTally({ reportsKnown: textOf(call.fields, "skip_duplicates") === "0" });
  const rows = onceEach(readRows(table, group, services.country, tally), tally);
  const refusal = await addAll(services, call, rows, tally);
  if (refusal) return refusal;
  const counts = tally.counts();
  return succeeded(`${counts.imported} imported, ${counts.skipped} skipped.`, counts);
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
  tally: ImportTally,
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
      tally.failed(number, why);
      return [];
    }
    const own = cell(column("group_id"));
    if (!/^\d{0,15}$/.test(own)) {
      tally.failed(number, "group_id is not the number of a group");
      return [];
    }
    const inactive = !ACTIVE.has(cell(column("status")).toLowerCase());
    return [{ number, name: cell(nameAt), phone: phone.value, group: Number(own) || group, inactive }];
  });
}

function onceEach(rows: readonly Row[], tally: ImportTally): readonly Row[] {
  const seen = new Set<Phone>();
  return rows.filter(({ number, phone }) => {
    if (!seen.has(phone)) return seen.add(phone);
    tally.known(number);
    return false;
  });
}

/** @returns the refusal that applies to all of them: the site requires a code from everyone */
async function addAll(
  services: SubscriberDeps,
  { callApi }: CompatCall,
  rows: readonly Row[],
  tally: ImportTally,
): Promise<CompatReply | null> {
  let refusal: CompatReply | null = null;
  const waiting = rows.values();
  const worker = async (): Promise<void> => {
    for (const { number, name, phone, group, inactive } of waiting) {
      // Checked row by row: otherwise a person who joined and left since the import began would be brought back.
      if ((await services.subscriberRepository.known([phone])).length > 0) {
        tally.known(number);
        continue;
      }
      const person = { name, mobile: phone, group_id: group || undefined, consent_source: "import" } as const;
      const result = await add(services, callApi, person, inactive, `import-${number}`);
      if (result.ok) tally.added();
      else if (result.code === "forbidden") refusal = refusalOf(result);
      else tally.failed(number, result.message);
      if (refusal) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return refusal;
}
