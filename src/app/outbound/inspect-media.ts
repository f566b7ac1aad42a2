import type { InspectMedia } from "#domain/messages/media-limits";
import { deadlineSignal } from "#lib/deadline";
import { limitPerKey } from "#lib/limit-per-key";

const DEADLINE_MS = 2_000;

/** A batch may name ten files in each of a thousand messages, on a server that is often the caller's own. */
const AT_ONCE_PER_HOST = 16;

type Look = Awaited<ReturnType<InspectMedia>>;

/**
 * Checks a file with a HEAD request through the outbound gate. A redirect is not followed: then nothing is known.
 *
 * Checks of one file at the same time share a request. Those of a host wait for each other, within the time that each of
 * them has: what has no turn by then could not be checked.
 */
export function inspectMedia(guardedFetch: typeof fetch): (url: string) => ReturnType<InspectMedia> {
  const inTurn = limitPerKey(AT_ONCE_PER_HOST);
  const running = new Map<string, Promise<Look>>();

  async function look(url: string, signal: AbortSignal): Promise<Look> {
    try {
      signal.throwIfAborted();
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
  }

  return (url) => {
    const shared = running.get(url);
    if (shared) return shared;
    const signal = deadlineSignal(DEADLINE_MS);
    const begun = inTurn(URL.parse(url)?.host ?? "", () => look(url, signal)).finally(() => running.delete(url));
    running.set(url, begun);
    return begun;
  };
}
