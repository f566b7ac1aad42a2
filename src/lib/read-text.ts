/**
 * The body of a response as UTF-8 text. A body that is too long is not read to its end: a small compressed response may
 * unpack to gigabytes.
 *
 * @param longest in bytes, unpacked
 * @returns null where it is too long
 */
export async function readText(response: Response, longest: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > longest) return null;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
