import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { readCsv } from "./csv.ts";

export type RowError = {
  /** As a spreadsheet program counts it, headings included. */
  readonly row: number;
  /** From 1. */
  readonly column: number;
  readonly target: string;
  /** A phrase that follows the name of the column. */
  readonly reason: string;
};

/** So many are shown; all of them are in the file. */
export const shownErrors = 100;

/** The first rows that an import or a check left out. */
export function useRowErrors(id: string, count: number) {
  return useQuery({
    queryKey: ["import errors", id, Math.min(count, shownErrors)],
    queryFn: async ({ signal }): Promise<readonly RowError[]> => {
      const text = await beginningOf(await tidings.listImportErrors({ id }, { signal }));
      return readCsv(text, ",", shownErrors + 1)
        .slice(1)
        .map(([row, column, target = "", reason = ""]) => ({
          row: Number(row),
          column: Number(column),
          target,
          reason,
        }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A cell that is being repaired stays open while the same file is checked again.
    placeholderData: keepPreviousData,
  });
}

/** Enough of a file of errors for those that are shown; the rest is not downloaded. */
async function beginningOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > 100_000) {
      await reader.cancel();
      return text.slice(0, text.lastIndexOf("\n"));
    }
  }
}
