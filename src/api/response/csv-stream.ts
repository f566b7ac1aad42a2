import { BYTE_ORDER_MARK, csvRow } from "#lib/csv/cells";

import type { Stream } from "../endpoint.ts";
import type { ExportSlot } from "./export-slots.ts";

export type CsvCells = readonly (string | number | null)[];

/**
 * A CSV file that is made as fast as it is read, page by page: any number of rows takes the memory of one page. A page
 * that fails breaks off the response, so that part of a list never looks like all of it.
 *
 * @param file the name under which a browser saves it
 */
export function csvStream(
  file: string,
  headings: readonly string[],
  pages: AsyncIterable<readonly CsvCells[]>,
  slot?: ExportSlot,
): Stream {
  const encoder = new TextEncoder();
  const reader = pages[Symbol.asyncIterator]();
  let before = BYTE_ORDER_MARK + csvRow(headings);
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        slot?.onRevoked(() => controller.error(new Error("the export was not read")));
      },
      async pull(controller) {
        try {
          await slot?.read();
          const { done, value } = await reader.next();
          const text = before + (done ? "" : value.map(csvRow).join(""));
          before = "";
          // An empty page: the next one is read when more is wanted.
          controller.enqueue(encoder.encode(text));
          if (!done) return;
          slot?.close();
          controller.close();
        } catch (error) {
          slot?.close();
          throw error;
        }
      },
      async cancel() {
        slot?.close();
        await reader.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, headers: { "Content-Disposition": `attachment; filename="${file}"` } };
}
