const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Text of bytes that may come from an old program: UTF-8 if they are, else as declared, else Windows-1252, which is
 * what HTTP and browsers understand by Latin 1.
 *
 * @param charset as a media type declares it
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  try {
    return strict.decode(bytes);
  } catch {
    const declared = legacyDecoder(charset);
    if (declared) return declared.decode(bytes);
    const text = lenient.decode(bytes);
    return isCut(text) ? text : new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * The fields of a form or a query, whose escapes are bytes as in {@link decodeText}: each run of them is decoded by
 * itself.
 */
export function decodeForm(text: string, charset?: string): URLSearchParams {
  if (!/%[89a-f]/i.test(text)) return new URLSearchParams(text);
  return new URLSearchParams(
    text.replaceAll(ESCAPES, (run) =>
      encodeURIComponent(decodeText(Buffer.from(run.replaceAll("%", ""), "hex"), charset)),
    ),
  );
}

/**
 * Whether a text is UTF-8 except for a few bytes: some programs truncate text in the middle of a character, such as an
 * emoji.
 */
function isCut(text: string): boolean {
  const characters = text.match(/[^\0-\x7f\uFFFD]/gu)?.length ?? 0;
  return characters > (text.match(/\uFFFD/g)?.length ?? 0);
}

/** The charset of a media type: `text/plain; charset=iso-8859-15`. */
export const charsetIn = (mediaType: string | null | undefined): string | undefined =>
  /;\s*charset="?([\w.:-]{1,40})/i.exec(mediaType ?? "")?.[1];

/**
 * Whether a body is a multipart form. It may have a picture beside its texts, and is not UTF-8 as a whole even if they
 * are: each field is to be decoded by itself.
 */
export const isMultipartForm = (mediaType: string | null | undefined): boolean =>
  /^\s*multipart\/form-data\b/i.test(mediaType ?? "");

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** null: no known encoding is declared, or UTF-8 is and the bytes are invalid. */
function legacyDecoder(charset: string | undefined): InstanceType<typeof TextDecoder> | null {
  if (charset === undefined) return null;
  try {
    const declared = new TextDecoder(charset);
    return declared.encoding === "utf-8" ? null : declared;
  } catch {
    return null;
  }
}
