import { charsetIn, decodeText, isMultipartForm } from "#lib/decode-text";

/**
 * The fields of a multipart form (RFC 7578), which PHP's curl makes of a list of fields: receipts of home-made gateways
 * arrive so. Files are left out. undefined: the media type is another one, or names no boundary.
 *
 * @param body a character for each byte
 */
export function readMultipart(body: string, mediaType: string | undefined): URLSearchParams | undefined {
  if (!isMultipartForm(mediaType)) return undefined;
  const [, quoted, plain] = /;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(mediaType ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const textOf = (bytes: string): string => decodeText(Buffer.from(bytes, "latin1"), charsetIn(mediaType));
  const fields = new URLSearchParams();
  // What comes before the first boundary is no part, and `--` ends the last one.
  for (const part of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)) {
    if (!part.startsWith("\r\n")) continue;
    const end = part.indexOf("\r\n\r\n");
    const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(part.slice(0, Math.max(0, end)))?.[1] ?? "";
    const [, inQuotes, bare] = /(?:^|[\s;])name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? [];
    const name = inQuotes ?? bare;
    if (name === undefined || /(?:^|[\s;])filename\*?=/i.test(disposition)) continue;
    fields.append(textOf(name), textOf(part.slice(end + 4)));
  }
  return fields;
}
