/**
 * What can be uploaded: types that providers accept in an MMS, recognized by their first bytes, not by what the caller
 * says.
 */
const TYPES = [
  { type: "image/jpeg", extension: "jpg", is: (head) => head.startsWith("\xff\xd8\xff") },
  { type: "image/png", extension: "png", is: (head) => head.startsWith("\x89PNG\r\n\x1a\n") },
  { type: "image/gif", extension: "gif", is: (head) => /^GIF8[79]a/.test(head) },
  { type: "image/webp", extension: "webp", is: (head) => /^RIFF[^]{4}WEBP/.test(head) },
  { type: "video/3gpp", extension: "3gp", is: (head) => /^[^]{4}ftyp3g/.test(head) },
  {
    type: "video/mp4",
    extension: "mp4",
    is: (head) => /^[^]{4}ftyp(isom|iso2|avc1|mp4[12]|M4V |dash|MSNV)/.test(head),
  },
  { type: "audio/mpeg", extension: "mp3", is: (head) => /^(ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xfb])/.test(head) },
  { type: "audio/amr", extension: "amr", is: (head) => head.startsWith("#!AMR") },
  { type: "text/vcard", extension: "vcf", is: (head) => /^(\xef\xbb\xbf)?BEGIN:VCARD\r?\n/i.test(head) },
  { type: "application/pdf", extension: "pdf", is: (head) => head.startsWith("%PDF-") },
] as const satisfies readonly { type: string; extension: string; is: (head: string) => boolean }[];

export type MediaType = (typeof TYPES)[number]["type"];

export const mediaTypes: readonly MediaType[] = TYPES.map(({ type }) => type);

/** The type of a file, by its beginning; null: none that can be sent. */
export function mediaTypeOf(content: Uint8Array): MediaType | null {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 64)).toString("latin1");
  return TYPES.find(({ is }) => is(head))?.type ?? null;
}

/** Without a dot: gateways and providers read the type from it. */
export function extensionOf(type: MediaType): string {
  return TYPES.find((one) => one.type === type)!.extension;
}
