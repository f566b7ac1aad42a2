import { DomainError, type Detail } from "../error.ts";
import type { GatewayAbilities } from "../gateways/gateway.ts";

/** What a server reports about a file without sending it; null if it does not say. */
export type MediaLook = { readonly gone: boolean; readonly type: string | null; readonly bytes: number | null };

/**
 * Never throws; null: it could not be checked. Takes at most two seconds.
 *
 * @param reach `own`: only a file of this service, which takes no request
 */
export type InspectMedia = (url: string, reach: "any" | "own") => Promise<MediaLook | null>;

const BY_EXTENSION: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  heic: "image/heic",
  mp4: "video/mp4",
  "3gp": "video/3gpp",
  mov: "video/quicktime",
  webm: "video/webm",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  amr: "audio/amr",
  ogg: "audio/ogg",
  wav: "audio/wav",
  vcf: "text/vcard",
  ics: "text/calendar",
  txt: "text/plain",
  pdf: "application/pdf",
};

/**
 * Checks media against a gateway's limits on types and sizes. The type comes from the extension, otherwise from the
 * server; the size only from the server. What cannot be checked passes: the provider fetches it, not we, and may reach
 * what we cannot. If the gateway states no limits, no request is made, and only our own files are checked: one that is
 * deleted would cost the message to everyone.
 *
 * @throws DomainError gateway_cannot; invalid_parameter if a file certainly does not exist
 */
export async function requireMedia(
  inspect: InspectMedia | undefined,
  urls: readonly string[],
  gateway: string,
  can: Pick<GatewayAbilities, "mediaTypes" | "maxMediaBytes">,
): Promise<void> {
  const inspected = await Promise.all(
    urls.map(async (url) => {
      const known = typeByExtension(url);
      const isWanted = can.maxMediaBytes !== undefined || (can.mediaTypes !== undefined && known === null);
      const seen = await inspect?.(url, isWanted ? "any" : "own");
      return { gone: seen?.gone ?? false, type: known ?? seen?.type ?? null, bytes: seen?.bytes ?? null };
    }),
  );
  const gone = inspected.flatMap((one, index): Detail[] =>
    one.gone
      ? [{ field: `media_urls[${index}]`, code: "invalid_url", message: "does not exist: its server says so" }]
      : [],
  );
  if (gone.length > 0) throw new DomainError("invalid_parameter", "Some media files do not exist at their URLs.", gone);
  const refused = inspected.flatMap((one, index): Detail[] => {
    const field = `media_urls[${index}]`;
    if (one.type !== null && can.mediaTypes && !takesType(can.mediaTypes, one.type)) {
      const message = `is ${one.type}: the gateway accepts ${can.mediaTypes.join(", ")}`;
      return [{ field, code: "not_supported", message }];
    }
    if (one.bytes !== null && can.maxMediaBytes !== undefined && one.bytes > can.maxMediaBytes) {
      const message = `has ${one.bytes} bytes: the gateway accepts ${can.maxMediaBytes}`;
      return [{ field, code: "too_big", message }];
    }
    return [];
  });
  if (refused.length > 0) {
    throw new DomainError(
      "gateway_cannot",
      `${gateway} does not accept these media: ${refused[0]!.field} ${refused[0]!.message}.`,
      refused,
    );
  }
}

/** Whether a list such as `image/*`, `video/mp4` includes a type. */
export function takesType(list: readonly string[], type: string): boolean {
  return list.some((entry) => entry === type || (entry.endsWith("/*") && type.startsWith(entry.slice(0, -1))));
}

/** Content type by the extension of the path; null if it is unknown. */
export function typeByExtension(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? "";
  const extension = /\.([a-z0-9]{2,4})$/i.exec(path)?.[1]?.toLowerCase();
  return extension === undefined ? null : (BY_EXTENSION[extension] ?? null);
}
