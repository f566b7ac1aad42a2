import type { CompatReply } from "./replies.ts";

export type Table = {
  /** Of the reply. */
  readonly message?: string;
  /** What holds the rows: WP SMS has two names for it. */
  readonly field: "data" | "csv_data";
  readonly heads: readonly string[];
  readonly pages: AsyncIterable<readonly unknown[]>;
  /** Of the file that a client makes of it. */
  readonly name: string;
};

/** A table in one reply, in pieces: half a million rows need no memory. A page that fails breaks the text off. */
export function tableReply({ message = "", field, heads, pages, name }: Table): CompatReply {
  const encoder = new TextEncoder();
  const reader = pages[Symbol.asyncIterator]();
  let count = 0;
  let before = `{"message":${JSON.stringify(message)},"error":[],"data":{"${field}":[${JSON.stringify(heads)}`;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Half a list must not look like a whole one: an error here leaves a text that nobody can parse.
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

/**
 * The list becomes a table in a program that would run what begins like a formula; some take the full-width signs for
 * the same. A number is none.
 */
export function asCell(text: string): string {
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^\+?\d+$/.test(text) ? `'${text}` : text;
}
