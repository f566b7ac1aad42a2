import type { SendRequest } from "#contract/send";
import { batchEntry, type BatchEntry } from "#contract/send-batch";
import type { Detail } from "#domain/error";
import type { TemplateStore } from "#domain/texts/template-store";

import type { CallContext } from "../../endpoint.ts";
import { invalidParameters, unknownParameters } from "../../response/http-error.ts";
import { readFields } from "../../request/read-fields.ts";
import { readSend, type SendCall, type SendFieldsDeps } from "./send-fields.ts";

type Given = Readonly<Record<string, unknown>>;
type BatchFieldsDeps = SendFieldsDeps & { readonly templates: Pick<TemplateStore, "findAll"> };
type Read = { readonly call: SendCall } | { readonly error: unknown };

type Entry = {
  readonly index: number;
  /** The entry as the caller wrote it. */
  readonly given: Given;
  readonly key?: string;
  /** Whether the entry can be distinguished from a repeat of an earlier one, although it is refused. */
  readonly mayRepeat: boolean;
  readonly warnings: CallContext["warnings"];
};

/** One entry of a batch: a call to send, or why it is refused. */
export type BatchCall = Entry & Read;

/**
 * Reads each entry on its own. Of two entries with one key, the second is refused: it could not be distinguished from a
 * repeat.
 */
export async function readBatch(
  services: BatchFieldsDeps,
  entries: readonly Given[],
  context: CallContext,
): Promise<readonly BatchCall[]> {
  const keys = new Set<string>();
  const shared = { ...services, templates: await templatesOf(services.templates, entries) };
  return Promise.all(
    entries.map((given, index): Promise<BatchCall> => {
      const { fields, issues, unknown } = readFields(batchEntry, new Map(Object.entries(given)));
      const own = fields as Partial<BatchEntry>;
      const warnings: string[] = [];
      const isDouble = own.key !== undefined && keys.has(own.key);
      if (isDouble) {
        issues.push({ field: "key", code: "taken", message: "is the key of an earlier entry of this batch" });
      } else if (own.key !== undefined) keys.add(own.key);
      const mayRepeat = !isDouble && "key" in given === (own.key !== undefined);
      const entry = { index, given, warnings, mayRepeat, ...(own.key !== undefined && { key: own.key }) };
      return readEntry(shared, entry, own, context, { issues, unknown });
    }),
  );
}

async function readEntry(
  services: SendFieldsDeps,
  entry: Entry,
  fields: Partial<BatchEntry>,
  context: CallContext,
  { issues, unknown }: { readonly issues: Detail[]; readonly unknown: readonly Detail[] },
): Promise<BatchCall> {
  try {
    const call = await readSend(services, sendFields(fields), { ...context, warnings: entry.warnings }, issues);
    if (unknown.length > 0) throw unknownParameters([...unknown, ...issues]);
    if (issues.length > 0) throw invalidParameters(issues.map((issue) => asWritten(issue, fields)));
    return { ...entry, call };
  } catch (error) {
    return { ...entry, error };
  }
}

/** The entry as parameters of `POST /send`. */
function sendFields({
  number,
  numbers = [],
  variables,
  key: _key,
  ...rest
}: Partial<BatchEntry>): Partial<SendRequest> {
  const all = number === undefined ? numbers : [...numbers, number];
  return {
    ...rest,
    numbers: variables
      ? all.map((one) => (typeof one === "string" ? { number: one, variables } : { variables, ...one }))
      : all,
  };
}

/** Issues with `number` carry the name that the caller used. */
function asWritten(issue: Detail, { number, numbers = [] }: Partial<BatchEntry>): Detail {
  return number !== undefined && issue.field === `numbers[${numbers.length}]` ? { ...issue, field: "number" } : issue;
}

/** The templates of all entries, read at once. */
async function templatesOf(
  templates: Pick<TemplateStore, "findAll">,
  entries: readonly Given[],
): Promise<Pick<TemplateStore, "find">> {
  const ids = entries.map((entry) => Number(entry["template_id"])).filter((id) => Number.isSafeInteger(id) && id > 0);
  const found = ids.length === 0 ? [] : await templates.findAll([...new Set(ids)]);
  const byId = new Map(found.map((template) => [template.id, template]));
  return { find: async (id) => byId.get(id) ?? null };
}
