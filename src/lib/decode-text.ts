const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Text of bytes that may come from an old program: UTF-8 if they are, else as declared, else Windows-1252, which is what
 * HTTP and browsers understand by Latin 1.
 *
 * @param charset as a media type declares it
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return legacyDecoder(charset).decode(bytes);
  }
}

/** The fields of a form or a query, whose escapes stand for bytes as in {@link decodeText}. */
export function decodeForm(text: string, charset?: string): URLSearchParams {
  if (!/%[89a-f]/i.test(text)) return new URLSearchParams(text);
  try {
    for (const [run] of text.matchAll(ESCAPES)) decodeURIComponent(run);
    return new URLSearchParams(text);
  } catch {
    const decoder = legacyDecoder(charset);
    const decoded = (run: string): string => decoder.decode(Buffer.from(run.replaceAll("%", ""), "hex"));
    return new URLSearchParams(text.replaceAll(ESCAPES, (run) => encodeURIComponent(decoded(run).toWellFormed())));
  }
}

/** The charset of a media type: `text/plain; charset=iso-8859-15`. */
export const charsetIn = (mediaType: string | null | undefined): string | undefined =>
  /;\s*charset="?([\w.:-]{1,40})/i.exec(mediaType ?? "")?.[1];

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

function legacyDecoder(charset: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    const declared = new TextDecoder(charset ?? "windows-1252");
    if (declared.encoding !== "utf-8") return declared;
  } catch {
    // No charset that anybody knows.
  }
  return new TextDecoder("windows-1252");
}
