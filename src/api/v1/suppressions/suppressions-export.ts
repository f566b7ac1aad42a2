import { z } from "zod";

import { suppressionsExport } from "#contract/suppressions";
import type { SuppressionFilter } from "#domain/opt-out/suppression-store";

import { csvStream, type CsvCells } from "../../response/csv-stream.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { ExportSlots } from "../../response/export-slots.ts";
import { about, matching, shownSuppression, type SuppressionDeps } from "./suppressions.ts";

const PAGE = 500;
const HEADINGS = ["id", "number", "kind", "sender", "reason", "source", "added_by", "added_at"] as const;

export type SuppressionsExportDeps = Pick<SuppressionDeps, "suppressions"> & { readonly exportSlots: ExportSlots };
type Matching = Omit<SuppressionFilter, "before" | "limit">;

/** `GET /suppressions/export`. */
export function suppressionsExportEndpoint({ suppressions, exportSlots }: SuppressionsExportDeps): Endpoint {
  return endpoint<typeof suppressionsExport, Matching>({
    ...about,
    operationId: "exportSuppressions",
    method: "GET",
    path: "/suppressions/export",
    summary: "Export suppressed numbers as a CSV file",
    description:
      "All entries that match, newest first: for another service that must not send to these numbers either. An empty `sender` is every sender. It is read page by page; a response that breaks off is incomplete. Texts that a spreadsheet program would take for formulas begin with an apostrophe.",
    input: suppressionsExport,
    stream: "csv",
    data: z.string(),
    errors: ["too_many_requests"],
    read: matching,
    handle: async (filter, { caller }) =>
      csvStream("suppressions.csv", HEADINGS, pages(suppressions, filter), exportSlots.open(caller)),
  });
}

async function* pages(
  suppressions: SuppressionsExportDeps["suppressions"],
  filter: Matching,
): AsyncGenerator<readonly CsvCells[]> {
  for (let before: number | null = null; ;) {
    const found = await suppressions.list({ ...filter, before, limit: PAGE });
    yield found.map((one) => {
      const shown = shownSuppression(one);
      return HEADINGS.map((heading) => shown[heading]);
    });
    if (found.length < PAGE) return;
    before = found.at(-1)!.id;
  }
}
