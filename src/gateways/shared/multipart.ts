/**
 * The fields of a multipart form (RFC 7578), which PHP's curl makes of a list of fields: receipts of home-made gateways
 * arrive so. Files are left out. undefined: the media type is another one, or names no boundary.
 */
export function readMultipart(body: string, mediaType: string | undefined): URLSearchParams | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(mediaType ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const fields = new URLSearchParams();
  // What comes before the first boundary is no part, and `--` ends the last one.
  for (const part of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)) {
    if (!part.startsWith("\r\n")) continue;
    const end = part.indexOf("\r\n\r\n");
    const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(part.slice(0, Math.max(0, end)))?.[1] ?? "";
    const [, inQuotes, bare] = /(?:^|[\s;])name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? [];
    const name = inQuotes ?? bare;
    if (name !== undefined && !/(?:^|[\s;])filename\*?=/i.test(disposition)) fields.append(name, part.slice(end + 4));
  }
  return fields;
}
