import type { InspectMedia } from "#domain/messages/media-limits";
import { deadlineSignal } from "#lib/deadline";

const DEADLINE_MS = 2_000;

/** Checks a file with a HEAD request through the outbound gate. A redirect is not followed: then nothing is known. */
export function inspectMedia(guardedFetch: typeof fetch): (url: string) => ReturnType<InspectMedia> {
  return async (url) => {
    try {
      const signal = deadlineSignal(DEADLINE_MS);
      const response = await guardedFetch(url, { method: "HEAD", signal });
      await response.body?.cancel();
      const gone = response.status === 404 || response.status === 410;
      if (!gone && !response.ok) return null;
      const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
      const length = response.headers.get("content-length") ?? "";
      return {
        gone,
        type: /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) && type !== "application/octet-stream" ? type : null,
        bytes: /^\d{1,15}$/.test(length) ? Number(length) : null,
      };
    } catch {
      return null;
    }
  };
}
