/**
 * The text of an answer in UTF-8. What is longer is not read to its end: a small packed answer may unpack to gigabytes.
 *
 * @param longest in bytes, unpacked
 * @returns null where it is too long
 */
export async function readText(response: Response, longest: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  if (!response.body) return text;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > longest) return null;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
