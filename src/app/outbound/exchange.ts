import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

import type { Dispatcher } from "undici";

import type { Exchange } from "#domain/gateways/gateway";
import { deadline } from "#lib/deadline";
import { lastCheck, HELD_BACK, NotWritten } from "#lib/last-check";

/** No compressed response is requested, but some servers send one. */
const UNPACK: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

class TimeOut extends Error {
  override readonly name = "TimeoutError";
}

/** The last check stopped it before the wire: nothing was written. */
class HeldBack extends Error {
  readonly code = HELD_BACK;
}

/**
 * One HTTP exchange directly on the connection pool. It is what `fetch` does for a gateway, without its streams, its
 * signals and its request and response objects: some 170 µs of CPU less per message. No redirect is followed.
 *
 * @returns a function that rejects if no status came: with the socket's error, or a `TimeoutError`, or `NotWritten`
 */
export function exchangeOn(dispatcher: Dispatcher): Exchange {
  return ({ method, url, headers, body, timeoutMs, longest }) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(url);
      const chunks: Buffer[] = [];
      let size = 0;
      let head: { readonly status: number; readonly headers: Readonly<Record<string, string | string[] | undefined>> };
      let control: Dispatcher.DispatchController | null = null;
      let over: Error | null = null;
      const mayLeave = lastCheck();
      const limit = deadline(timeoutMs, () => fail(new TimeOut("no complete response in time")));

      /** The rest of the response is lost, but its status is not. */
      function fail(error: Error): void {
        limit.end();
        over ??= error;
        if (head) resolve({ ...head, body: null });
        else reject(control === null && !isInvalid(error) ? new NotWritten(error) : error);
        if (control && !control.aborted) control.abort(error);
      }

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(controller) {
          control = controller;
          // The request waited too long for a connection and has already been reported as not written.
          if (over) controller.abort(over);
          // The request is written in this turn right after this, so this is the last moment to check.
          else if (!mayLeave()) fail(new HeldBack("it may no longer be sent"));
        },
        onResponseStart(_controller, status, received) {
          // An interim response comes before the final one.
          if (status >= 200) head = { status, headers: received };
        },
        onResponseData(_controller, chunk) {
          size += chunk.length;
          if (size > longest) fail(new Error("the response is too long"));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          limit.end();
          const response = { ...head, body: textOf(Buffer.concat(chunks), head.headers["content-encoding"], longest) };
          // After the immediate in which undici, behind this callback, releases the connection: a caller that sends the
          // next request at once would otherwise open another one, and use twice as many as it makes calls at a time.
          queueMicrotask(() => setImmediate(resolve, response));
        },
        onResponseError: (_controller, error) => fail(error),
      };
      const given: Record<string, string> = { accept: "*/*", "accept-encoding": "identity", "user-agent": "tidings" };
      for (const [name, value] of Object.entries(headers)) given[name.toLowerCase()] = value;
      try {
        dispatcher.dispatch(
          {
            origin,
            path: pathname + search,
            method: method as Dispatcher.HttpMethod,
            headers: given,
            body: body ?? null,
          },
          handler,
        );
      } catch (error) {
        fail(error as Error);
      }
    });
}

/** undici itself refuses the request, so it would refuse a retry, too. */
const isInvalid = (error: Error & { readonly code?: unknown }): boolean => error.code === "UND_ERR_INVALID_ARG";

/** The body as a string; null if it cannot be decompressed, or is longer than the limit. */
function textOf(bytes: Buffer, encoding: string | string[] | undefined, longest: number): string | null {
  const unpack = typeof encoding === "string" ? UNPACK[encoding.trim().toLowerCase()] : undefined;
  if (!unpack || bytes.length === 0) return bytes.toString("utf8");
  try {
    return unpack(bytes, { maxOutputLength: longest }).toString("utf8");
  } catch {
    return null;
  }
}
