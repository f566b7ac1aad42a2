import type { Dispatcher } from "undici";

import type { Exchange } from "#domain/ports/gateway";

class TimeOut extends Error {
  override readonly name = "TimeoutError";
}

/**
 * One HTTP exchange directly on the connection pool. It is what `fetch` does for a gateway, without its streams, its
 * signals and its objects for request and response: some 170 µs of CPU less for a text. No redirect is followed.
 *
 * @returns a function that rejects with what the socket said, or a `TimeoutError`, where no status came
 */
export function exchangeOn(dispatcher: Dispatcher): Exchange {
  return ({ method, url, headers, body, timeoutMs, longest }) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(url);
      const chunks: Buffer[] = [];
      let size = 0;
      let head: { readonly status: number; readonly headers: Readonly<Record<string, string | string[] | undefined>> };
      let control: Dispatcher.DispatchController | null = null;
      const timer = setTimeout(() => fail(new TimeOut("no whole answer in time")), timeoutMs);

      /** What came after the status is lost; the status is not. */
      function fail(error: Error): void {
        clearTimeout(timer);
        if (head) resolve({ ...head, body: null });
        else reject(error);
        if (control && !control.aborted) control.abort(error);
      }

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(controller) {
          control = controller;
        },
        onResponseStart(_controller, status, received) {
          // An interim answer comes before the answer.
          if (status >= 200) head = { status, headers: received };
        },
        onResponseData(_controller, chunk) {
          size += chunk.length;
          if (size > longest) fail(new Error("the answer is too long"));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          clearTimeout(timer);
          resolve({ ...head, body: Buffer.concat(chunks).toString("utf8") });
        },
        onResponseError: (_controller, error) => fail(error),
      };
      const given = { accept: "*/*", "user-agent": "tidings", ...headers };
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
