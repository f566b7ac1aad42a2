import type { CompatReply } from "./replies.ts";

export type Table = {
  /** Of the reply. */
  readonly message?: string;
  /** The field with the rows: WP SMS has two names for it. */
  readonly field: "data" | "csv_data";
  readonly heads: readonly string[];
  readonly pages: AsyncIterable<readonly unknown[]>;
  /** Name of the file that a client saves. */
  readonly name: string;
};

/** A table in one streamed response: half a million rows take no memory. A failing page truncates the text. */
export function tableReply({ message = "", field, heads, pages, name }: Table): CompatReply {
  const encoder = new TextEncoder();
  const reader = pages[Symbol.asyncIterator]();
  let count = 0;
  let before = `{"message":${JSON.stringify(message)},"error":[],"data":{"${field}":[${JSON.stringify(heads)}`;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A partial list must not look like a complete one: an error here leaves a text that cannot be parsed.
      const { done, value } = await reader.next();
      if (done === true) {
        controller.enqueue(encoder.encode(`${before}],"filename":${JSON.stringify(name)},"count":${count}}}`));
        return controller.close();
      }
      count += value.length;
      controller.enqueue(encoder.encode(before + value.map((row) => `,${JSON.stringify(row)}`).join("")));
      before = "";
    },
    async cancel() {
      await reader.return?.();
    },
  });
  return { status: 200, body };
}
