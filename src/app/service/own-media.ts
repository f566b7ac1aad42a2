import type { MediaStore } from "#domain/media/media-store";
import { mediaTokenOf } from "#domain/media/upload-media";
import type { InspectMedia } from "#domain/messages/media-limits";

import { inspectMedia } from "../outbound/inspect-media.ts";
import type { Outbound } from "../outbound/outbound.ts";

/**
 * Checks media addresses. Checks of this service's own files are answered from the database: its public name may
 * resolve to a private address in this network, which is refused for every other URL.
 */
export function ownMedia(
  media: Pick<MediaStore, "use">,
  outbound: Pick<Outbound, "check" | "fetch">,
  publicUrl: string | null,
) {
  const inspect = inspectMedia(outbound.fetch);
  return {
    checkMediaUrl: async (url: string) => (mediaTokenOf(url, publicUrl) === null ? outbound.check(url) : null),
    inspectMedia: (async (url, reach) => {
      const token = mediaTokenOf(url, publicUrl);
      if (token === null) return reach === "own" ? null : inspect(url);
      const facts = await media.use(token);
      return facts ? { gone: false, ...facts } : { gone: true, type: null, bytes: null };
    }) satisfies InspectMedia,
  };
}
