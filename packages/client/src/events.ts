import type { EncodedRequest } from "./encode.ts";
import { eventParser } from "./event-parser.ts";
import type { StreamEvent } from "./options.ts";
import type { Transport } from "./request.ts";
import { isTemporary } from "./retry.ts";

/** The service sends a comment every 15 seconds: a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;

/**
 * The events of a stream until the service sends the event `end`, the reader leaves, or the signal is aborted (the
 * iterator then throws its reason). A stream that breaks off is opened again, with the id of the last event.
 *
 * @throws TidingsError if the service refuses the stream; TidingsConnectionError if it cannot be reached the first time
 */
export async function* eventsOf(
  transport: Transport,
  encodeRequest: () => EncodedRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent<unknown>, void, undefined> {
  const request = encodeRequest();
  let lastId: string | null = null;
  let retryS: number | null = null;
  let failures = 0;
  for (let isFirst = true; ; isFirst = false) {
    const connection = openConnection(transport, lastId === null ? request : withId(request, lastId), signal);
    try {
      const parser = eventParser();
      for await (const bytes of connection.chunks()) {
        for (const { type, data, id, retryMs } of parser.read(bytes)) {
          if (retryMs !== undefined) retryS = retryMs / 1000;
          if (id !== undefined) lastId = id;
          if (type === "end") return;
          if (data === undefined) continue;
          failures = 0;
          yield { type, data: JSON.parse(data), id: lastId };
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (isFirst || !(error instanceof Error && isTemporary({ error, retryAfterS: null }))) throw error;
    } finally {
      // Leaving the loop closes the connection.
      connection.close();
    }
    signal?.throwIfAborted();
    await transport.pause(failures++, retryS, signal);
  }
}

function withId(request: EncodedRequest, id: string): EncodedRequest {
  return { ...request, headers: { ...request.headers, "last-event-id": id } };
}

function openConnection(
  transport: Transport,
  request: EncodedRequest,
  signal: AbortSignal | undefined,
): { chunks(): AsyncGenerator<Uint8Array>; close(): void } {
  const connection = new AbortController();
  const forward = (): void => connection.abort(signal?.reason);
  if (signal?.aborted) forward();
  signal?.addEventListener("abort", forward);
  return {
    /** Ends when the stream ends, in any way. */
    async *chunks() {
      const body = await transport.body(request, connection.signal);
      const reader = body.getReader();
      for (;;) {
        const timer = setTimeout(() => connection.abort(), SILENCE_MS);
        const part = await reader.read().catch(() => null);
        clearTimeout(timer);
        if (!part || part.done) return;
        yield part.value;
      }
    },
    close() {
      signal?.removeEventListener("abort", forward);
      connection.abort();
    },
  };
}
