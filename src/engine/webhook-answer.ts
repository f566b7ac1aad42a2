/** Characters of an answer kept in the webhook delivery log. */
const LONGEST_NOTE = 1_000;

/** The first kilobyte of an answer as text that the database accepts. The rest is not read. */
export async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop cancels the stream and closes its connection.
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= LONGEST_NOTE) break;
    }
  } catch {
    // The status has been read, and it alone decides.
  }
  const text = Buffer.concat(chunks).subarray(0, LONGEST_NOTE).toString("utf8");
  return printable(text);
}

/** Why no answer arrived, in a word or two: the network error's code. */
export function failureText(error: unknown): string {
  const trouble = error as { name?: unknown; message?: unknown; cause?: { code?: unknown } } | null;
  if (trouble?.name === "TimeoutError") return "no answer in time";
  const code = trouble?.cause?.code ?? trouble?.name;
  return printable(typeof code === "string" ? code : "network");
}

/** Replaces control characters, including NUL, with blanks. */
function printable(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .slice(0, LONGEST_NOTE);
}
