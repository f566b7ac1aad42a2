/** Bytes of an answer at most, unpacked: 5,000 people with their numbers are 200 kB, a person of WordPress 1 kB. */
const LONGEST = 8 * 1024 * 1024;

/**
 * The text of an answer. What is longer is not read to its end: a small packed answer may unpack to gigabytes.
 *
 * @returns null where it is too long
 */
export async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  if (!response.body) return text;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > LONGEST) return null;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
