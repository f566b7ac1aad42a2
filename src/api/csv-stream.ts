import { BYTE_ORDER_MARK, csvRow } from "#lib/csv/cells";

import type { Stream } from "./endpoint.ts";

export type CsvCells = readonly (string | number | null)[];

/**
 * A CSV file that is made as fast as it is read, page by page: any number of rows takes the memory of one page. A page
 * that fails breaks off the response, so that part of a list never looks like all of it.
 *
 * @param file the name under which a browser saves it
 * @param onEnd called once, however it ends
 */
export function csvStream(
  file: string,
  headings: readonly string[],
  pages: AsyncIterable<readonly CsvCells[]>,
  onEnd: () => void = () => undefined,
): Stream {
  const encoder = new TextEncoder();
  const reader = pages[Symbol.asyncIterator]();
  let before = BYTE_ORDER_MARK + csvRow(headings);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.next();
          const text = before + (done ? "" : value.map(csvRow).join(""));
          before = "";
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (!done) return;
        } catch (error) {
          onEnd();
          throw error;
        }
        onEnd();
        controller.close();
      },
      async cancel() {
        onEnd();
        await reader.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, headers: { "Content-Disposition": `attachment; filename="${file}"` } };
}
