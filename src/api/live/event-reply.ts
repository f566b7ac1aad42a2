import type { Stream } from "../endpoint.ts";
import { catalogError } from "../response/http-error.ts";

/** @throws HttpError too_many_streams where there is none */
export function eventReply(stream: Stream["stream"] | null): Stream {
  if (!stream) {
    throw catalogError("too_many_streams", { headers: { "Retry-After": "10" } });
  }
  // Tells proxies not to buffer the response, which would delay a live view.
  return { stream, headers: { "X-Accel-Buffering": "no" } };
}
