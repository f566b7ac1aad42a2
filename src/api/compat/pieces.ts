/** JSON in pieces: `head`, then what each page gives, then `tail`. A page that fails breaks the text off. */
export function inPieces(
  head: string,
  pages: AsyncIterable<readonly unknown[]>,
  tail: (count: number) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reader = pages[Symbol.asyncIterator]();
  let count = 0;
  let before = head;
  return new ReadableStream({
    async pull(controller) {
      // Half a list must not look like a whole one: an error here leaves a text that nobody can parse.
      const { done, value } = await reader.next();
      if (done === true) {
        controller.enqueue(encoder.encode(before + tail(count)));
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
}
